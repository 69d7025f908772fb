import { type Draft, labelOf, placeFrame } from './draft.ts';
import { type Box, contains, FRAME_GAP, inflate, overlaps, type Size } from './geometry.ts';
import { gatherPieces, packFrame } from './pack-frame.ts';
import { findHole } from './packing.ts';
import type { Layout } from './positions.ts';
import { keepFrame } from './stable-frame.ts';
import { findSurvivors } from './survivors.ts';

/** A namespace that keeps its place: the box it had and the box it needs now. */
interface Claim {
  readonly before: Box;
  readonly box: Box;
  readonly count: number;
}

/**
 * Fills the draft so that objects of `previous` keep their place while they fit: a namespace keeps
 * its block and grows where nothing stands; in a conflict the smaller one moves, as a whole.
 * Returns false, with the draft untouched, when most objects are new: then keeping is worth nothing.
 */
export function keepWorld(draft: Draft, previous: Layout): boolean {
  const survivors = findSurvivors(draft.forest, previous);
  const survived = survivors.before.reduce((sum, old) => (old < 0 ? sum : sum + 1), 0);
  if (survived * 2 < draft.forest.uids.length) return false;

  const namespaces = [...draft.forest.roots];
  const former = new Map(
    previous.namespaces
      .filter((frame) => draft.forest.roots.has(frame.namespace))
      .map((frame): [string, Box] => [frame.namespace, frame]),
  );
  const claims = new Map<string, Claim>();
  namespaces.forEach(([namespace, roots], index) => {
    const before = former.get(namespace);
    if (!before) return;
    const canGrow = (box: Box): boolean => isFree(box, before, former.values());
    const kept = keepFrame(draft, survivors, roots, index, before, canGrow);
    if (kept) claims.set(namespace, { before, ...kept });
  });
  const boxes = settleConflicts(claims);
  namespaces.forEach(([namespace, roots], index) => {
    const box = boxes.get(namespace);
    if (box) {
      const count = claims.get(namespace)?.count ?? 0;
      draft.namespaces[index] = { ...box, ...labelOf(namespace), count };
    } else {
      const pieces = gatherPieces(draft.forest, draft, namespace, roots, draft.aspect, survivors);
      const packed = packFrame(pieces, pieces.natural);
      const hole = worldHole(packed, previous.bounds, [...boxes.values()], draft.aspect);
      boxes.set(namespace, hole);
      placeFrame(draft, pieces, packed, index, hole);
    }
  });
  return true;
}

/** Whether a frame that stood at `before` may become `box` without coming too near to the others. */
function isFree(box: Box, before: Box, others: Iterable<Box>): boolean {
  if (contains(before, box)) return true;
  const near = inflate(box, FRAME_GAP / 2);
  for (const other of others) if (other !== before && overlaps(near, other)) return false;
  return true;
}

/** The boxes of the namespaces that stay. Larger ones grow first, at the cost of smaller ones. */
function settleConflicts(claims: ReadonlyMap<string, Claim>): Map<string, Box> {
  const boxes = new Map([...claims].map(([namespace, { before }]) => [namespace, before]));
  const bySize = [...claims].sort(([, a], [, b]) => b.count - a.count);
  for (const [namespace, { before, box, count }] of bySize) {
    if (!boxes.has(namespace) || contains(before, box)) continue;
    const near = inflate(box, FRAME_GAP / 2);
    const inTheWay = [...boxes.keys()].filter((other) => {
      const taken = boxes.get(other);
      return other !== namespace && taken !== undefined && overlaps(near, taken);
    });
    const cost = inTheWay.reduce((sum, other) => sum + (claims.get(other)?.count ?? 0), 0);
    if (cost < count) {
      for (const other of inTheWay) boxes.delete(other);
      boxes.set(namespace, box);
    } else {
      boxes.delete(namespace);
    }
  }
  return boxes;
}

/** The world grows downwards, or to the right once it is higher than it should be. */
function worldHole(size: Size, bounds: Box, boxes: readonly Box[], aspect: number): Box {
  const width = Math.max(bounds.width, size.width, Math.round(bounds.height * aspect));
  const area: Box = { x: bounds.x, y: bounds.y, width, height: Number.POSITIVE_INFINITY };
  const hole = findHole(size, area, boxes, FRAME_GAP);
  return hole ?? { x: bounds.x, y: bounds.y + bounds.height + FRAME_GAP, ...size };
}
