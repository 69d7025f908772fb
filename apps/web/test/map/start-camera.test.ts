import { markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import { type Box, CARD_HEIGHT, layout, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/address/view-search.ts';
import {
  CARD_NAMES_ZOOM,
  closeUpCamera,
  LOWER_MARGIN,
  namespaceCamera,
  overviewCamera,
  READABLE_ZOOM,
  type Size,
  startCamera,
} from '../../src/map/start-camera.ts';
import { record } from '../support/record.ts';
import { bigWorld } from '../support/shop-world.ts';

/** As many objects as are read one by one. */
const SMALL = 200;
const size = { width: 1000, height: 700 };
const phone = { width: 390, height: 600 };

function viewOf({ x, y, zoom }: Camera, { width, height }: Size): Box {
  const [across, down] = [width / zoom, height / zoom];
  return { x: x - across / 2, y: y - down / 2, width: across, height: down };
}

function holds(box: Box, { x, y }: Pick<Box, 'x' | 'y'>): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function calm(each: NodeRecord): NodeRecord {
  return {
    ...each,
    beingDeleted: false,
    virtual: false,
    summary: { verdict: 'stays', rule: 'AD-17' },
  };
}

function blocked(each: NodeRecord): NodeRecord {
  return {
    ...calm(each),
    beingDeleted: true,
    summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
  };
}

describe('an overview', () => {
  it('shows everything while names stay readable, then as much as there is room for', () => {
    const world = (width: number): Box => ({ x: 0, y: 0, width, height: 200 });
    expect(overviewCamera(world(900), size)).toMatchObject({ camera: { zoom: 1 }, fitted: true });
    const large = overviewCamera(world(2000), size);
    expect(large).toMatchObject({ camera: { zoom: READABLE_ZOOM }, fitted: false });
    expect(large && viewOf(large.camera, size).x).toBeGreaterThan(0);
    const larger = overviewCamera(world(3000), size);
    expect(larger).toMatchObject({ camera: { zoom: READABLE_ZOOM }, fitted: false });
    expect(overviewCamera(world(4000), size)).toBeUndefined();
  });

  it('begins at the top, where owners stand', () => {
    const high = { x: 0, y: 100, width: 300, height: 1500 };
    const { camera } = overviewCamera(high, size) ?? {};
    expect(camera && viewOf(camera, size).y).toBeCloseTo(100 - 16 / READABLE_ZOOM);
  });

  it('on a side of a comparison shows everything while cards have names', () => {
    const world = (width: number): Box => ({ x: 0, y: 0, width, height: 200 });
    const { camera, fitted } = overviewCamera(world(3200), size, true) ?? {};
    expect(camera?.zoom).toBeCloseTo((size.width - 32) / 3200);
    expect(fitted).toBe(true);
    expect(overviewCamera(world(3300), size, true)).toBeUndefined();
  });

  it('of a low map shows everything while cards have names', () => {
    const low = { width: 720, height: 180 };
    const tree = { x: 0, y: 0, width: 220, height: 260 };
    const { camera, fitted } = overviewCamera(tree, low) ?? {};
    expect(fitted).toBe(true);
    const seen = viewOf(camera ?? { x: 0, y: 0, zoom: 1 }, low);
    expect(holds(seen, tree) && holds(seen, { x: 220, y: 260 })).toBe(true);
  });
});

describe('an overview on a phone', () => {
  const overviewOf = (width: number) => overviewCamera({ x: 0, y: 0, width, height: 400 }, phone);

  it('shows everything while cards have names', () => {
    expect(overviewOf(1190)).toMatchObject({ camera: { x: 595 }, fitted: true });
  });

  it.each([1250, 1400, 1700])(
    'of a world of %i px shows as much as fits with names, from the top',
    (width) => {
      const { camera, fitted } = overviewOf(width) ?? {};
      expect(camera?.zoom).toBeGreaterThanOrEqual(CARD_NAMES_ZOOM);
      expect(fitted).toBe(false);
      const seen = viewOf(camera ?? { x: 0, y: 0, zoom: 1 }, phone);
      expect(holds(seen, { x: width / 2, y: 0 }) && holds(seen, { x: width / 2, y: 400 })).toBe(
        true,
      );
      // All of it where only the margins are in the way.
      expect(holds(seen, { x: 0, y: 0 }) && holds(seen, { x: width, y: 400 })).toBe(width < 1300);
    },
  );

  it('shows nothing of a world of which that would be next to nothing', () => {
    expect(overviewOf(1900)).toBeUndefined();
  });
});

describe('where the map starts', () => {
  it('a small world is shown whole and no larger than life', () => {
    const one = record({ uid: 'one' });
    const start = startCamera(layout(rowsOf([one])), rowsOf([one]).marks, size);
    expect(start.fitted).toBe(true);
    expect(start.camera.zoom).toBe(1);
  });

  it.each([size, phone])('a large world is shown whole: %o', (canvas) => {
    const records = new Map(bigWorld(2000).map((each) => [each.uid, each]));
    const place = layout(rowsOf(records.values()));
    const { camera, fitted } = startCamera(place, rowsOf(records.values()).marks, canvas);
    expect(fitted).toBe(true);
    const seen = viewOf(camera, canvas);
    const { x, y, width, height } = place.bounds;
    expect(holds(seen, { x, y }) && holds(seen, { x: x + width, y: y + height })).toBe(true);
  });

  it.each([size, phone])(
    'a small one starts readable, where the worst problems is: %o',
    (canvas) => {
      const records = new Map(bigWorld(SMALL).map((each) => [each.uid, each]));
      const place = layout(rowsOf(records.values()));
      const { camera, fitted } = startCamera(place, rowsOf(records.values()).marks, canvas);
      expect(fitted).toBe(false);
      expect(camera.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
      const seen = viewOf(camera, canvas);
      const inView = place.uids.filter((_, slot) =>
        holds(seen, { x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 }),
      );
      const marks = inView.flatMap((uid) => records.get(uid) ?? []).map(markOf);
      expect(marks).toContain('blocked');
    },
  );

  it('a namespace is shown whole, without the room that its frame has to spare', () => {
    const place = layout(rowsOf(bigWorld(2000)));
    for (const { namespace, x, y } of place.namespaces) {
      const seen = viewOf(namespaceCamera(place, namespace, size) ?? { x: 0, y: 0, zoom: 1 }, size);
      const members = place.uids.flatMap((_, slot) =>
        place.namespaces[place.frames[slot] ?? -1]?.namespace === namespace
          ? [{ x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 }]
          : [],
      );
      expect(members.every((member) => holds(seen, member)) && holds(seen, { x, y })).toBe(true);
    }
    expect(namespaceCamera(place, 'not-there', size)).toBeUndefined();
  });

  it('of a namespace at the edge of the world, the view has no emptiness beyond the edge', () => {
    const wide = { width: 1000, height: 800 };
    const place = layout(rowsOf(bigWorld(2000)));
    for (const { namespace } of place.namespaces) {
      const { zoom, ...at } = namespaceCamera(place, namespace, wide) ?? { x: 0, y: 0, zoom: 1 };
      const seen = viewOf({ ...at, zoom }, wide);
      expect(seen.y).toBeGreaterThan(place.bounds.y - 1 - 16 / zoom);
      expect(seen.x).toBeGreaterThan(place.bounds.x - 1 - 16 / zoom);
    }
  });

  it.each([
    [700, 500],
    [1000, 700],
  ])(
    'at %i x %i px it shows no emptiness beside the world while part of the world is cut off',
    (width, height) => {
      // Problems in one namespace after the other: at each edge of the world once.
      const place = layout(rowsOf(bigWorld(SMALL)));
      for (const { namespace } of place.namespaces) {
        const records = new Map(
          bigWorld(SMALL).map((each) => [
            each.uid,
            each.namespace === namespace ? blocked(each) : calm(each),
          ]),
        );
        const { camera, fitted } = startCamera(place, rowsOf(records.values()).marks, {
          width,
          height,
        });
        const seen = viewOf(camera, { width, height });
        const { bounds } = place;
        const slack = 1 + 72 / camera.zoom;
        expect(fitted).toBe(false);
        expect(seen.x).toBeGreaterThan(bounds.x - slack);
        expect(seen.y).toBeGreaterThan(bounds.y - slack);
        expect(seen.x + seen.width).toBeLessThan(bounds.x + bounds.width + slack);
        expect(seen.y + seen.height).toBeLessThan(bounds.y + bounds.height + slack);
      }
    },
  );
});

describe('a close-up on a phone', () => {
  const around: Box = { x: 0, y: 0, width: 3000, height: 2000 };
  const card = { x: 2900, y: 1970 };

  it.each([phone, { width: 390, height: 185 }])(
    'has readable names, and the card is above the controls (%o)',
    (view) => {
      const camera = closeUpCamera(card, around, view);
      if (!camera) throw new Error('There is no close-up.');
      expect(camera.zoom).toBe(READABLE_ZOOM);
      const seen = viewOf(camera, view);
      expect(holds(seen, card)).toBe(true);
      const below = (seen.y + seen.height - card.y - CARD_HEIGHT / 2) * camera.zoom;
      expect(below).toBeGreaterThanOrEqual(LOWER_MARGIN);
    },
  );

  it('comes as close as the neighbours allow', () => {
    const pair: Box = { x: 0, y: 0, width: 400, height: 200 };
    const { zoom = 0 } = closeUpCamera({ x: 100, y: 20 }, pair, phone) ?? {};
    expect(zoom).toBeCloseTo((phone.width - 32) / 400);
  });

  it('is not for a wider map', () => {
    expect(closeUpCamera(card, around, size)).toBeUndefined();
  });
});
