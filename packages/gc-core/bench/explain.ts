import { performance } from 'node:perf_hooks';
import type { Graph } from '../src/graph/graph.ts';
import type { GraphNode } from '../src/graph/graph-node.ts';
import type { ClusterView } from '../src/insight/cluster-view.ts';
import { explain } from '../src/insight/verdict/explain.ts';
import { RELEASES } from '../src/meta/releases.ts';
import { ResourceTable } from '../src/meta/resource-table.ts';
import { emptyGraph } from './built-graph.ts';
import { ChangeStream } from './change-stream.ts';

/** Owners of the object that has more than anybody would give it. */
const MANY = 1000;

/** Milliseconds a verdict takes, the slowest in a hundred of `sample` objects of a graph of `objects`, `rounds` times. */
export function explainP99(objects: number, sample: number, rounds: number): number[] {
  const { graph, process } = emptyGraph();
  const stream = new ChangeStream(objects);
  for (let done = 0; done < objects; done += 100) {
    for (const change of stream.begin(100)) process(change);
  }
  const nodes = [...graph.nodes()];
  const owners = nodes.slice(0, MANY).map(({ apiVersion, kind, name, uid }) => ({
    apiVersion,
    kind,
    name,
    uid,
  }));
  const meta = { name: 'many', namespace: 'team-0', uid: 'many', ownerReferences: owners };
  const identity = { apiVersion: 'v1', kind: 'ConfigMap', ...meta };
  process({ type: 'ADDED', identity, meta });
  const many = graph.get('many');
  const step = Math.max(1, Math.floor(nodes.length / sample));
  const chosen = nodes.filter((_, index) => index % step === 0);
  if (many) chosen.push(many);
  const view = viewOf(graph, nodes);
  for (const node of chosen) explain(node, view);
  return Array.from({ length: rounds }, () => {
    const times = chosen.map((node) => {
      const start = performance.now();
      explain(node, view);
      return performance.now() - start;
    });
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  });
}

function viewOf(graph: Graph, nodes: readonly GraphNode[]): ClusterView {
  const table = ResourceTable.builtIn();
  const byName = new Map(
    nodes.map((node) => [`${node.kind}/${node.namespace}/${node.name}`, node]),
  );
  return {
    release: RELEASES['v1.36'],
    get: (uid) => graph.get(uid),
    byName: ({ kind }, namespace, name) => byName.get(`${kind}/${namespace}/${name}`),
    mapping: (apiVersion, kind) => table.forKind(apiVersion, kind) ?? 'unserved',
    isRead: () => true,
    unreadKinds: () => [],
    provesAbsence: () => true,
    isQueued: () => false,
    // No Namespace and no definition is there.
    contentOf: () => [],
  };
}
