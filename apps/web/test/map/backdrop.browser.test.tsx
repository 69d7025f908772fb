import { palette } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { Backdrop } from '../../src/map/backdrop.ts';
import type { Brush } from '../../src/map/paint.ts';

const SIZE = { width: 120, height: 80 };
const RATIO = 2;
const WORLD = {};
const colours = palette('light');

/** A view of the world at a pan, on a canvas of its own. */
function view(x: number, y: number, zoom = 1): Brush & { readonly pixels: () => string } {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width * RATIO;
  canvas.height = SIZE.height * RATIO;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  context.setTransform(RATIO, 0, 0, RATIO, 0, 0);
  const pixels = (): string =>
    context.getImageData(0, 0, canvas.width, canvas.height).data.join(' ');
  return { context, colours, zoom, pan: { x, y }, ...SIZE, pixels };
}

/** Draws a world of tilted squares, so that each px of its edges counts, and counts how often. */
function painter(): { readonly draw: (brush: Brush) => void; readonly drawn: () => number } {
  let drawn = 0;
  const draw = ({ context, zoom, pan }: Brush): void => {
    drawn++;
    for (let at = -20; at < 20; at++) {
      context.fillStyle = `hsl(${at * 31} 70% 50% / 0.8)`;
      context.beginPath();
      context.moveTo((at * 17 + 0.3) * zoom + pan.x, (at * 11 + 0.7) * zoom + pan.y);
      context.lineTo((at * 17 + 30) * zoom + pan.x, (at * 11 + 9) * zoom + pan.y);
      context.lineTo((at * 17 + 9) * zoom + pan.x, (at * 11 + 40) * zoom + pan.y);
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
  it('moves with a drag, to the pixel as drawn anew, and is drawn anew beyond its margin', () => {
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
      expect(moved.pixels()).toBe(anew.pixels());
    }
    const [moved, anew] = [view(180.25, 5), view(180.25, 5)];
    backdrop.paint(moved, WORLD, draw);
    expect(drawn()).toBe(before + 1);
    painter().draw(anew);
    expect(moved.pixels()).toBe(anew.pixels());
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

  it('is drawn anew once it was forgotten', () => {
    const { draw, drawn } = painter();
    const backdrop = steady(draw);
    const before = drawn();
    backdrop.forget();
    backdrop.paint(view(10.25, 5), WORLD, draw);
    expect(drawn()).toBe(before + 1);
  });
});
