import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '../../src/index.ts';

/** Pairs of uids whose cards share an area. Sweeps from left to right, so that large layouts can be checked. */
export function overlappingCards(layout: Layout): string[] {
  const order = [...layout.uids.keys()].sort((a, b) => at(layout.x, a) - at(layout.x, b));
  const open: number[] = [];
  const found: string[] = [];
  for (const slot of order) {
    for (let index = open.length - 1; index >= 0; index--) {
      const other = open[index] ?? 0;
      if (at(layout.x, slot) - at(layout.x, other) >= CARD_WIDTH) open.splice(index, 1);
      else if (Math.abs(at(layout.y, slot) - at(layout.y, other)) < CARD_HEIGHT) {
        found.push(`${layout.uids[other]} | ${layout.uids[slot]}`);
      }
    }
    open.push(slot);
  }
  return found;
}

/** Cards that stand outside their frame, and frames that share an area. */
export function misplaced(layout: Layout): string[] {
  const found: string[] = [];
  for (const [slot, uid] of layout.uids.entries()) {
    const frame = layout.namespaces[at(layout.frames, slot)];
    if (!frame) return [...found, `${uid} has no frame`];
    const x = at(layout.x, slot) - CARD_WIDTH / 2;
    const y = at(layout.y, slot) - CARD_HEIGHT / 2;
    if (
      x < frame.x ||
      y < frame.y ||
      x + CARD_WIDTH > frame.x + frame.width ||
      y + CARD_HEIGHT > frame.y + frame.height
    ) {
      found.push(`${uid} is outside ${frame.label}`);
    }
  }
  layout.namespaces.forEach((a, index) => {
    for (const b of layout.namespaces.slice(index + 1)) {
      const apart =
        a.x + a.width <= b.x ||
        b.x + b.width <= a.x ||
        a.y + a.height <= b.y ||
        b.y + b.height <= a.y;
      if (!apart) found.push(`frame ${a.label} covers frame ${b.label}`);
    }
  });
  return found;
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}
