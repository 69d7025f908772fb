import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_SIDE, MOST_PIXELS, pngSize } from '../../src/ui/draw-png.ts';

const side = fc.integer({ min: 1, max: 2_000_000 });

it('a PNG is as large as browsers draw it, and keeps the form of the picture', () => {
  fc.assert(
    fc.property(side, side, fc.constantFrom(...MOST_PIXELS), (width, height, most) => {
      const size = pngSize(width, height, most);
      for (const each of [size.width, size.height]) {
        expect(Number.isInteger(each) && each >= 1 && each <= LONGEST_SIDE).toBe(true);
      }
      expect(size.width * size.height).toBeLessThanOrEqual(most);
      // No side is further off than its rounding.
      expect(Math.abs(size.width - width * size.scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - height * size.scale)).toBeLessThanOrEqual(1);
    }),
  );
});

it('a small picture is twice as large, for sharp screens', () => {
  expect(pngSize(704, 300, MOST_PIXELS[0] ?? 0)).toEqual({ width: 1408, height: 600, scale: 2 });
});

it('a wide picture is cut to the longest side, a large one to the most px', () => {
  expect(pngSize(100_000, 100, 4096 ** 2)).toMatchObject({ width: LONGEST_SIDE, height: 8 });
  expect(pngSize(8192, 8192, 4096 ** 2)).toEqual({ width: 4096, height: 4096, scale: 0.5 });
});
