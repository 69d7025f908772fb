import type { NodeList } from '@gcscope/gc-core/wire';
import { joined } from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { RequestError } from '../base/errors.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import { holdsPod, withCluster } from '../node-source/cluster-pods.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { NodeInputError, NodeUnreadableError } from '../node-source/node-unreadable.ts';
import { type Api, answer, closed, operation, problems } from './api.ts';

const Params = Type.Object({ name: Type.String({ minLength: 1 }) });
const Query = closed({ pod: Type.Optional(Type.String({ minLength: 1 })) });

/** `GET /api/v1/nodes?pod=` and `GET /api/v1/nodes/<name>`: the nodes that this server reads itself. */
export function addNodeRoutes(app: Api): void {
  app.get(
    '/api/v1/nodes',
    operation(
      'getNodes',
      'The nodes whose containers this server can read, or those that run a Pod',
      {
        querystring: Query,
        response: { 200: answer('NodeList') },
      },
    ),
    async (request): Promise<NodeList> => {
      const { pod } = request.query;
      const { nodes, view } = request.access;
      const holding = pod === undefined ? nodes : await nodesOf(pod, nodes, view.cluster);
      return { nodes: holding.map(({ name, source }) => ({ name, source })) };
    },
  );
  app.get(
    '/api/v1/nodes/:name',
    operation(
      'getNode',
      'One node as it is now: the data that the kubelet’s garbage collection uses',
      {
        params: Params,
        response: { 200: answer('NodeReading'), ...problems(404, 503) },
      },
    ),
    async (request) => {
      const { nodes, view } = request.access;
      const node = nodes.find(({ name }) => name === request.params.name);
      if (!node) throw unknownNode(nodes);
      try {
        const reading = await node.read();
        const { live } = view.cluster;
        live.flush();
        return withCluster(reading, live);
      } catch (error) {
        throw unreadable(error);
      }
    },
  );
}

/** Nodes that cannot be read now hold nothing that could be shown. */
async function nodesOf(
  pod: string,
  nodes: readonly NodeSource[],
  { live }: LiveCluster,
): Promise<readonly NodeSource[]> {
  const held = await Promise.all(
    nodes.map(async (node) => {
      try {
        return holdsPod(await node.readRecently(), pod, live);
      } catch {
        return false;
      }
    }),
  );
  return nodes.filter((_, index) => held[index]);
}

function unknownNode(nodes: readonly NodeSource[]): RequestError {
  return new RequestError(
    404,
    'node-unknown',
    'This server does not read a node of this name.',
    nodes.length === 0
      ? 'Start it with --cri SOCKET or --crictl FILE on the node, or open a reading saved with gcscope kubelet plan -o reading.'
      : `It reads ${joined(nodes.map(({ name }) => name))}.`,
  );
}

function unreadable(error: unknown): unknown {
  const isKnown = error instanceof NodeUnreadableError || error instanceof NodeInputError;
  return isKnown ? new RequestError(503, 'node-unreadable', error.message) : error;
}
