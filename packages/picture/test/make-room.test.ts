import { describe, expect, it } from 'vitest';
import { type Movable, makeRoom } from '../src/make-room.ts';

/** Boxes in a row, 10 px apart, that count how often somebody looks where they are. */
function row(count: number): { readonly boxes: Movable[]; readonly looks: () => number } {
  let looks = 0;
  const boxes = Array.from(
    { length: count },
    (_, at): Movable => ({
      x: at * 110,
      width: 100,
      height: 40,
      get y() {
        looks++;
        return 0;
      },
      set y(_) {},
    }),
  );
  return { boxes, looks: () => looks };
}

describe('makeRoom', () => {
  it('moves a long row aside in about as many steps as it has boxes', () => {
    const { boxes, looks } = row(2000);
    makeRoom(boxes, boxes[0] as Movable, 10, { width: 150, height: 40 });
    expect(boxes.map(({ x }) => x)).toEqual(boxes.map((_, at) => at * 110 + (at > 0 ? 50 : 0)));
    expect(looks()).toBeLessThan(20 * boxes.length);
  });
});
