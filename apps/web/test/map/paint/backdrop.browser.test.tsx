import { palette } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { Backdrop } from '../../../src/map/paint/backdrop.ts';
import type { Brush } from '../../../src/map/paint/brush.ts';

const SIZE = { width: 120, height: 80 };
const RATIO = 2;
const WORLD = {};
const colours = palette('light');

/** A view of the world at a pan, on a canvas of its own. */
function view(x: number, y: number, zoom = 1): Brush {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width * RATIO;
  canvas.height = SIZE.height * RATIO;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  context.setTransform(RATIO, 0, 0, RATIO, 0, 0);
  return { context, colours, zoom, pan: { x, y }, ...SIZE };
}

/** The channels of all px on white, as they are seen. */
function seen({ context, width, height }: Brush): Uint8ClampedArray {
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return context.getImageData(0, 0, width * RATIO, height * RATIO).data;
}

/** Numbers of channels of two views that differ, by more than the eye sees if `clearly`; and of those that an empty view has not. */
function compare(
  a: Brush,
  b: Brush,
): { readonly different: number; readonly clearly: number; readonly drawn: number } {
  const [first, second] = [seen(a), seen(b)];
  const differences = first.map((value, at) => Math.abs(value - (second[at] ?? 0)));
  return {
    different: differences.filter((difference) => difference > 0).length,
    clearly: differences.filter((difference) => difference > 8).length,
    drawn: first.filter((value) => value < 255).length,
  };
}

/** Draws a world of cards whose edges are within px, as frames and rectangles of the map, and counts how often. */
function painter(): { readonly draw: (brush: Brush) => void; readonly drawn: () => number } {
  let drawn = 0;
  const draw = ({ context, zoom, pan }: Brush): void => {
    drawn++;
    for (let card = 0; card < 400; card++) {
      const [at, row] = [(card % 40) - 20, Math.floor(card / 40) - 5];
      context.fillStyle = `hsl(${at * 31} 70% 50% / 0.8)`;
      context.beginPath();
      context.roundRect(
        (at * 17 + 0.3) * zoom + pan.x,
        (row * 70.4 + at * 11 + 0.7) * zoom + pan.y,
        13.4 * zoom,
        60.2 * zoom,
        4 * zoom,
      );
      context.fill();
    }
  };
  return { draw, drawn: () => drawn };
}

/** A backdrop that has made its picture: the zoom has stayed for a frame. */
function steady(draw: (brush: Brush) => void): Backdrop {
  const backdrop = new Backdrop(RATIO);
  for (let frame = 0; frame < 2; frame++) backdrop.paint(view(10.25, 5), WORLD, draw);
  return backdrop;
}

describe('the backdrop of the map', () => {
  it('moves with a drag as if drawn anew, and is drawn anew beyond its margin', () => {
    const { draw, drawn } = painter();
    const backdrop = steady(draw);
    const before = drawn();
    for (const [x, y] of [
      [11.25, 5],
      [10.75, 4.5],
      [-140.75, 160],
      [150.25, -150],
    ] as const) {
      const [moved, anew] = [view(x, y), view(x, y)];
      backdrop.paint(moved, WORLD, draw);
      expect(drawn()).toBe(before);
      painter().draw(anew);
      const { clearly, drawn: part } = compare(moved, anew);
      expect(clearly).toBeLessThan(part / 100);
      expect(part).toBeGreaterThan(10_000);
    }
    const [moved, anew] = [view(180.25, 5), view(180.25, 5)];
    backdrop.paint(moved, WORLD, draw);
    expect(drawn()).toBe(before + 1);
    painter().draw(anew);
    const { clearly, drawn: part } = compare(moved, anew);
    expect(clearly).toBeLessThan(part / 100);
  });

  it.each([
    ['another world', (): [Brush, unknown] => [view(10.25, 5), {}]],
    ['another zoom', (): [Brush, unknown] => [view(10.25, 5, 1.5), WORLD]],
    ['a part of a px', (): [Brush, unknown] => [view(10.4, 5), WORLD]],
    [
      'other colours',
      (): [Brush, unknown] => [{ ...view(10.25, 5), colours: palette('dark') }, WORLD],
    ],
  ])('is drawn anew for %s', (_, next) => {
    const { draw, drawn } = painter();
    const backdrop = steady(draw);
    const before = drawn();
    backdrop.paint(...next(), draw);
    expect(drawn()).toBe(before + 1);
  });

  it('once forgotten, is drawn to the pixel as without it', () => {
    const { draw, drawn } = painter();
    const backdrop = steady(draw);
    const before = drawn();
    backdrop.forget();
    const [again, anew] = [view(33.25, 7), view(33.25, 7)];
    backdrop.paint(again, WORLD, draw);
    expect(drawn()).toBe(before + 1);
    painter().draw(anew);
    expect(compare(again, anew).different).toBe(0);
  });
});
