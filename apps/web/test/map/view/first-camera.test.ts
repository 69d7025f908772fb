import { CARD_HEIGHT, type Point } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { inViewOf } from '../../../src/map/view/in-view.ts';
import { CARD_NAMES_ZOOM } from '../../../src/map/view/measures.ts';
import { firstCamera, LOWER_MARGIN } from '../../../src/map/view/start-camera.ts';
import { viewOf } from '../../support/map-views.ts';

/** Number of objects that are read one by one. */
const SMALL = 200;

it('a fitted view shows all of a world of which nothing is covered, most of one that goes on below, else a part', () => {
  const size = { width: 1048, height: 600 };
  const zoom = CARD_NAMES_ZOOM;
  const view = { x: -50, y: -50, width: size.width / zoom, height: size.height / zoom };
  const world = (height: number) => ({ bounds: { x: 0, y: 0, width: 2000, height } });
  const seen = (height: number, isFitted = true): string =>
    inViewOf(view, size, world(height), isFitted);
  const clear = (size.height - 15 - 56) / zoom;
  expect([clear - 1, clear + 20, 3000].map((height) => seen(height))).toEqual([
    'all',
    'most',
    'most',
  ]);
  expect([clear + 20, 3000].map((height) => seen(height, false))).toEqual(['all', 'part']);
});

describe('a view without a place', () => {
  const size = { width: 1048, height: 600 };
  const world = (zoom: number, count = SMALL) => ({
    bounds: { x: 0, y: 0, width: 2000, height: (size.height - 16 - LOWER_MARGIN) / zoom },
    uids: Array.from({ length: count }, (_, at) => `${at}`),
  });
  const zooms = (zoom: number, problems: readonly Point[] = [], count = SMALL): number =>
    firstCamera(world(zoom, count), size, () => problems).zoom;

  it('begins with names, where everything would only just have none', () => {
    const camera = firstCamera(world(0.24), size, () => []);
    expect(camera.zoom).toBe(CARD_NAMES_ZOOM);
    expect(viewOf(camera, size).y).toBeCloseTo(-16 / CARD_NAMES_ZOOM);
  });

  it('begins with everything where that has names, or next to none would be in view', () => {
    expect([zooms(0.35), zooms(0.19)].map((zoom) => zoom.toFixed(2))).toEqual(['0.35', '0.19']);
  });

  it('of more objects than are read one by one begins with everything', () => {
    expect(zooms(0.24, [], 4000)).toBeCloseTo(0.24);
  });

  it('begins where all problems are in view, above what floats; with everything if they have no room', () => {
    const bottom = { x: 900, y: world(0.24).bounds.height - 60 };
    const camera = firstCamera(world(0.24), size, () => [bottom]);
    expect(camera.zoom).toBe(CARD_NAMES_ZOOM);
    const { y, height } = viewOf(camera, size);
    const foot = y + height - LOWER_MARGIN / CARD_NAMES_ZOOM;
    expect(bottom.y + CARD_HEIGHT / 2).toBeLessThan(foot);
    expect(zooms(0.24, [{ x: 100, y: 60 }, bottom])).toBeCloseTo(0.24);
  });
});
