import { type Box, CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';

/** The part of a frame where objects stand: a frame may have much room to spare. */
export function homeOf(frame: number, { namespaces, frames, x, y }: Layout): Box | undefined {
  const box = namespaces[frame];
  if (!box) return undefined;
  let [right, bottom] = [box.x, box.y];
  frames.forEach((each, slot) => {
    if (each !== frame) return;
    right = Math.max(right, (x[slot] ?? 0) + CARD_WIDTH);
    bottom = Math.max(bottom, (y[slot] ?? 0) + CARD_HEIGHT);
  });
  return { x: box.x, y: box.y, width: right - box.x, height: bottom - box.y };
}
