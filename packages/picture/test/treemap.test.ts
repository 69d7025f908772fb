import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps } from '../src/geometry.ts';
import { treemap } from '../src/treemap.ts';

describe('treemap', () => {
  it('gives each weight its share of the area, without overlaps, in the order of the weights', () => {
    const weights = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(weights, (own) => {
        const boxes = treemap(own, { width: 1200, height: 400, gap: 0 });
        expect(boxes).toHaveLength(own.length);
        const total = own.reduce((sum, weight) => sum + weight, 0);
        boxes.forEach((box, index) => {
          expect(boxes.slice(index + 1).some((other) => overlaps(box, other))).toBe(false);
          expect(box.x >= 0 && box.y >= 0).toBe(true);
          expect(box.x + box.width <= 1200 && box.y + box.height <= 400).toBe(true);
          // Edges are rounded to whole px.
          const share = ((own[index] ?? 0) / total) * 1200 * 400;
          const slack = box.width + box.height + 1;
          expect(Math.abs(box.width * box.height - share)).toBeLessThanOrEqual(slack);
        });
      }),
    );
  });
});
