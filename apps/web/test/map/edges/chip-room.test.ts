import { type Box, inflate, overlaps } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeChips } from '../../../src/map/edges/chip-room.ts';
import type { EdgeChip } from '../../../src/map/edges/edge-chips.ts';

const VIEW = { width: 1000, height: 700 };

const VIEW_BOX = { x: 0, y: 0, ...VIEW };

const CHIP = {
  far: 'uid',
  farIs: 'owner',
  text: 'Deployment web',
  count: 1,
  invalid: true,
  straight: 1000,
} as const;

const chips: fc.Arbitrary<EdgeChip> = fc.record({
  far: fc.string(),
  farIs: fc.constantFrom('owner', 'dependent'),
  text: fc.string({ maxLength: 80 }),
  count: fc.integer({ min: 1, max: 50 }),
  invalid: fc.boolean(),
  side: fc.constantFrom('left', 'right', 'top', 'bottom'),
  at: fc.integer({ min: 0, max: 700 }),
  straight: fc.integer({ min: 0, max: 400 }),
});

/** Box of the line of a chip from the side of the view, CSS px. */
function lineOf({ side, at, straight }: EdgeChip): Box {
  const isAside = side === 'left' || side === 'right';
  const from =
    side === 'right' ? VIEW.width - straight : side === 'bottom' ? VIEW.height - straight : 0;
  return isAside
    ? { x: from, y: at, width: straight, height: 0 }
    : { x: at, y: from, width: 0, height: straight };
}

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

  it('touch their line, or are tied to it', () => {
    fc.assert(
      fc.property(fc.array(chips, { maxLength: 14 }), fc.array(cards), (leaving, solid) => {
        const once = placeChips(leaving, { solid, soft: [] }, VIEW).shown;
        const lines = leaving.map((chip) => ({ ...chip, straight: chip.straight / 2 }));
        const moved = placeChips(lines, { solid, soft: [] }, VIEW, once).shown;
        for (const chip of [...once, ...moved]) {
          const near = inflate(chip.box, 8);
          expect(chip.tie !== undefined || overlaps(inflate(lineOf(chip), 1), near)).toBe(true);
        }
      }),
    );
  });

  it('of a line without room is counted, not put beside a card of others', () => {
    // Between two rows of cards that leave no room for a chip on the line.
    const solid = [
      { x: 0, y: 380, width: 140, height: 34 },
      { x: 20, y: 436, width: 157, height: 80 },
    ];
    const chip: EdgeChip = { ...CHIP, side: 'left', at: 420, straight: 150 };
    expect(placeChips([chip], { solid, soft: [] }, VIEW)).toEqual({ shown: [], more: 1 });
  });

  it('of other objects do not stand beside the selected card, even on their line', () => {
    const selected = { x: 20, y: 315, width: 157, height: 34 };
    const shown = (chip: EdgeChip): number =>
      placeChips([chip], { solid: [selected], soft: [], selected }, VIEW).shown.length;
    const chip: EdgeChip = { ...CHIP, side: 'left', at: 300, straight: 150 };
    expect([shown(chip), shown({ ...chip, isOfSelected: true })]).toEqual([0, 1]);
  });

  it('of the selected object stand rather on their line than tied to it', () => {
    const solid = [{ x: 0, y: 280, width: 60, height: 44 }];
    const chip: EdgeChip = { ...CHIP, side: 'left', at: 300, isOfSelected: true };
    const [placed] = placeChips([chip], { solid, soft: [] }, VIEW).shown;
    expect([placed?.box.y, placed?.tie]).toEqual([289, undefined]);
  });

  it('stand where the line leaves, else as near as there is room', () => {
    const chip: EdgeChip = { ...CHIP, side: 'left', at: 300 };
    const middleOf = (solid: readonly Box[], soft: readonly Box[] = []): number => {
      const [first] = placeChips([chip], { solid, soft }, VIEW).shown;
      return first ? first.box.y + first.box.height / 2 : Number.NaN;
    };
    expect(middleOf([])).toBe(300);
    const card = { x: 0, y: 270, width: 400, height: 28 };
    expect(middleOf([card]) - 300).toBeGreaterThan(8);
    expect(middleOf([card]) - 300).toBeLessThan(15);
    // Inwards on the line, beyond a card.
    const cut = { x: 0, y: 280, width: 60, height: 44 };
    expect(middleOf([cut])).toBe(300);
    const wall = { x: 0, y: 0, width: 1000, height: 700 };
    expect(placeChips([chip], { solid: [wall], soft: [] }, VIEW)).toEqual({ shown: [], more: 1 });
    const line = { x: 0, y: 299, width: 400, height: 2 };
    expect(Math.abs(middleOf([], [line]) - 300)).toBeGreaterThan(11);
    // Everywhere lines: better over one than not at all.
    expect(middleOf([], [wall])).toBe(300);
  });

  it('of the selected object keep their chip wherever there is room', () => {
    const chip: EdgeChip = { ...CHIP, side: 'bottom', at: 900 };
    // A box like the minimap above the controls.
    const solid = [{ x: 600, y: 450, width: 400, height: 250 }];
    const shown = (one: EdgeChip): number =>
      placeChips([one], { solid, soft: [] }, VIEW).shown.length;
    expect(shown(chip)).toBe(0);
    const ofSelected: EdgeChip = { ...chip, isOfSelected: true, straight: 50 };
    expect(shown(ofSelected)).toBe(1);
    const [placed] = placeChips([ofSelected], { solid, soft: [] }, VIEW).shown;
    // The tie leads from the point where the line leaves to the chip.
    const [from, , to] = placed?.tie ?? [];
    expect(from).toEqual({ x: 900, y: 700 });
    const { x, y, width, height } = placed?.box ?? VIEW_BOX;
    expect(to).toEqual({ x: x + width / 2, y: y + height / 2 });
  });

  it('are a sum on a phone, but for a single one', () => {
    const chip = (far: string, count: number): EdgeChip => ({
      far,
      farIs: 'dependent',
      text: '3 dependents',
      count,
      invalid: true,
      side: 'left',
      at: 300 + 30 * count,
      straight: 300,
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
      straight: 300,
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
      { ...CHIP, text: 'web', invalid: false, side: 'left', at },
    ];
    const card = (y: number): Box => ({ x: 0, y, width: 400, height: 44 });
    const solid = [card(255)];
    const before = placeChips(leaving(300), { solid, soft: [] }, VIEW).shown;
    // There is room where the line leaves now, and beside it where the chip stood.
    const after = placeChips(leaving(330), { solid: [], soft: [] }, VIEW, before).shown;
    expect((after[0]?.box.y ?? 0) - (before[0]?.box.y ?? 0)).toBe(30);
    const anew = placeChips(leaving(330), { solid: [], soft: [] }, VIEW).shown;
    expect(anew[0]?.box.y).not.toBe(after[0]?.box.y);
  });
});
