import { toDot } from '../../src/graph/dot.ts';
import type { Graph } from '../../src/graph/graph.ts';
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
  const recorded = drawn(dot);
  return drawings.some((drawing) => isOtherOrder(recorded, drawn(drawing))) ? 'allowed' : false;
}

function uidSets(recording: Recording): string[][] {
  const byNamespace = new Map<string, string[]>();
  for (const [uid, versions] of recording.versions) {
    const namespace = versions[0]?.object.metadata.namespace ?? '';
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), uid]);
  }
  return [[...recording.versions.keys()], ...byNamespace.values()];
}

interface Drawn {
  /** Each vertex as it is printed. */
  readonly vertices: readonly string[];
  /** The quoted uids of vertices that are missing. */
  readonly missing: ReadonlySet<string>;
  readonly edges: readonly Edge[];
  /** All other lines. */
  readonly frame: string;
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

const QUOTED = String.raw`("(?:[^"\\]|\\.)*")`;
const VERTEX = new RegExp(String.raw`^  ${QUOTED} \[\n(?:    .*\n)*  \];\n`, 'gm');
const EDGE = new RegExp(String.raw`^  ${QUOTED} -> ${QUOTED};\n`, 'gm');

function drawn(dot: string): Drawn {
  const vertices = [...dot.matchAll(VERTEX)];
  const missing = vertices.filter(([text]) => text.includes('\n    missing="true"\n'));
  return {
    vertices: vertices.map(([text]) => text),
    missing: new Set(missing.map(([, uid = '']) => uid)),
    edges: [...dot.matchAll(EDGE)].map(([, from = '', to = '']) => ({ from, to })),
    frame: dot.replaceAll(VERTEX, '').replaceAll(EDGE, ''),
  };
}

/** DV-05 (b): an edge to an object with a missing owner may go to that owner instead. */
function isOtherOrder(recorded: Drawn, ours: Drawn): boolean {
  const missingOwners = (uid: string): string[] =>
    ours.edges.filter(({ from, to }) => from === uid && ours.missing.has(to)).map(({ to }) => to);
  const left = [...recorded.edges];
  const take = (fits: (edge: Edge) => boolean): boolean => {
    const index = left.findIndex(fits);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  };
  return (
    recorded.frame === ours.frame &&
    JSON.stringify(recorded.vertices) === JSON.stringify(ours.vertices) &&
    ours.edges.every(
      ({ from, to }) =>
        take((edge) => edge.from === from && edge.to === to) ||
        take((edge) => edge.from === from && missingOwners(to).includes(edge.to)),
    ) &&
    left.length === 0
  );
}
