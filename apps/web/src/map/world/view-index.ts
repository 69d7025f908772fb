import { type Box, CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';

const CELL = 1024;

const known = new WeakMap<Layout, ViewIndex>();

/** The index of a layout: `made`, else one that is made once. */
export function indexOf(layout: Layout, made?: ViewIndex): ViewIndex {
  const index = made ?? known.get(layout) ?? new ViewIndex(layout);
  if (!made) known.set(layout, index);
  return index;
}

/** Finds the cards of a layout in a rectangle without looking at all of them. */
export class ViewIndex {
  readonly #layout: Layout;
  readonly #cells = new Map<number, number[]>();
  readonly #columns: number;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#columns = Math.max(1, Math.ceil(layout.bounds.width / CELL) + 1);
    for (let slot = 0; slot < layout.x.length; slot++) {
      const key = this.#key(layout.x[slot] ?? 0, layout.y[slot] ?? 0);
      const cell = this.#cells.get(key);
      if (cell) cell.push(slot);
      else this.#cells.set(key, [slot]);
    }
  }

  /** Slots of the cards that touch the box; stops after `limit`. */
  inBox(box: Box, limit: number = Number.POSITIVE_INFINITY): number[] {
    const { x, y, bounds } = this.#layout;
    const left = box.x - CARD_WIDTH / 2;
    const right = box.x + box.width + CARD_WIDTH / 2;
    const top = box.y - CARD_HEIGHT / 2;
    const bottom = box.y + box.height + CARD_HEIGHT / 2;
    const inside = (slot: number): boolean => {
      const cardX = x[slot] ?? 0;
      const cardY = y[slot] ?? 0;
      return cardX >= left && cardX <= right && cardY >= top && cardY <= bottom;
    };
    const found: number[] = [];
    const lastColumn = this.#cell(Math.min(right, bounds.x + bounds.width), bounds.x);
    const lastRow = this.#cell(Math.min(bottom, bounds.y + bounds.height), bounds.y);
    for (let row = this.#cell(top, bounds.y); row <= lastRow; row++) {
      for (let column = this.#cell(left, bounds.x); column <= lastColumn; column++) {
        const cell = this.#cells.get(row * this.#columns + column) ?? [];
        for (const slot of cell) if (inside(slot)) found.push(slot);
        if (found.length > limit) return found;
      }
    }
    return found;
  }

  /** The slot of the card at a point, with `slack` world px around it; `undefined` where none is. */
  at(pointX: number, pointY: number, slack = 0): number | undefined {
    const box = { x: pointX - slack, y: pointY - slack, width: 2 * slack, height: 2 * slack };
    const { x, y } = this.#layout;
    const distance = (slot: number): number =>
      Math.hypot((x[slot] ?? 0) - pointX, (y[slot] ?? 0) - pointY);
    return this.inBox(box).sort((a, b) => distance(a) - distance(b))[0];
  }

  #key(x: number, y: number): number {
    const { bounds } = this.#layout;
    return this.#cell(y, bounds.y) * this.#columns + this.#cell(x, bounds.x);
  }

  #cell(value: number, start: number): number {
    return Math.max(0, Math.floor((value - start) / CELL));
  }
}
