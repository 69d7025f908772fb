import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Edges,
  type Layout,
  type Point,
} from '@gcscope/picture';
import { FRAME_HEADER } from './measures.ts';

/** The box of a card with its owners and dependents, and room above them: the header of their namespace may lie over it. */
export function boxAround(slot: number, { x, y }: Pick<Layout, 'x' | 'y'>, edges: Edges): Box {
  let [left, top] = [x[slot] ?? 0, y[slot] ?? 0];
  let [right, bottom] = [left, top];
  // An owner may have more dependents than a function takes arguments.
  for (const each of linkedTo(slot, edges)) {
    const [across = 0, down = 0] = [x[each], y[each]];
    left = Math.min(left, across);
    right = Math.max(right, across);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  }
  const header = 2 * FRAME_HEADER;
  return {
    x: left - CARD_WIDTH / 2,
    y: top - CARD_HEIGHT / 2 - header,
    width: right - left + CARD_WIDTH,
    height: bottom - top + CARD_HEIGHT + header,
  };
}

/** The middles of its owners and dependents. */
export function placesAround(
  slot: number,
  { x, y }: Pick<Layout, 'x' | 'y'>,
  edges: Edges,
): readonly Point[] {
  return linkedTo(slot, edges).map((each) => ({ x: x[each] ?? 0, y: y[each] ?? 0 }));
}

/** The slots of its owners and dependents. */
function linkedTo(slot: number, { firsts, owners }: Edges): readonly number[] {
  const linked: number[] = [];
  for (let row = 0; row + 1 < firsts.length; row++) {
    const end = firsts[row + 1] as number;
    for (let at = firsts[row] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (row === slot) linked.push(owner);
      else if (owner === slot) linked.push(row);
    }
  }
  return linked;
}
