import { type GraphNode, isGettable, type OwnerReference } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { METADATA_SHAPE } from '../cluster/answers/decode-json.ts';
import { decodeObject } from '../cluster/answers/decode-meta.ts';
import { isWatched } from '../cluster/monitors/discovery.ts';
import { resourcePath } from '../cluster/reflect/resource-path.ts';
import type { OwnerAddress, OwnerAnswer } from './asked-owners.ts';
import type { LiveGraph } from './live-graph.ts';

const ACCEPT =
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1;drop=metadata.managedFields';
/** Owners of such kinds are few; an answer that waits for more than these would be late. */
const MOST_ASKED = 200;
const AT_ONCE = 8;
const TIME_LIMIT: Millis = 5000;

/**
 * Asks for the owners of these objects whose kinds are served but not watched (KM-06): one GET each, unless it was asked a
 * short time ago. The view of the live graph then knows the answers. Never rejects.
 */
export type OwnerProbe = (live: LiveGraph, nodes: Iterable<GraphNode>) => Promise<void>;

/** Asks through this client; after `timeLimit` it asks no more. */
export function ownerProbe(client: ApiClient, timeLimit: Millis = TIME_LIMIT): OwnerProbe {
  return async (live, nodes) => {
    // All workers take from one iterator.
    const addresses = unwatchedOwners(live, nodes).values();
    const signal = AbortSignal.timeout(timeLimit);
    const work = async (): Promise<void> => {
      for (const address of addresses) {
        const answer = await ask(client, address, signal);
        if (signal.aborted) return;
        live.askedOwners.note(address, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
}

function unwatchedOwners(live: LiveGraph, nodes: Iterable<GraphNode>): readonly OwnerAddress[] {
  const found = new Map<string, OwnerAddress>();
  for (const node of nodes) {
    // A node that was never observed stands for an owner itself.
    for (const named of node.virtual ? [node.identity, ...node.owners] : node.owners) {
      const address = addressOf(live, named, node.identity.namespace);
      if (!address || live.askedOwners.wasAsked(address)) continue;
      found.set(pathOf(address), address);
      if (found.size >= MOST_ASKED) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Where an owner is that is to be asked for; `undefined` where the watches know, or the server could not answer. */
function addressOf(
  { view }: LiveGraph,
  { apiVersion, kind, name }: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
  namespace: string,
): OwnerAddress | undefined {
  const resource = view.mapping(apiVersion, kind);
  if (typeof resource === 'string' || isWatched(resource) || !isGettable(resource))
    return undefined;
  // The collector asks for no namespaced owner of a cluster-scoped object (CL-04).
  if (!isPathSegment(name) || (resource.namespaced && namespace === '')) return undefined;
  return { resource, namespace: resource.namespaced ? namespace : '', name };
}

async function ask(
  client: ApiClient,
  address: OwnerAddress,
  signal: AbortSignal,
): Promise<OwnerAnswer | undefined> {
  const answer = await client.getJson(pathOf(address), {
    accept: ACCEPT,
    shape: METADATA_SHAPE,
    signal,
  });
  if (answer.type === 'status' && answer.code === 404 && answer.reason === 'NotFound') {
    return 'absent';
  }
  if (answer.type !== 'ok') return undefined;
  const object = decodeObject(answer.body);
  return object.type === 'object' ? object.meta : undefined;
}

/** Whether the name leads to an object; a reference may hold any text. */
function isPathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}

function pathOf({ resource, namespace, name }: OwnerAddress): string {
  return `${resourcePath(resource, namespace)}/${encodeURIComponent(name)}`;
}
