import { type Draft, labelOf, packFrame, placeFrame } from './draft.ts';
import type { Survivors } from './frame-room.ts';
import { ASPECT, type Box, FRAME_GAP, inflate, overlaps } from './geometry.ts';
import type { Layout } from './layout.ts';
import { findHole, type Size } from './packing.ts';
import { keepFrame } from './stable-frame.ts';

/**
 * Fills the draft so that objects of `previous` keep their place while they fit: a namespace keeps
 * its block, grows downwards where nothing stands, and moves as a whole only when it can do neither.
 * Returns false, with the draft untouched, when most objects are new: then keeping is worth nothing.
 */
export function keepWorld(draft: Draft, previous: Layout): boolean {
  const survivors = findSurvivors(draft, previous);
  const survived = survivors.before.reduce((sum, old) => (old < 0 ? sum : sum + 1), 0);
  if (survived * 2 < draft.forest.records.length) return false;

  const boxes = new Map(
    previous.namespaces.map((frame): [string, Box] => [frame.namespace, frame]),
  );
  for (const namespace of boxes.keys()) {
    if (!draft.forest.roots.has(namespace)) boxes.delete(namespace);
  }
  const homeless: [string, readonly number[], number][] = [];
  let index = 0;
  for (const [namespace, roots] of draft.forest.roots) {
    if (!keepNamespace(draft, survivors, namespace, roots, index, boxes)) {
      boxes.delete(namespace);
      homeless.push([namespace, roots, index]);
    }
    index++;
  }
  for (const [namespace, roots, at] of homeless) {
    const packed = packFrame(draft, namespace, roots);
    const box = worldHole(packed, previous.bounds, [...boxes.values()]);
    boxes.set(namespace, box);
    placeFrame(draft, packed, at, box.x, box.y);
  }
  return true;
}

function keepNamespace(
  draft: Draft,
  survivors: Survivors,
  namespace: string,
  roots: readonly number[],
  index: number,
  boxes: Map<string, Box>,
): boolean {
  const frame = boxes.get(namespace);
  if (!frame) return false;
  const reserved = draft.reserved.length;
  const kept = keepFrame(draft, survivors, roots, index, frame);
  if (!kept || collides(kept.box, frame, boxes)) {
    draft.reserved.length = reserved;
    return false;
  }
  boxes.set(namespace, kept.box);
  draft.namespaces[index] = { ...kept.box, ...labelOf(namespace), count: kept.count };
  return true;
}

/** Whether a frame that grew from `before` to `box` now comes too near to another one. */
function collides(box: Box, before: Box, boxes: ReadonlyMap<string, Box>): boolean {
  if (box.width === before.width && box.height === before.height) return false;
  const near = inflate(box, FRAME_GAP / 2);
  for (const other of boxes.values()) if (other !== before && overlaps(near, other)) return true;
  return false;
}

/** The world grows downwards, or to the right once it is higher than it should be. */
function worldHole(size: Size, bounds: Box, boxes: readonly Box[]): Box {
  const width = Math.max(bounds.width, size.width, Math.round(bounds.height * ASPECT));
  const area: Box = { x: bounds.x, y: bounds.y, width, height: Number.POSITIVE_INFINITY };
  const hole = findHole(size, area, boxes, FRAME_GAP);
  return hole ?? { x: bounds.x, y: bounds.y + bounds.height + FRAME_GAP, ...size };
}

function findSurvivors({ forest }: Draft, previous: Layout): Survivors {
  const before = new Int32Array(forest.records.length).fill(-1);
  forest.records.forEach((record, slot) => {
    const old = previous.slots.get(record.uid);
    if (old === undefined) return;
    const frame = previous.namespaces[previous.frames[old] ?? -1];
    // A virtual owner's namespace is a guess: the real object may turn up in another one.
    if (frame?.namespace === record.namespace) before[slot] = old;
  });
  return { previous, before };
}
