import { toDot } from '../../src/graph/dot.ts';
import type { Graph } from '../../src/graph/graph.ts';
import { parseDot } from '../../src/graph/parse-dot.ts';
import type { DotEdge, DotGraph } from '../../src/graph/print-dot.ts';
import type { Recording } from './recording.ts';

/**
 * Whether the recorded drawing shows our graph: byte by byte, or as another order of visits draws it (DV-05). It was asked
 * for with the uids of all objects of the case, or of those in one of its namespaces.
 */
export function shows(
  dot: string,
  graph: Graph,
  recording: Recording,
): 'exactly' | 'allowed' | false {
  const drawings = uidSets(recording).map((uids) => toDot(graph, uids));
  if (drawings.includes(dot)) return 'exactly';
  const recorded = parseDot(dot);
  return drawings.some((drawing) => isOtherOrder(recorded, parseDot(drawing))) ? 'allowed' : false;
}

function uidSets(recording: Recording): string[][] {
  const byNamespace = new Map<string, string[]>();
  for (const [uid, versions] of recording.versions) {
    const namespace = versions[0]?.object.metadata.namespace ?? '';
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), uid]);
  }
  return [[...recording.versions.keys()], ...byNamespace.values()];
}

/** DV-05 (b): an edge to an object with a missing owner may go to that owner instead. */
function isOtherOrder(recorded: DotGraph, ours: DotGraph): boolean {
  const missing = new Set(ours.vertices.filter((each) => each.missing).map(({ uid }) => uid));
  const missingOwners = (uid: string): string[] =>
    ours.edges.filter((edge) => edge.from === uid && missing.has(edge.to)).map(({ to }) => to);
  const left = [...recorded.edges];
  const take = (fits: (edge: DotEdge) => boolean): boolean => {
    const index = left.findIndex(fits);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  return (
    JSON.stringify(recorded.vertices) === JSON.stringify(ours.vertices) &&
    ours.edges.every(
      ({ from, to }) =>
        take((edge) => edge.from === from && edge.to === to) ||
        take((edge) => edge.from === from && missingOwners(to).includes(edge.to)),
    ) &&
    left.length === 0
  );
}
