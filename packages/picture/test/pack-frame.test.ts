import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FramePieces, packFrame } from '../src/pack-frame.ts';
import { tallestFirst } from '../src/packing.ts';

const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 1, max: 400 }), height: fc.integer({ min: 1, max: 300 }) }),
  { minLength: 1, maxLength: 80 },
);

function piecesOf(rooms: FramePieces['rooms']): FramePieces {
  return {
    namespace: 'shop',
    trees: [],
    rooms,
    order: tallestFirst(rooms),
    singletons: [1, 2, 3],
    natural: 1000,
    least: 450,
    known: [],
  };
}

it('packs a frame as if it had never been packed before, whatever the widths before', () => {
  const widths = fc.array(fc.integer({ min: 450, max: 3000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, widths, (rooms, tried) => {
      const pieces = piecesOf(rooms);
      for (const width of tried) {
        expect(packFrame(pieces, width)).toEqual(packFrame(piecesOf(rooms), width));
      }
    }),
  );
});

it('packs the trees of a frame once for all widths that give the same', () => {
  const pieces = piecesOf([
    { width: 300, height: 50 },
    { width: 300, height: 40 },
  ]);
  const packed = [900, 800, 700, 500, 460].map((width) => packFrame(pieces, width).trees);
  expect(new Set(packed).size).toBe(2);
});
