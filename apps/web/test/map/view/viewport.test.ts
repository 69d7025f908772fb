import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  contains,
  layout,
  type Point,
  rowsOf,
} from '@gcscope/picture';
import cytoscape from 'cytoscape';
import { describe, expect, it, vi } from 'vitest';
import { READABLE_ZOOM } from '../../../src/map/view/measures.ts';
import { Viewport } from '../../../src/map/view/viewport.ts';
import type { Missing } from '../../../src/map/view/zoom-around.ts';
import { nearestIfLost } from '../../../src/map/world/nowhere.ts';
import { after, before } from '../../support/moved-world.ts';
import { ownedBy, record } from '../../support/record.ts';

// Nothing travels here.
vi.stubGlobal('cancelAnimationFrame', () => undefined);

const SIZE = { width: 1000, height: 700 };
const moved = before.namespaces.find(({ namespace, x, y }) => {
  const now = after.namespaces.find((frame) => frame.namespace === namespace);
  return now !== undefined && (now.x !== x || now.y !== y);
});
const namespace = moved?.namespace ?? '';

const ALONE = { mentioned: [], awaited: [], relatives: [], home: before.bounds };

interface Look {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** A viewport of this size that looks at that namespace, and what it looks at. */
function begun(size = SIZE): { readonly viewport: Viewport; readonly look: () => Look } {
  const cy = cytoscape({ headless: true });
  const nothing = (): void => undefined;
  const events = { onRest: nothing, onArrive: nothing };
  const viewport = new Viewport(cy, () => size, true, events);
  viewport.restart({ namespace });
  viewport.follow(before, layout(rowsOf([])));
  const look = (): Look => {
    const [zoom, pan] = [cy.zoom(), cy.pan()];
    return { x: (size.width / 2 - pan.x) / zoom, y: (size.height / 2 - pan.y) / zoom, zoom };
  };
  return { viewport, look };
}

/** The view that a link to the namespace leads to in the later layout. */
function linked(): Look {
  const { viewport, look } = begun();
  viewport.visit({ namespace }, after);
  viewport.stop();
  return look();
}

it('an object at the upper edge of the world comes into view without the emptiness above it', () => {
  const { viewport, look } = begun();
  const { x, y, bounds } = before;
  const top = y.indexOf(Math.min(...y));
  const away = { x: bounds.x + bounds.width + 9000, y: bounds.y + bounds.height + 9000 };
  viewport.centre(away.x, away.y);
  const card = { x: x[top] ?? 0, y: y[top] ?? 0 };
  viewport.reveal(card, ALONE, () => bounds, before);
  const upper = look().y - SIZE.height / 2 / look().zoom;
  expect(upper).toBeGreaterThan(bounds.y - 20 / look().zoom);
  expect(upper).toBeLessThan(card.y);
  expect(Math.abs(look().x - card.x)).toBeLessThan(SIZE.width / 2 / look().zoom);
  viewport.stop();
});

describe('a card that comes into view', () => {
  const { bounds } = before;
  const card = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  const home = { x: card.x - 2000, y: card.y - 1500, width: 4000, height: 3000 };

  /** The part of the world in view once a card with these relatives has come into it, in a namespace with this content. */
  function shown(relatives: readonly Point[], content = home): Box & { zoom: number } {
    const { viewport, look } = begun();
    viewport.centre(bounds.x, bounds.y);
    viewport.reveal(card, { ...ALONE, relatives, home: content }, () => bounds, before);
    viewport.stop();
    const { x, y, zoom } = look();
    const [width, height] = [SIZE.width / zoom, SIZE.height / zoom];
    return { x: x - width / 2, y: y - height / 2, width, height, zoom };
  }

  it('brings its near owners and dependents along, and leaves out those too far for readable names', () => {
    const near = { x: card.x + 1000, y: card.y };
    const far = { x: card.x - 4000, y: card.y };
    const view = shown([far, near]);
    expect(view.zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    for (const each of [card, near]) expect(contains(view, boxOf(each))).toBe(true);
    expect(contains(view, boxOf(far))).toBe(false);
  });

  it('has what stands in its namespace beside it, not the room that the frame has to spare', () => {
    // The content ends just beside the card, and all of its height has room.
    const content = { x: card.x - 3000, y: card.y - 100, width: 3100, height: 500 };
    const view = shown([], content);
    expect(contains(view, boxOf(card))).toBe(true);
    expect(view.x + view.width).toBeLessThan(content.x + content.width + CARD_WIDTH + 20);
    expect(view.y).toBeLessThan(content.y);
    expect(view.y + view.height).toBeGreaterThan(content.y + content.height);
  });

  it('has them in a smaller view, too, as that of a map beside which a panel opens, until the map moves', () => {
    const near = { x: card.x + 1000, y: card.y };
    const size = { ...SIZE };
    const { viewport, look } = begun(size);
    viewport.centre(bounds.x, bounds.y);
    const reveal = (): void =>
      viewport.reveal(card, { ...ALONE, relatives: [near], home }, () => bounds, before);
    reveal();
    size.width = 900;
    reveal();
    const { x, zoom } = look();
    expect(zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    expect(x + size.width / 2 / zoom).toBeGreaterThan(near.x + CARD_WIDTH / 2);
    viewport.centre(card.x, card.y);
    const moved = look();
    reveal();
    expect(look()).toEqual(moved);
    viewport.stop();
  });
});

function boxOf({ x, y }: Point): Box {
  return {
    x: x - CARD_WIDTH / 2,
    y: y - CARD_HEIGHT / 2,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  };
}

describe('a zoom', () => {
  const corner = { x: 100, y: 100 };
  const size = { width: 1000, height: 600 };
  /** A frame of 4000 px with one card in its corner, as a whole in view. */
  function pointed(): { viewport: Viewport; holdsCard: () => boolean; look: () => Look } {
    const cy = cytoscape({ headless: true });
    cy.viewport({ zoom: 0.15, pan: { x: 200, y: 200 } });
    const nothing = (): void => undefined;
    const place = layout(rowsOf([record({ uid: 'one' })]));
    const [frame] = place.namespaces;
    const big = {
      ...place,
      namespaces: [{ ...(frame ?? place.namespaces[0]), x: 0, y: 0, width: 4000, height: 4000 }],
      x: new Float32Array([corner.x]),
      y: new Float32Array([corner.y]),
    } as typeof place;
    const missing: Missing = (at, view) => nearestIfLost(at, view, big);
    const viewport = new Viewport(cy, () => size, true, {
      onRest: nothing,
      onArrive: nothing,
      missing,
    });
    const look = (): Look => ({ zoom: cy.zoom(), ...cy.pan() });
    const holdsCard = (): boolean => {
      const { x, y, zoom } = look();
      const at = { x: corner.x * zoom + x, y: corner.y * zoom + y };
      return at.x > 0 && at.y > 0 && at.x < size.width && at.y < size.height;
    };
    return { viewport, holdsCard, look };
  }

  it.each([
    { steps: 4, at: { x: 500, y: 450 }, travels: true },
    { steps: 4, at: { x: 500, y: 240 }, travels: true },
    { steps: 4, at: { x: 780, y: 590 }, travels: true },
    { steps: 40, at: { x: 500, y: 450 }, travels: false },
  ])(
    'in, over a frame with much room to spare, leads to what is in it: $steps steps at $at',
    (given) => {
      const { viewport, holdsCard, look } = pointed();
      for (let step = 0; step < given.steps; step++) {
        viewport.zoomBy(6 ** (1 / given.steps), given.at, given.travels);
        expect(holdsCard()).toBe(true);
      }
      expect(look().zoom).toBeGreaterThan(READABLE_ZOOM);
      viewport.stop();
    },
  );

  it('keeps what is under the pointer while a card of the frame is in view, out of it always', () => {
    const { viewport, look } = pointed();
    const under = (): number[] => [(500 - look().x) / look().zoom, (450 - look().y) / look().zoom];
    const before = under();
    viewport.zoomBy(1.1, { x: 500, y: 450 });
    expect(under()).toEqual(before.map((each) => expect.closeTo(each, 6)));
    viewport.centre(3000, 3000);
    const lost = under();
    viewport.zoomBy(1 / 1.1, { x: 500, y: 450 });
    expect(under()).toEqual(lost.map((each) => expect.closeTo(each, 6)));
    viewport.stop();
  });
});

describe('a view of a namespace', () => {
  it('goes along when the namespace leaves its place', () => {
    const { viewport, look } = begun();
    const first = look();
    viewport.follow(after, before);
    expect(look()).not.toEqual(first);
    expect(look()).toEqual(linked());
  });

  it('stays where it is once the user has moved it, or has opened a stack in it', () => {
    const zoomed = begun();
    zoomed.viewport.zoomBy(1.2);
    const opened = begun();
    opened.viewport.keep(
      () => ({ x: 0, y: 0 }),
      () => undefined,
    );
    for (const { viewport, look } of [zoomed, opened]) {
      const first = look();
      viewport.follow(after, before);
      expect(look()).toEqual(first);
      viewport.stop();
    }
  });
});

it.each([
  ['a desk', SIZE],
  ['a phone', { width: 390, height: 700 }],
])(
  'on %s, what a card waits for comes into view with it, if names are readable then',
  (_, size) => {
    const { x: left, y: top } = before.bounds;
    const card = { x: left + 100, y: top + 100 };
    const near = { x: card.x + 300, y: card.y + 500 };
    const far = { x: card.x + 9000, y: card.y };
    const { viewport, look } = begun(size);
    viewport.reveal(card, { ...ALONE, awaited: [far, near] }, () => before.bounds, before);
    viewport.stop();
    const { x, y, zoom } = look();
    expect(zoom).toBeGreaterThanOrEqual(READABLE_ZOOM - 0.001);
    for (const each of [card, near]) {
      expect(Math.abs(each.x - x)).toBeLessThan(size.width / 2 / zoom - CARD_WIDTH / 2);
      expect(Math.abs(each.y - y)).toBeLessThan(size.height / 2 / zoom);
    }
  },
);

it('what a card waits for comes into view from farther away, if only kinds and states can be told then', () => {
  const { x: left, y: top } = before.bounds;
  const card = { x: left + 100, y: top + 100 };
  for (const [away, isShown] of [
    [1900, true],
    [9000, false],
  ] as const) {
    const { viewport, look } = begun();
    const awaited = [{ x: card.x + away, y: card.y }];
    viewport.reveal(card, { ...ALONE, awaited }, () => before.bounds, before);
    viewport.stop();
    const { x, zoom } = look();
    expect(zoom < READABLE_ZOOM).toBe(isShown);
    expect(zoom).toBeGreaterThanOrEqual(0.4);
    expect(card.x + away < x + SIZE.width / 2 / zoom).toBe(isShown);
  }
});

it('on a phone, an object that comes into view has a cut card on one side at most', () => {
  const owner = record({ uid: 'owner', kind: 'Deployment' });
  const below = Array.from({ length: 30 }, (_, at) =>
    record({ uid: `below-${at}`, kind: `Kind${at}`, owners: [ownedBy(owner)] }),
  );
  const placed = layout(rowsOf([owner, ...below]));
  const phone = { width: 390, height: 560 };
  for (let slot = 1; slot < placed.uids.length; slot++) {
    const { viewport, look } = begun(phone);
    viewport.restart(undefined);
    viewport.follow(placed, layout(rowsOf([])));
    const [x = 0, y = 0] = [placed.x[slot], placed.y[slot]];
    viewport.reveal({ x, y }, ALONE, () => placed.bounds, placed);
    viewport.stop();
    const { zoom, ...camera } = look();
    expect(zoom).toBeGreaterThanOrEqual(READABLE_ZOOM);
    const half = phone.width / 2 / zoom;
    const [left, right] = [camera.x - half, camera.x + half];
    const isCut = (middle: number): boolean => {
      const [from, to] = [middle - CARD_WIDTH / 2, middle + CARD_WIDTH / 2];
      return (from < left && to > left) || (from < right && to > right);
    };
    expect(new Set([...placed.x].filter(isCut)).size).toBeLessThanOrEqual(1);
  }
});
