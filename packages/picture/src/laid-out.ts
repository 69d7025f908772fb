import type { Draft } from './draft.ts';
import type { Box } from './geometry.ts';
import type { Frame, Layout } from './positions.ts';
import { MARKS, type Rows, WRONG } from './rows.ts';
import { hiddenBy } from './stack.ts';

const NEVER_SEEN = MARKS.indexOf('virtual');

/** The layout that a draft has become. */
export function laidOut(draft: Draft): Layout {
  const { forest, x, y, cells, columns, frames, trees, reserved } = draft;
  const namespaces = withCounts(draft.namespaces, frames, forest.rows);
  const { uids, parents, loose } = forest;
  const bounds = around(namespaces);
  return {
    uids,
    x,
    y,
    parents,
    loose,
    cells,
    columns,
    frames,
    trees,
    reserved,
    namespaces,
    bounds,
  };
}

/** The frames with the number of objects, not of cards: with those in stacks, without owners that were never seen. */
function withCounts(
  namespaces: readonly Frame[],
  frames: Int32Array,
  { stacks, marks }: Rows,
): readonly Frame[] {
  const counts = namespaces.map(({ count }) => count);
  const size = marks.length;
  for (let row = 0; row < size; row++) {
    if ((marks[row] as number) % WRONG !== NEVER_SEEN) continue;
    const frame = frames[row] as number;
    counts[frame] = (counts[frame] as number) - 1;
  }
  for (const [row, stack] of stacks) {
    const frame = frames[row] as number;
    counts[frame] = (counts[frame] as number) - 1 + hiddenBy(stack);
  }
  return namespaces.map((frame, at) => ({ ...frame, count: counts[at] as number }));
}

function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
