/// <reference types="vite/client" />
import '@fontsource-variable/inter/wght.css';
import { palette } from '@gcscope/picture';
import { vi } from 'vitest';
import type { Brush } from '../../src/map/paint/brush.ts';

/** A text as it was written. */
interface Written {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** An empty canvas of one px to a CSS px. */
export interface Drawing {
  readonly brush: Brush;
  /** All texts written on it so far. */
  readonly written: readonly Written[];
  /** The box of all px of a colour `#rrggbb`; `undefined` if there is none. */
  readonly boxOf: (
    colour: string,
  ) => { readonly x: number; readonly y: number; width: number; height: number } | undefined;
  /** The colour `#rrggbb` of a px. */
  readonly colourAt: (x: number, y: number) => string;
}

/** A canvas to draw on with our own painters, for a map that looks so. */
export function drawing(look: Pick<Brush, 'zoom' | 'pan'>, width = 900, height = 600): Drawing {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const written: Written[] = [];
  const write = context.fillText.bind(context);
  vi.spyOn(context, 'fillText').mockImplementation((text, x, y) => {
    written.push({ text, x, y });
    write(text, x, y);
  });
  const hexAt = (data: Uint8ClampedArray, at: number): string =>
    `#${[0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`;
  const boxOf: Drawing['boxOf'] = (colour) => {
    const { data } = context.getImageData(0, 0, width, height);
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let at = 0; at < data.length; at += 4) {
      if (hexAt(data, at) !== colour || data[at + 3] !== 255) continue;
      xs.push((at / 4) % width);
      ys.push(Math.floor(at / 4 / width));
    }
    if (xs.length === 0) return undefined;
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
  };
  const colourAt = (x: number, y: number): string =>
    hexAt(context.getImageData(Math.round(x), Math.round(y), 1, 1).data, 0);
  const brush: Brush = { context, colours: palette('light'), ...look, width, height };
  return { brush, written, boxOf, colourAt };
}
