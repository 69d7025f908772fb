import type { Uid } from '@gcscope/gc-core/wire';
import { type Point, slotOf } from '@gcscope/picture';
import { boxAround } from './view/box-around.ts';
import type { Viewport } from './view/viewport.ts';
import type { Arrangement } from './world/arrangement.ts';

/** Brings an object into view, with what the page tells of it and what its deletion waits for; without one shows what was there before. */
export function reveal(
  viewport: Viewport,
  arrangement: Arrangement,
  uid: Uid | undefined,
  told: readonly Uid[],
): void {
  const { layout, edges } = arrangement;
  if (uid === undefined) viewport.withdraw(layout);
  const slot = uid === undefined ? undefined : slotOf(layout, uid);
  const place = arrangement.placeOf(uid);
  if (slot === undefined || !place) return;
  if (arrangement.isReached(uid) && viewport.reach(place)) return;
  const beside = {
    told: told.flatMap((each) => arrangement.placeOf(each) ?? []),
    awaited: awaitedBy(slot, arrangement),
  };
  viewport.reveal(place, beside, () => boxAround(slot, layout, edges), layout);
}

/** Where the objects stand for which a Namespace in deletion waits: mostly in another place than the Namespace itself. */
function awaitedBy(slot: number, { waits, layout }: Arrangement): readonly Point[] {
  return waits
    .filter(({ owner }) => owner === slot)
    .map(({ dependent }) => ({ x: layout.x[dependent] ?? 0, y: layout.y[dependent] ?? 0 }));
}
