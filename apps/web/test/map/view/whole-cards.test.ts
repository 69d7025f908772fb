import { CARD_HEIGHT, CARD_WIDTH, type Frame } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import {
  boundsAround,
  leastCut,
  type View,
  wholeCardsAround,
} from '../../../src/map/view/whole-cards.ts';

const size = { width: 1000, height: 500 };
/** A camera that shows x -500 to 500 and y -250 to 250. */
const camera = { x: 0, y: 0, zoom: 1 };
const middle = { x: 0, y: 0 };

interface Things {
  readonly corner?: View['corner'];
  readonly namespaces?: readonly Frame[];
}

function viewOf(
  cards: readonly (typeof middle)[],
  { corner = [], namespaces = [] }: Things = {},
): View {
  const x = Float32Array.from(cards, (card) => card.x);
  const y = Float32Array.from(cards, (card) => card.y);
  return { cards: { x, y, namespaces }, size, corner };
}

function around(view: View): typeof camera {
  return wholeCardsAround(camera, view, boundsAround([middle], camera.zoom, size, 0));
}

describe('a view with whole cards', () => {
  it('stays where it is while it cuts nothing', () => {
    const cards = [middle, { x: 300, y: 150 }];
    const corner = [{ width: 100, height: 60 }];
    expect(around(viewOf(cards, { corner }))).toEqual(camera);
  });

  it('moves until its lower edge cuts none', () => {
    const { y } = around(viewOf([middle, { x: 0, y: 240 }]));
    expect(y + 250).toBeGreaterThanOrEqual(240 + CARD_HEIGHT / 2);
    expect(y).toBeLessThan(CARD_HEIGHT);
  });

  it('moves until none is below what floats in the corner', () => {
    const corner = [{ width: 300, height: 200 }];
    const { x, y } = around(viewOf([middle, { x: 380, y: 0 }, { x: 380, y: 60 }], { corner }));
    const isBeside = 380 + CARD_WIDTH / 2 <= x + 500 - 300;
    const isAbove = 60 + CARD_HEIGHT / 2 <= y + 250 - 200;
    expect(isBeside || isAbove).toBe(true);
  });

  it('moves until it cuts the name of no namespace, at its upper and its left edge', () => {
    const names = { namespace: 'shop', label: 'shop', count: 1 };
    const frame = { ...names, x: -540, y: -290, width: 900, height: 600 };
    const { x, y } = around(viewOf([middle], { namespaces: [frame] }));
    expect(x - 500).toBeLessThan(frame.x);
    expect(y - 250).toBeLessThan(frame.y);
  });

  it('stays within its bounds, however many it cuts there', () => {
    const bounds = { x: { least: -5, most: 5 }, y: { least: -5, most: 5 } };
    const view = viewOf([middle, { x: 490, y: 0 }, { x: 0, y: 245 }]);
    const { x, y } = wholeCardsAround(camera, view, bounds);
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(5);
  });
});

describe('the zoom of a view', () => {
  it('is that at which the smallest share of the cards is cut, not the one at which hardly a card is left', () => {
    const across = [-240, -40, 160];
    const rows = [-180, 180].flatMap((y) => across.map((x) => ({ x, y })));
    const cards = [middle, { x: 240, y: 0 }, ...rows, { x: 490, y: 60 }, { x: 490, y: -60 }];
    const { zoom } = leastCut(1, 2, viewOf(cards), (nearer) => ({ ...camera, zoom: nearer }));
    expect(zoom).toBe(1);
  });
});
