import { type Draft, labelOf, placeFrame } from './draft.ts';
import {
  type Box,
  contains,
  FRAME_GAP,
  inflate,
  overlaps,
  type Point,
  type Size,
} from './geometry.ts';
import { type Movable, makeRoom } from './make-room.ts';
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

/** Decides the boxes of namespaces that claim these. */
export type Settling = (claims: ReadonlyMap<string, Claim>) => Map<string, Box>;

/**
 * Fills the draft so that objects of `previous` keep their place while they fit: a namespace keeps
 * its block and grows where nothing stands; `settle` decides conflicts.
 * Returns false, with the draft untouched, when most objects are new: then keeping is worth nothing.
 */
export function keepWorld(draft: Draft, previous: Layout, settle: Settling): boolean {
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
  const boxes = settle(claims);
  const ways = new Map<number, Point>();
  namespaces.forEach(([namespace, roots], index) => {
    const box = boxes.get(namespace);
    const claim = claims.get(namespace);
    if (box && claim) {
      const { before, count } = claim;
      const way = { x: box.x - before.x, y: box.y - before.y };
      if (way.x !== 0 || way.y !== 0) ways.set(index, way);
      draft.namespaces[index] = { ...box, ...labelOf(namespace), count };
    } else {
      const pieces = gatherPieces(draft.forest, draft, namespace, roots, draft.aspect, survivors);
      const packed = packFrame(pieces, pieces.natural);
      const hole = worldHole(packed, previous.bounds, [...boxes.values()], draft.aspect);
      boxes.set(namespace, hole);
      placeFrame(draft, pieces, packed, index, hole);
    }
  });
  moveFrames(draft, ways);
  return true;
}

/** Whether a frame that stood at `before` may become `box` without coming too near to the others. */
function isFree(box: Box, before: Box, others: Iterable<Box>): boolean {
  if (contains(before, box)) return true;
  const near = inflate(box, FRAME_GAP / 2);
  for (const other of others) if (other !== before && overlaps(near, other)) return false;
  return true;
}

/** Moves all that stands in frames, by the number of the frame. */
function moveFrames({ x, y, frames, reserved }: Draft, ways: ReadonlyMap<number, Point>): void {
  if (ways.size === 0) return;
  for (let slot = 0; slot < frames.length; slot++) {
    const way = ways.get(frames[slot] as number);
    if (!way) continue;
    x[slot] = (x[slot] as number) + way.x;
    y[slot] = (y[slot] as number) + way.y;
  }
  reserved.forEach((room, at) => {
    const way = ways.get(room.frame);
    if (way) reserved[at] = { ...room, x: room.x + way.x, y: room.y + way.y };
  });
}

/** In a conflict all namespaces keep their neighbours: those below and beside a larger one move along. */
export function pushNeighbours(claims: ReadonlyMap<string, Claim>): Map<string, Box> {
  const boxes = new Map<string, Movable>();
  for (const [namespace, { before }] of claims) {
    const { x, y, width, height } = before;
    boxes.set(namespace, { x, y, width, height });
  }
  const all = [...boxes.values()];
  for (const [namespace, { before, box }] of claims) {
    const own = boxes.get(namespace);
    if (own && !contains(before, box)) makeRoom(all, own, FRAME_GAP, box, true);
  }
  return boxes;
}

/** In a conflict the smaller namespace moves, as a whole, so that the larger one stays where it is: it has no box. */
export function yieldToLarger(claims: ReadonlyMap<string, Claim>): Map<string, Box> {
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
