import { CARD_HEIGHT, CARD_WIDTH, layout, rowsOf } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ViewIndex } from '../../../src/map/world/view-index.ts';
import { bigWorld } from '../../support/shop-world.ts';

const place = layout(rowsOf(bigWorld(600)));
const index = new ViewIndex(place);
const { bounds } = place;

describe('view index', () => {
  it('finds the cards that touch a box: the same as looking at every card', () => {
    const x = fc.integer({ min: -500, max: Math.round(bounds.width) + 500 });
    const y = fc.integer({ min: -500, max: Math.round(bounds.height) + 500 });
    const size = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(x, y, size, size, (left, top, width, height) => {
        const every = place.uids
          .map((_, slot) => slot)
          .filter((slot) => {
            const dx = Math.abs((place.x[slot] ?? 0) - (left + width / 2));
            const dy = Math.abs((place.y[slot] ?? 0) - (top + height / 2));
            return dx <= (CARD_WIDTH + width) / 2 && dy <= (CARD_HEIGHT + height) / 2;
          });
        const found = index.inBox({ x: left, y: top, width, height });
        expect(found.sort((a, b) => a - b)).toEqual(every);
      }),
    );
  });

  it('finds the card at a point', () => {
    expect(index.at(place.x[17] ?? 0, (place.y[17] ?? 0) + CARD_HEIGHT / 2 - 1)).toBe(17);
    expect(index.at(bounds.x - 100, bounds.y - 100)).toBeUndefined();
  });

  it('stops looking when there are too many', () => {
    const found = index.inBox(bounds, 10);
    expect(found.length).toBeGreaterThan(10);
    expect(found.length).toBeLessThan(place.uids.length);
  });
});
