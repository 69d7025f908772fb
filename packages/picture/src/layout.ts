import type { Uid } from '@gcscope/gc-core/wire';
import { type Draft, packWorld, startDraft } from './draft.ts';
import { buildForest } from './forest.ts';
import { ASPECT, type Box } from './geometry.ts';
import type { Frame, Layout } from './positions.ts';
import { MARKS, type Rows, rowsByUid, WRONG } from './rows.ts';
import { keepWorld } from './stable-world.ts';
import { hiddenBy } from './stack.ts';
import { findSurvivors } from './survivors.ts';

const NEVER_SEEN = MARKS.indexOf('virtual');

/**
 * Positions of all rows: owners above dependents, trees packed in their namespace, namespaces
 * packed in the world, both about as wide to their height as `aspect`. No two cards overlap. Pure and
 * deterministic; linear but for sorts. With `previous`, objects keep their place while they fit: what only lost members stays as
 * it is, newcomers take free cells, and a tree or namespace moves only when it outgrew its room.
 */
export function layout(rows: Rows, previous?: Layout, aspect: number = ASPECT): Layout {
  const draft = startDraft(buildForest(rows, previous), aspect);
  if (!previous || !keepWorld(draft, previous)) packWorld(draft);
  return laidOut(draft);
}

/** A layout that keeps no place of `previous`, only the room that each tree had. */
export function layoutAnew(rows: Rows, previous: Layout, aspect: number = ASPECT): Layout {
  const draft = startDraft(buildForest(rows), aspect);
  packWorld(draft, findSurvivors(draft.forest, previous));
  return laidOut(draft);
}

function laidOut(draft: Draft): Layout {
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
  for (let row = 0; row < marks.length; row++) {
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

/** Where a uid stands in the layout, if it does. */
export function slotOf({ uids }: Layout, uid: Uid): number | undefined {
  return rowsByUid(uids).get(uid);
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
