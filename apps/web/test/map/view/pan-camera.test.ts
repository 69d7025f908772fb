import { type Box, CARD_HEIGHT, CARD_WIDTH } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/address/view-search.ts';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { cornerOf, panCamera, withRoomFor } from '../../../src/map/view/start-camera.ts';
import { holds, NO_CARDS, treeOf, viewOf } from '../../support/map-views.ts';

describe('a camera that follows a step on a desk', () => {
  const desk = { width: 1052, height: 472 };
  const camera = { x: 1000, y: 1000, zoom: 0.62 };
  const card = { x: 1000, y: 1000 };
  const show = (mentioned: readonly Pick<Box, 'x' | 'y'>[]) =>
    panCamera(withRoomFor(card, mentioned, desk, camera.zoom), camera, NO_CARDS, desk);

  it('stays where what is mentioned is in view, or has no room', () => {
    expect(show([])).toEqual(camera);
    expect(show([{ x: 1300, y: 900 }])).toEqual(camera);
    expect(show([{ x: 3000, y: 1000 }])).toEqual(camera);
  });

  it('takes any number of objects that are mentioned', () => {
    const beside = { x: 1300, y: 900 };
    const mentioned = Array.from({ length: 200_000 }, () => beside);
    const shown = withRoomFor(card, mentioned, desk, camera.zoom);
    expect(shown).toHaveLength(1 + mentioned.length);
    expect(panCamera(shown, camera, NO_CARDS, desk)).toEqual(camera);
  });

  it('moves, and does not zoom, until the card and what is mentioned are whole', () => {
    const mentioned = { x: 2200, y: 700 };
    const moved = show([{ x: 9000, y: 1000 }, mentioned]);
    expect(moved.zoom).toBe(camera.zoom);
    const seen = viewOf(moved, desk);
    for (const { x, y } of [card, mentioned]) {
      expect(holds(seen, { x: x - CARD_WIDTH / 2, y: y - CARD_HEIGHT / 2 })).toBe(true);
      expect(holds(seen, { x: x + CARD_WIDTH / 2, y: y + CARD_HEIGHT / 2 })).toBe(true);
    }
    expect(seen.x + seen.width - mentioned.x).toBeLessThan(CARD_WIDTH);
  });
});

it('on a desk, a card that would be under the minimap comes above it, if all have room there', () => {
  const size = { width: 1052, height: 760 };
  const camera = { x: 0, y: 0, zoom: 0.8 };
  const start = { x: -300, y: -200 };
  // A point in view, but under the minimap.
  const mentioned = { x: 560, y: 300 };
  const moved = panCamera([start, mentioned], camera, NO_CARDS, size);
  const { x, y, width, height } = viewOf(moved, size);
  const right = (x + width - mentioned.x - CARD_WIDTH / 2) * moved.zoom;
  const below = (y + height - mentioned.y - CARD_HEIGHT / 2) * moved.zoom;
  expect(cornerOf(size).some((each) => right < each.width && below < each.height)).toBe(false);
  expect(below).toBeGreaterThan(190);
  expect(start.y - CARD_HEIGHT / 2).toBeGreaterThan(y);
});

describe('on a desk with a crowd of cards, a camera that follows a step', () => {
  let [all, left] = [0, 0];
  const place = treeOf(30);
  const desk = { width: 1052, height: 760 };
  const zoom = READABLE_ZOOM;
  const middles = place.uids.map((_, slot) => ({ x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 }));

  /** The cards that the edges of the view cut, or that lie under what floats in its corner. */
  function faultyIn(camera: Camera): readonly Pick<Box, 'x' | 'y'>[] {
    const view = viewOf(camera, desk);
    const [right, bottom] = [view.x + view.width, view.y + view.height];
    const [across, down] = [CARD_WIDTH / 2, CARD_HEIGHT / 2];
    return middles.filter(({ x, y }) => {
      if (x + across <= view.x || x - across >= right) return false;
      if (y + down <= view.y || y - down >= bottom) return false;
      const isCut = x - across < view.x || x + across > right || y - down < view.y;
      return (
        isCut ||
        y + down > bottom ||
        cornerOf(desk).some(
          ({ width, height }) =>
            x + across > right - width / zoom && y + down > bottom - height / zoom,
        )
      );
    });
  }

  it('has the cards of the step whole and uncovered, and cuts fewer of the others', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...middles),
        fc.constantFrom(...middles),
        fc.constantFrom(...middles),
        (card, mentioned, from) => {
          const shown = withRoomFor(card, [mentioned], desk, zoom);
          const moved = panCamera(shown, { ...from, zoom }, place, desk);
          expect(moved.zoom).toBe(zoom);
          const faulty = faultyIn(moved);
          expect(shown.filter((each) => faulty.includes(each))).toEqual([]);
          const least = panCamera(shown, { ...from, zoom }, NO_CARDS, desk);
          expect(faulty.length).toBeLessThanOrEqual(faultyIn(least).length + 1);
          all += faultyIn(least).length;
          left += faulty.length;
        },
      ),
      { seed: 7 },
    );
    expect(left).toBeLessThan(all / 2);
  });
});
