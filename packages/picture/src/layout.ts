import type { Uid } from '@gcscope/gc-core/wire';
import { packWorld, startDraft } from './draft.ts';
import { buildForest } from './forest.ts';
import { ASPECT } from './geometry.ts';
import { laidOut } from './laid-out.ts';
import type { Layout } from './positions.ts';
import { type Rows, rowsByUid } from './rows.ts';
import { keepWorld, pushNeighbours, type Settling, yieldToLarger } from './stable-world.ts';
import { findSurvivors } from './survivors.ts';

/**
 * Positions of all rows: owners above dependents, trees packed in their namespace, namespaces
 * packed in the world, both about as wide to their height as `aspect`. No two cards overlap. Pure and
 * deterministic; linear but for sorts. With `previous`, objects keep their place while they fit: a tree that only lost members stays as
 * it is, newcomers take free cells, and a tree or namespace moves only when it outgrew its room.
 */
export function layout(rows: Rows, previous?: Layout, aspect: number = ASPECT): Layout {
  return after(rows, previous, aspect, yieldToLarger);
}

/** Makes the next layout with all namespaces in their order: those beside and below one that grows make room for it. */
export function layoutInOrder(rows: Rows, previous: Layout, aspect: number = ASPECT): Layout {
  return after(rows, previous, aspect, pushNeighbours);
}

function after(rows: Rows, previous: Layout | undefined, aspect: number, settle: Settling): Layout {
  const draft = startDraft(buildForest(rows, previous), aspect);
  if (!previous || !keepWorld(draft, previous, settle)) packWorld(draft);
  return laidOut(draft);
}

/**
 * A layout that keeps no place of `previous`, only the order of its namespaces, if none has come or gone, and the room that each tree had,
 * unless that `isTight`.
 */
export function layoutAnew(
  rows: Rows,
  previous: Layout,
  aspect: number = ASPECT,
  isTight = false,
): Layout {
  const draft = startDraft(buildForest(rows), aspect);
  packWorld(draft, isTight ? undefined : findSurvivors(draft.forest, previous), previous);
  return laidOut(draft);
}

/** The slot of a uid in a layout, or among rows, if it is there. */
export function slotOf({ uids }: Pick<Layout, 'uids'>, uid: Uid): number | undefined {
  return rowsByUid(uids).get(uid);
}
