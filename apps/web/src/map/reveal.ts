import type { Uid } from '@gcscope/gc-core/wire';
import { type Edges, type Point, type Size, slotOf, WAITS } from '@gcscope/picture';
import { reasonSize } from './paint/place-reasons.ts';
import { boxAround, placesAround } from './view/box-around.ts';
import { homeOf } from './view/home-of.ts';
import type { Viewport } from './view/viewport.ts';
import type { Arrangement } from './world/arrangement.ts';

/** The objects that the page is about. */
export interface Shown {
  /** The object that is selected. */
  readonly uid: Uid | undefined;
  /** Others that the page mentions with it. */
  readonly mentioned: readonly Uid[];
  /** An object to bring into view in its place, if it is on the map. */
  readonly instead?: Uid | undefined;
}

/** Brings into view what the page speaks of. */
export class Revealer {
  readonly #viewport: Viewport;
  readonly #arrangement: Arrangement;
  /** The objects to reveal that are not on the map yet. */
  #sought: Shown | undefined;

  constructor(viewport: Viewport, arrangement: Arrangement) {
    this.#viewport = viewport;
    this.#arrangement = arrangement;
  }

  /** Takes the objects that the page speaks of from now on; `undefined` if none has to come into view. */
  reveal(shown: Shown | undefined): void {
    const isThere = !shown || reveal(this.#viewport, this.#arrangement, shown);
    this.#sought = isThere ? undefined : shown;
  }

  /** The graph has changed: a link may lead to an object that the server has read only now. A view that the user moved stays. */
  follow(): void {
    if (this.#sought && this.#viewport.isFitted) this.reveal(this.#sought);
  }
}

/**
 * Brings the object into view, with what the page mentions and what its deletion waits for; without an object what was there before.
 * Says whether the object is on the map.
 */
function reveal(
  viewport: Viewport,
  arrangement: Arrangement,
  { uid: selected, mentioned, instead }: Shown,
): boolean {
  const uid = arrangement.placeOf(instead) ? instead : selected;
  const { layout, edges } = arrangement;
  if (uid === undefined) viewport.withdraw(layout);
  const slot = uid === undefined ? undefined : slotOf(layout, uid);
  const place = arrangement.placeOf(uid);
  if (slot === undefined || !place) return uid === undefined;
  if (arrangement.isReached(uid) && viewport.reach(place)) return true;
  const beside = {
    mentioned: mentioned.flatMap((each) => arrangement.placeOf(each) ?? []),
    awaited: awaitedBy(slot, arrangement),
    relatives: placesAround(slot, layout, edges),
    home: homeOf(layout.frames[slot] ?? -1, layout) ?? layout.bounds,
  };
  const reason = reasonAt(slot, arrangement);
  viewport.reveal({ ...place, reason }, beside, () => boxAround(slot, layout, edges), layout);
  return true;
}

/** The room that the text beside a card takes. */
function reasonAt(slot: number, { problems, faces, layout }: Arrangement): Size | undefined {
  const mark = problems.marks.findLast((each) => each.slot === slot);
  const record = faces.recordAt(layout.uids[slot] ?? '');
  return mark && record && reasonSize(record, mark.state);
}

/**
 * The places of the objects that a Namespace in deletion waits for, mostly far from the Namespace itself. In a small
 * graph the layout knows these lines; in a large one they are kept aside.
 */
function awaitedBy(slot: number, { waits, edges, layout }: Arrangement): readonly Point[] {
  const aside = waits.filter(({ owner }) => owner === slot).map(({ dependent }) => dependent);
  return [...aside, ...waitedIn(edges, slot)].map((each) => ({
    x: layout.x[each] ?? 0,
    y: layout.y[each] ?? 0,
  }));
}

function waitedIn({ firsts, owners, traits }: Edges, slot: number): readonly number[] {
  const waited: number[] = [];
  for (let row = 0; row + 1 < firsts.length; row++) {
    const end = firsts[row + 1] as number;
    for (let at = firsts[row] as number; at < end; at++) {
      if (owners[at] === slot && ((traits[at] as number) & WAITS) !== 0) waited.push(row);
    }
  }
  return waited;
}
