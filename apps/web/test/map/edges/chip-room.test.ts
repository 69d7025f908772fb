import { type Box, overlaps } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeChips } from '../../../src/map/edges/chip-room.ts';
import type { EdgeChip } from '../../../src/map/edges/edge-chips.ts';

const VIEW = { width: 1000, height: 700 };

const CHIP = {
  far: 'uid',
  farIs: 'owner',
  text: 'Deployment web',
  count: 1,
  invalid: true,
} as const;

const chips: fc.Arbitrary<EdgeChip> = fc.record({
  far: fc.string(),
  farIs: fc.constantFrom('owner', 'dependent'),
  text: fc.string({ maxLength: 80 }),
  count: fc.integer({ min: 1, max: 50 }),
  invalid: fc.boolean(),
  side: fc.constantFrom('left', 'right', 'top', 'bottom'),
  at: fc.integer({ min: 0, max: 1000 }),
});

const cards: fc.Arbitrary<Box> = fc.record({
  x: fc.integer({ min: -100, max: 1000 }),
  y: fc.integer({ min: -30, max: 700 }),
  width: fc.constant(150),
  height: fc.constant(34),
});

describe('the chips of edges that leave the view', () => {
  it('cover neither cards nor each other, are in view, and all lines are counted', () => {
    fc.assert(
      fc.property(fc.array(chips, { maxLength: 14 }), fc.array(cards), (leaving, obstacles) => {
        const { shown, more } = placeChips(leaving, { solid: obstacles, soft: [] }, VIEW);
        const boxes = shown.map(({ box }) => box);
        for (const [at, box] of boxes.entries()) {
          const others = [...obstacles, ...boxes.slice(at + 1)];
          expect(others.filter((other) => overlaps(box, other))).toEqual([]);
          expect(box.x >= 0 && box.x + box.width <= VIEW.width).toBe(true);
          expect(box.y >= 0 && box.y + box.height <= VIEW.height).toBe(true);
        }
        const counted = shown.reduce((sum, { count }) => sum + count, more);
        expect(counted).toBe(leaving.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  it('stand where the line leaves, else as near as there is room', () => {
    const chip: EdgeChip = { ...CHIP, side: 'left', at: 300 };
    const middleOf = (solid: readonly Box[], soft: readonly Box[] = []): number => {
      const [first] = placeChips([chip], { solid, soft }, VIEW).shown;
      return first ? first.box.y + first.box.height / 2 : Number.NaN;
    };
    expect(middleOf([])).toBe(300);
    const card = { x: 0, y: 270, width: 400, height: 44 };
    expect(Math.abs(middleOf([card]) - 300)).toBeLessThan(50);
    const wall = { x: 0, y: 0, width: 1000, height: 700 };
    expect(placeChips([chip], { solid: [wall], soft: [] }, VIEW)).toEqual({ shown: [], more: 1 });
    const line = { x: 0, y: 299, width: 400, height: 2 };
    expect(Math.abs(middleOf([], [line]) - 300)).toBeGreaterThan(11);
    // Everywhere lines: better over one than not at all.
    expect(middleOf([], [wall])).toBe(300);
  });

  it('of the selected object keep their chip wherever there is room', () => {
    const chip: EdgeChip = { ...CHIP, side: 'bottom', at: 900 };
    // As the minimap above the controls.
    const solid = [{ x: 600, y: 450, width: 400, height: 250 }];
    const shown = (one: EdgeChip): number =>
      placeChips([one], { solid, soft: [] }, VIEW).shown.length;
    expect(shown(chip)).toBe(0);
    expect(shown({ ...chip, isOfSelected: true })).toBe(1);
  });

  it('are a sum on a phone, but for a single one', () => {
    const chip = (far: string, count: number): EdgeChip => ({
      far,
      farIs: 'dependent',
      text: '3 dependents',
      count,
      invalid: true,
      side: 'left',
      at: 300,
    });
    const phone = { width: 390, height: 600 };
    const none = { solid: [], soft: [] };
    expect(placeChips([chip('a', 3), chip('b', 2)], none, phone)).toEqual({ shown: [], more: 5 });
    expect(placeChips([chip('a', 3)], none, phone)).toMatchObject({ shown: [{}], more: 0 });
    expect(placeChips([chip('a', 3), chip('b', 2)], none, VIEW).shown).toHaveLength(2);
  });

  it('are a sum on a phone, but for what the selected object waits for, which keeps its chip wherever there is room', () => {
    const chip = (far: string, isAwaited?: true): EdgeChip => ({
      far,
      farIs: 'dependent',
      text: `Database ${far}`,
      count: 1,
      invalid: false,
      waits: true,
      ...(isAwaited && { isAwaited }),
      side: 'left',
      at: 100,
    });
    const phone = { width: 390, height: 350 };
    const leaving = [chip('a'), chip('own', true), chip('b'), chip('own below', true)];
    // The upper part of the map is full of cards.
    for (const height of [0, 90, 310]) {
      const cards = { x: 0, y: 0, width: 390, height };
      const { shown, more } = placeChips(leaving, { solid: [cards], soft: [] }, phone);
      expect([height, shown.map(({ far }) => far), more]).toEqual([height, ['own'], 3]);
      expect(shown.filter(({ box }) => overlaps(box, cards))).toEqual([]);
      // Nor does it cover what comes to where it was.
      const solid = [cards, ...shown.map(({ box }) => box)];
      const after = placeChips(leaving, { solid, soft: [] }, phone, shown).shown;
      expect(after.filter(({ box }) => solid.some((each) => overlaps(box, each)))).toEqual([]);
    }
  });

  it('keep their distance from where the line leaves while the map moves', () => {
    const leaving = (at: number): EdgeChip[] => [
      { far: 'uid', farIs: 'owner', text: 'web', count: 1, invalid: false, side: 'left', at },
    ];
    const card = (y: number): Box => ({ x: 0, y, width: 400, height: 44 });
    const solid = [card(270)];
    const before = placeChips(leaving(300), { solid, soft: [] }, VIEW).shown;
    // Where the line leaves now there is room, and where the chip stood beside it as well.
    const after = placeChips(leaving(330), { solid: [], soft: [] }, VIEW, before).shown;
    expect((after[0]?.box.y ?? 0) - (before[0]?.box.y ?? 0)).toBe(30);
    const anew = placeChips(leaving(330), { solid: [], soft: [] }, VIEW).shown;
    expect(anew[0]?.box.y).not.toBe(after[0]?.box.y);
  });
});
