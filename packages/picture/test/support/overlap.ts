import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '../../src/index.ts';

/** Pairs of uids whose cards share an area; looks only at cards in neighbouring squares. */
export function overlappingCards(layout: Layout): string[] {
  const squares = new Map<string, number[]>();
  const found: string[] = [];
  for (const slot of layout.uids.keys()) {
    const x = at(layout.x, slot);
    const y = at(layout.y, slot);
    const column = Math.floor(x / CARD_WIDTH);
    const row = Math.floor(y / CARD_HEIGHT);
    for (let near = 0; near < 9; near++) {
      const key = `${column + (near % 3) - 1} ${row + Math.floor(near / 3) - 1}`;
      for (const other of squares.get(key) ?? []) {
        const apart =
          Math.abs(x - at(layout.x, other)) >= CARD_WIDTH ||
          Math.abs(y - at(layout.y, other)) >= CARD_HEIGHT;
        if (!apart) found.push(`${layout.uids[other]} | ${layout.uids[slot]}`);
      }
    }
    const key = `${column} ${row}`;
    squares.set(key, [...(squares.get(key) ?? []), slot]);
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
