import { type Box, CARD_HEIGHT, CARD_WIDTH, type Layout, layout, rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { AFAR_ZOOM, FRAME_HEADER, READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import type { RevealedCard } from '../../../src/map/view/reason-room.ts';
import {
  closeUpCamera,
  fitCamera,
  LOWER_MARGIN,
  namedCamera,
  overviewCamera,
  wholeNamespaceCamera,
} from '../../../src/map/view/start-camera.ts';
import { bare, holds, treeOf, viewOf } from '../../support/map-views.ts';
import { record } from '../../support/record.ts';
import { bigWorld } from '../../support/shop-world.ts';

/** Number of objects that are read one by one. */
const SMALL = 200;
const size = { width: 1000, height: 700 };
const phone = { width: 390, height: 600 };

/** The cards in a view, also in part: whether one of its sides cuts them, and how far they are below its upper edge. */
function cardsIn(view: Box, { x, y }: Pick<Layout, 'x' | 'y'>) {
  const [right, bottom] = [view.x + view.width, view.y + view.height];
  return [...x.entries()]
    .map(([slot, at]) => {
      const [left, top] = [at - CARD_WIDTH / 2, (y[slot] ?? 0) - CARD_HEIGHT / 2];
      const isCutAside = left < view.x || left + CARD_WIDTH > right;
      const isIn = left + CARD_WIDTH > view.x + 1 && left < right - 1;
      const isHigh = top + CARD_HEIGHT > view.y + 1 && top < bottom - 1;
      return { x: at, y: y[slot] ?? 0, isCutAside, below: top - view.y, isInView: isIn && isHigh };
    })
    .filter(({ isInView }) => isInView);
}

describe('an overview', () => {
  it('shows everything while cards have names, then as much as there is room for', () => {
    const world = (width: number) => bare({ x: 0, y: 0, width, height: 200 });
    expect(overviewCamera(world(900), size)).toMatchObject({ camera: { zoom: 1 }, fitted: true });
    expect(overviewCamera(world(2000), size)).toMatchObject({
      camera: { zoom: (size.width - 32) / 2000 },
      fitted: true,
    });
    const large = overviewCamera(world(2200), size);
    expect(large).toMatchObject({ camera: { zoom: READABLE_ZOOM }, fitted: false });
    expect(large && viewOf(large.camera, size).x).toBeGreaterThan(0);
    const larger = overviewCamera(world(3000), size);
    expect(larger).toMatchObject({ camera: { zoom: READABLE_ZOOM }, fitted: false });
    expect(overviewCamera(world(4000), size)).toBeUndefined();
  });

  it('begins at the top, where owners stand', () => {
    const high = { x: 0, y: 100, width: 300, height: 1500 };
    const { camera } = overviewCamera(bare(high), size) ?? {};
    expect(camera && viewOf(camera, size).y).toBeCloseTo(100 - 16 / READABLE_ZOOM);
  });

  it('on a side of a comparison shows everything while cards have names', () => {
    const world = (width: number) => bare({ x: 0, y: 0, width, height: 200 });
    const { camera, fitted } = overviewCamera(world(3200), size, true) ?? {};
    expect(camera?.zoom).toBeCloseTo((size.width - 32) / 3200);
    expect(fitted).toBe(true);
    expect(overviewCamera(world(3300), size, true)).toBeUndefined();
  });

  it('of a low map shows everything while cards have names', () => {
    const low = { width: 720, height: 180 };
    const tree = { x: 0, y: 0, width: 220, height: 260 };
    const { camera, fitted } = overviewCamera(bare(tree), low) ?? {};
    expect(fitted).toBe(true);
    const seen = viewOf(camera ?? { x: 0, y: 0, zoom: 1 }, low);
    expect(holds(seen, tree) && holds(seen, { x: 220, y: 260 })).toBe(true);
  });
});

describe('an overview on a phone', () => {
  it('shows everything while cards have names', () => {
    const world = bare({ x: 0, y: 0, width: 790, height: 400 });
    expect(overviewCamera(world, phone)).toMatchObject({ camera: { x: 395 }, fitted: true });
  });

  it.each([850, 1700, 9000])('of a world of %i px shows a part with readable names', (width) => {
    const { camera, fitted } =
      overviewCamera(bare({ x: 0, y: 0, width, height: 400 }), phone) ?? {};
    expect(camera?.zoom).toBe(READABLE_ZOOM);
    expect(fitted).toBe(false);
    const seen = viewOf(camera ?? { x: 0, y: 0, zoom: 1 }, phone);
    expect([0, 400].every((y) => holds(seen, { x: width / 2, y }))).toBe(true);
  });

  it.each([phone, { width: 360, height: 238 }])('cuts no card at its sides: %o', (canvas) => {
    const place = treeOf(9);
    const { camera } = overviewCamera(place, canvas) ?? {};
    if (!camera) throw new Error('There is no overview.');
    expect(camera.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    const cards = cardsIn(viewOf(camera, canvas), place);
    expect(cards.length).toBeGreaterThan(1);
    expect(cards.filter((card) => card.isCutAside)).toEqual([]);
  });
});

describe('an overview of a deletion', () => {
  it.each([phone, { width: 360, height: 238 }])(
    'shows its card, wherever it stands: %o',
    (canvas) => {
      const place = treeOf(9);
      for (let slot = 0; slot < place.uids.length; slot++) {
        const subject = { x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 };
        const { camera } = overviewCamera(place, canvas, false, subject) ?? {};
        if (!camera) throw new Error('There is no overview.');
        expect(holds(viewOf(camera, canvas), subject)).toBe(true);
      }
    },
  );

  it.each([
    { width: 1052, height: 472 },
    { width: 1402, height: 584 },
  ])(
    'on a desk shows it in a world that is too large for all of it, and no emptiness: %o',
    (desk) => {
      const place = layout(rowsOf(bigWorld(SMALL)));
      const { bounds } = place;
      for (const [slot, x] of place.x.entries()) {
        const subject = { x, y: place.y[slot] ?? 0 };
        const { camera } = overviewCamera(place, desk, false, subject) ?? {};
        if (!camera) throw new Error('There is no overview.');
        expect(camera.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
        const view = viewOf(camera, desk);
        expect(holds(view, subject)).toBe(true);
        const slack = 1 + 16 / camera.zoom;
        expect(view.x).toBeGreaterThan(bounds.x - slack);
        expect(view.y).toBeGreaterThan(bounds.y - slack);
        expect(view.x + view.width).toBeLessThan(bounds.x + bounds.width + slack);
      }
    },
  );

  it('is not for a large world, nor for one without it', () => {
    const desk = { width: 1052, height: 472 };
    expect(overviewCamera(treeOf(60), desk)).toBeUndefined();
    expect(overviewCamera(treeOf(140), desk, false, { x: 0, y: 0 })).toBeUndefined();
  });
});

describe('where the map starts', () => {
  it('a small world is shown whole and no larger than life', () => {
    expect(fitCamera(layout(rowsOf([record({ uid: 'one' })])).bounds, size).zoom).toBe(1);
  });

  it.each([
    [2000, size],
    [SMALL, phone],
    [SMALL, { width: 720, height: 335 }],
  ])('a world of %i objects is shown whole: %o', (objects, canvas) => {
    const { bounds } = layout(rowsOf(bigWorld(objects)));
    const seen = viewOf(fitCamera(bounds, canvas), canvas);
    const { x, y, width, height } = bounds;
    expect(holds(seen, { x, y }) && holds(seen, { x: x + width, y: y + height })).toBe(true);
  });

  it('a low map keeps clear of its controls while names stay readable', () => {
    const low = { width: 360, height: 283 };
    const below = (height: number): number => {
      const { y, zoom } = fitCamera({ x: 0, y: 0, width: 253, height }, low);
      return low.height / 2 - (height - y) * zoom;
    };
    expect(below(290)).toBeGreaterThanOrEqual(64);
    expect(below(600)).toBeLessThan(20);
  });

  it('a namespace is shown whole, without the room that its frame has to spare', () => {
    const place = layout(rowsOf(bigWorld(2000)));
    for (const { namespace, x, y } of place.namespaces) {
      const seen = viewOf(
        wholeNamespaceCamera(place, namespace, size) ?? { x: 0, y: 0, zoom: 1 },
        size,
      );
      const members = place.uids.flatMap((_, slot) =>
        place.namespaces[place.frames[slot] ?? -1]?.namespace === namespace
          ? [{ x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 }]
          : [],
      );
      expect(members.every((member) => holds(seen, member)) && holds(seen, { x, y })).toBe(true);
    }
    expect(wholeNamespaceCamera(place, 'not-there', size)).toBeUndefined();
  });

  it('of a namespace with a large frame shows all of it while cards are readable, else what is in it', () => {
    const stuck = record({
      uid: 'stuck',
      namespace: 'stuck',
      beingDeleted: true,
      summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
    });
    for (const many of [400, 4000]) {
      const place = layout(rowsOf([...bigWorld(many), stuck]));
      const frame = place.namespaces.find(({ namespace }) => namespace === 'stuck') ?? place.bounds;
      const camera = wholeNamespaceCamera(place, 'stuck', size) ?? { x: 0, y: 0, zoom: 1 };
      const seen = viewOf(camera, size);
      const isWhole =
        frame.x + frame.width <= seen.x + seen.width &&
        frame.y + frame.height <= seen.y + seen.height;
      const fits = fitCamera(frame, size).zoom >= READABLE_ZOOM;
      expect([fits, isWhole]).toEqual([many === 400, many === 400]);
      if (fits) continue;
      expect(camera.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
      const slot = place.uids.indexOf('stuck');
      const [x, y] = [place.x[slot] ?? 0, place.y[slot] ?? 0];
      // The card is whole in view, with the name of its namespace, which begins to the left of it and above.
      expect(holds(seen, { x: x - CARD_WIDTH / 2, y: y - CARD_HEIGHT / 2 })).toBe(true);
      expect(holds(seen, { x: x + CARD_WIDTH / 2, y: y + CARD_HEIGHT / 2 })).toBe(true);
      expect(holds(seen, frame)).toBe(true);
    }
  });

  it('of a namespace at the edge of the world, the view has no emptiness beyond the edge', () => {
    const wide = { width: 1000, height: 800 };
    let filled = 0;
    const place = layout(rowsOf(bigWorld(2000)));
    for (const { namespace } of place.namespaces) {
      const { zoom, ...at } = wholeNamespaceCamera(place, namespace, wide) ?? {
        x: 0,
        y: 0,
        zoom: 1,
      };
      const seen = viewOf({ ...at, zoom }, wide);
      filled++;
      expect(seen.y).toBeGreaterThan(place.bounds.y - 1 - 16 / zoom);
      expect(seen.x).toBeGreaterThan(place.bounds.x - 1 - 16 / zoom);
    }
    expect(filled).toBeGreaterThan(0);
  });

  it.each([size, phone])(
    'a namespace that would be so far that owners have no names is looked at where something is wrong: %o',
    (canvas) => {
      const place = layout(rowsOf(bigWorld(4000).map((one) => ({ ...one, namespace: 'all' }))));
      const frame = place.namespaces[0] ?? place.bounds;
      const whole = fitCamera(frame, canvas);
      expect(whole.zoom).toBeLessThan(AFAR_ZOOM);
      const problems = [3000, 3001, 10].map((slot) => ({
        x: place.x[slot] ?? 0,
        y: place.y[slot] ?? 0,
      }));
      for (const points of [problems, []]) {
        const camera = namedCamera(whole, place, frame, points, canvas);
        expect(camera.zoom).toBe(AFAR_ZOOM);
        const seen = viewOf(camera, canvas);
        expect(holds(seen, points[0] ?? frame)).toBe(true);
        expect(seen.x).toBeGreaterThan(place.bounds.x - 1 - 16 / camera.zoom);
        expect(seen.y).toBeGreaterThan(place.bounds.y - 1 - 16 / camera.zoom);
      }
      const near = { ...whole, zoom: AFAR_ZOOM };
      expect(namedCamera(near, place, frame, problems, canvas)).toBe(near);
    },
  );
});

describe('a close-up on a phone', () => {
  const around: Box = { x: 0, y: 0, width: 3000, height: 2000 };
  const wide = bare(around);
  const card = { x: 2900, y: 1970 };

  it.each([phone, { width: 390, height: 185 }])(
    'has readable names, and the card is above the controls (%o)',
    (view) => {
      const camera = closeUpCamera(card, [], around, wide, view);
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
    const { zoom = 0 } = closeUpCamera({ x: 100, y: 20 }, [], pair, bare(pair), phone) ?? {};
    expect(zoom).toBeCloseTo((phone.width - 32) / 400);
  });

  it('is not for a wider map', () => {
    expect(closeUpCamera(card, [], around, wide, size)).toBeUndefined();
  });

  it.each([
    { width: 390, height: 338 },
    { width: 360, height: 284 },
  ])('shows its owner, whole, and no emptiness beside the world: %o', (view) => {
    const place = treeOf(4);
    const slotOf = (uid: string): number => place.uids.indexOf(uid);
    const at = (slot: number) => ({ x: place.x[slot] ?? 0, y: place.y[slot] ?? 0 });
    const owner = at(slotOf('top'));
    for (const set of [0, 1, 2, 3]) {
      const card = at(slotOf(`set-${set}`));
      // A gone object has no lines.
      const alone = { x: card.x - 96, y: card.y - 22, width: 192, height: 44 };
      for (const mentioned of [[], [owner]]) {
        const camera = closeUpCamera(card, mentioned, alone, place, view);
        if (!camera) throw new Error('There is no close-up.');
        const seen = viewOf(camera, view);
        for (const { x, y } of [card, ...mentioned]) {
          expect(holds(seen, { x: x - CARD_WIDTH / 2, y: y - CARD_HEIGHT / 2 })).toBe(true);
          expect(holds(seen, { x: x + CARD_WIDTH / 2, y: y + CARD_HEIGHT / 2 })).toBe(true);
        }
        const { x, width } = place.bounds;
        const beside = 17 / camera.zoom;
        expect(seen.x).toBeGreaterThan(x - beside);
        expect(seen.x + seen.width).toBeLessThan(x + width + beside);
      }
    }
  });

  it.each([8, 12])('leaves none of %i trees under the controls', (trees) => {
    const place = treeOf(trees);
    const view = { width: 390, height: 336 };
    for (const [slot, x] of place.x.entries()) {
      const at = { x, y: place.y[slot] ?? 0 };
      const alone = { x: x - 96, y: at.y - 22, width: 192, height: 44 };
      const camera = closeUpCamera(at, [], alone, place, view);
      if (!camera) throw new Error('There is no close-up.');
      const seen = viewOf(camera, view);
      const [left, top] = [seen.x + (390 - 288) / camera.zoom, seen.y + (336 - 48) / camera.zoom];
      const covered = cardsIn(seen, place).filter(
        (card) => card.x + CARD_WIDTH / 2 > left && card.y + CARD_HEIGHT / 2 > top,
      );
      expect(covered).toEqual([]);
    }
  });

  it.each([
    { width: 390, height: 352 },
    { width: 360, height: 284 },
  ])(
    'has room for the reason of the card, wherever that begins, as far as the world goes: %o',
    (view) => {
      const spaces = Array.from({ length: 40 }, (_, at) => {
        const blockedBy = `Database preview-${at}/db, finalizer example.com/deprovision`;
        return record({
          uid: `space-${at}`,
          kind: 'Namespace',
          namespace: '',
          beingDeleted: true,
          summary: { verdict: 'waits', rule: 'AD-02', blockedBy },
        });
      });
      const place = layout(rowsOf(spaces));
      const { bounds } = place;
      const reason = { width: 205, height: 26 };
      const check = (card: RevealedCard, around: Box): void => {
        const camera = closeUpCamera(card, [], around, place, view);
        if (!camera) throw new Error('There is no close-up.');
        const { zoom } = camera;
        const seen = viewOf(camera, view);
        const width = Math.min(reason.width, (view.width - 16) / 2 + 96 * zoom) / zoom;
        expect(seen.x).toBeLessThanOrEqual(Math.max(card.x + 96 - width, bounds.x));
        const right = Math.min(card.x - 96 + width, bounds.x + bounds.width);
        expect(seen.x + seen.width).toBeGreaterThanOrEqual(right);
        const below = seen.y + seen.height - card.y - CARD_HEIGHT / 2;
        expect(below * zoom).toBeGreaterThanOrEqual(LOWER_MARGIN + reason.height - 0.01);
      };
      for (const [slot, x] of place.x.entries()) {
        const card = { x, y: place.y[slot] ?? 0, reason };
        check(card, { x: x - 96, y: card.y - 22, width: 192, height: 44 });
        // The object that it waits for is far away.
        check(card, bounds);
      }
    },
  );

  it('leaves no card under the header of its namespace', () => {
    const place = treeOf(9);
    for (const [slot, x] of place.x.entries()) {
      const at = { x, y: place.y[slot] ?? 0 };
      const alone = { x: x - 96, y: at.y - 22, width: 192, height: 44 };
      const view = { width: 390, height: 238 };
      const camera = closeUpCamera(at, [], alone, place, view);
      if (!camera) throw new Error('There is no close-up.');
      const cards = cardsIn(viewOf(camera, view), place);
      expect(cards.some((each) => each.x === at.x && each.y === at.y)).toBe(true);
      expect(cards.filter(({ below }) => below < FRAME_HEADER / camera.zoom)).toEqual([]);
    }
  });
});

it('on a phone, a card and what is mentioned with it stay above a note over the folded statement', () => {
  const [card, below] = [
    { x: 0, y: 0 },
    { x: 0, y: 600 },
  ];
  const world = { x: -2000, y: -2000, width: 4000, height: 4000 };
  const camera = closeUpCamera(card, [below], world, bare(world), { width: 390, height: 352 });
  const { y = 0, zoom = 1 } = camera ?? {};
  const under = 352 / 2 - (below.y + CARD_HEIGHT / 2 - y) * zoom;
  expect(under).toBeGreaterThan(90);
});
