import type { Layout } from './positions.ts';
import { type Edges, MARKS, type Rows, WRONG } from './rows.ts';

const GONE = MARKS.indexOf('gone');
const REMOVED = MARKS.indexOf('removed');

/** A step of a simulation as the player shows it: objects that are gone have no edges. */
export function withoutGoneEdges(rows: Rows): Rows {
  const edges = edgesOf(rows.edges, (row) => (rows.marks[row] as number) % WRONG !== GONE);
  return { ...rows, edges };
}

/** A step with its layout: objects that are gone have no edges but keep their places; only those that the API server has are counted. */
export function leaveOutGone(rows: Rows, layout: Layout): { rows: Rows; layout: Layout } {
  const counts = layout.namespaces.map(({ count }) => count);
  const markAt = (row: number): number => (rows.marks[row] as number) % WRONG;
  for (let row = 0; row < rows.marks.length; row++) {
    const frame = layout.frames[row] as number;
    if (markAt(row) === GONE || markAt(row) === REMOVED) {
      counts[frame] = (counts[frame] as number) - 1;
    }
  }
  const namespaces = layout.namespaces.map((frame, at) => ({
    ...frame,
    count: counts[at] as number,
  }));
  return { rows: withoutGoneEdges(rows), layout: { ...layout, namespaces } };
}

function edgesOf({ firsts, owners, traits }: Edges, has: (row: number) => boolean): Edges {
  const size = firsts.length - 1;
  const kept = new Int32Array(size + 1);
  const at: number[] = [];
  for (let row = 0; row < size; row++) {
    const end = has(row) ? (firsts[row + 1] as number) : 0;
    for (let edge = firsts[row] as number; edge < end; edge++) at.push(edge);
    kept[row + 1] = at.length;
  }
  return {
    firsts: kept,
    owners: Int32Array.from(at, (edge) => owners[edge] as number),
    traits: Uint8Array.from(at, (edge) => traits[edge] as number),
  };
}
