import { type Box, CARD_HEIGHT, CARD_WIDTH, type Edges, type Layout } from '@gcscope/picture';
import { FRAME_HEADER } from './paint-frames.ts';

/** The box of a card with its owners and dependents, and room above them: the header of their namespace may lie over it. */
export function boxAround(slot: number, layout: Layout, edges: Edges): Box {
  const slots = [slot, ...linkedTo(slot, edges)];
  const across = slots.map((each) => layout.x[each] ?? 0);
  const down = slots.map((each) => layout.y[each] ?? 0);
  const x = Math.min(...across) - CARD_WIDTH / 2;
  const y = Math.min(...down) - CARD_HEIGHT / 2 - 2 * FRAME_HEADER;
  const right = Math.max(...across) + CARD_WIDTH / 2;
  const bottom = Math.max(...down) + CARD_HEIGHT / 2;
  return { x, y, width: right - x, height: bottom - y };
}

/** The slots of its owners and dependents. */
function linkedTo(slot: number, { firsts, owners }: Edges): readonly number[] {
  const linked: number[] = [];
  for (let row = 0; row + 1 < firsts.length; row++) {
    for (const owner of owners.subarray(firsts[row], firsts[row + 1])) {
      if (row === slot) linked.push(owner);
      else if (owner === slot) linked.push(row);
    }
  }
  return linked;
}
