import { type Box, overlaps } from '@gcscope/picture';
import { afterEach, expect, it } from 'vitest';
import { placeBeside } from '../../src/map/place-beside.ts';

const MAP = { width: 400, height: 300 };

afterEach(() => document.body.replaceChildren());

/** A card on a map of this size, and where it comes to stand in it. */
function cardOn(text: string, spared: readonly Box[] = []): (x: number, y: number) => Box {
  const map = document.createElement('section');
  map.style.cssText = `position: relative; width: ${MAP.width}px; height: ${MAP.height}px;`;
  const card = document.createElement('div');
  card.style.cssText = 'position: absolute; overflow: hidden; width: max-content;';
  card.textContent = text;
  map.append(card);
  document.body.append(map);
  return (x, y) => {
    placeBeside(card, { x, y, spared });
    const [whole, { left, top, width, height }] = [
      map.getBoundingClientRect(),
      card.getBoundingClientRect(),
    ];
    return { x: left - whole.left, y: top - whole.top, width, height };
  };
}

function expectWhole({ x, y, width, height }: Box): void {
  expect(x).toBeGreaterThanOrEqual(0);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(MAP.width);
  expect(y + height).toBeLessThanOrEqual(MAP.height);
}

it('a card at the pointer is whole and beside it, near every edge of the map', () => {
  const place = cardOn('Waits for ReplicaSet payments/ledger, which blocks it. '.repeat(20));
  for (const [x, y] of [
    [5, 5],
    [395, 5],
    [5, 295],
    [395, 295],
    [200, 150],
  ] as const) {
    const card = place(x, y);
    expectWhole(card);
    expect(overlaps(card, { x, y, width: 1, height: 1 })).toBe(false);
  }
});

it('the card of a namespace stands beside its frame, wherever the pointer is in it', () => {
  const frame = { x: 120, y: 90, width: 140, height: 60 };
  const place = cardOn('payments: 41 objects', [frame]);
  for (const x of [125, 190, 255]) {
    for (const y of [95, 120, 145]) {
      const card = place(x, y);
      expectWhole(card);
      expect([x, y, overlaps(card, frame)]).toEqual([x, y, false]);
    }
  }
});

it('the card of a namespace moves along its frame where a line leads out of that', () => {
  const frame = { x: 120, y: 30, width: 140, height: 60 };
  // Down and to the right.
  const line = Array.from({ length: 15 }, (_, at) => {
    return { x: 260 + 9 * at, y: 90 + 9 * at, width: 4, height: 4 };
  });
  const place = cardOn('1 object names an owner in shop', [frame, ...line]);
  const card = place(150, 60);
  expectWhole(card);
  expect([frame, ...line].filter((part) => overlaps(part, card))).toEqual([]);
  expect(card.x).toBeLessThan(150);
});

it('the card of a line does not cover the line', () => {
  // The line runs from the middle of the map down and to the right, where the card of a point would be.
  const line = Array.from({ length: 12 }, (_, at) => {
    return { x: 150 + 12 * at, y: 100 + 12 * at, width: 4, height: 4 };
  });
  const place = cardOn('settle-4216 names settle as an owner.', line);
  const card = place(152, 102);
  expectWhole(card);
  expect(line.filter((part) => overlaps(part, card))).toEqual([]);
});
