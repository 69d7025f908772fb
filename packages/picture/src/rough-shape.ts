import type { Shape } from './fill-rows.ts';
import {
  CELL_HEIGHT,
  CELL_WIDTH,
  FRAME_LABEL,
  FRAME_PADDING,
  type Size,
  TREE_GAP,
} from './geometry.ts';
import type { FramePieces } from './pack-frame.ts';

/** Lengths or areas that count as equal: each class reaches `times` as far as the one before; all in the first count as `smallest`. */
interface Classes {
  /** The middle of the first class. */
  readonly first: number;
  readonly times: number;
  readonly smallest: number;
}

/** Up to about 12 cells, 50, 200 … For a few cells one more is much, so they are all alike. */
const AREAS: Classes = { first: 2 ** 16.5, times: 4, smallest: 0.8 * 2 ** 16.5 };
/** Up to three cells, six, twelve … */
const WIDTHS: Classes = { first: 512, times: 2, smallest: 360 };
const HEIGHTS: Classes = { first: 256, times: 2, smallest: 230 };
/** Against the area of the trees and cells: they do not fill a frame. */
const SPARE = 1.15;

/**
 * About how large a namespace gets, from few sizes far apart: an object more or less seldom changes it. Small ones differ only in what they
 * are called.
 */
export function roughShape({ rooms, singletons, least }: FramePieces, aspect: number): Shape {
  let taken = singletons.length * CELL_WIDTH * CELL_HEIGHT;
  let highest = CELL_HEIGHT;
  for (const { width, height } of rooms) {
    taken += (width + TREE_GAP) * (height + TREE_GAP);
    highest = Math.max(highest, height);
  }
  const area = SPARE * roughly(taken, AREAS);
  const high = roughly(highest, HEIGHTS);
  const narrow = roughly(least - 2 * FRAME_PADDING, WIDTHS) + 2 * FRAME_PADDING;
  const at = (width: number): Size => {
    const wide = Math.max(narrow, width);
    const within = Math.max(high, area / (wide - 2 * FRAME_PADDING));
    return { width: wide, height: within + FRAME_LABEL + FRAME_PADDING };
  };
  return { least: narrow, usual: at(Math.sqrt(area * aspect) + 2 * FRAME_PADDING), at };
}

function roughly(size: number, { first, times, smallest }: Classes): number {
  const step = Math.round(Math.log2(Math.max(1, size) / first) / Math.log2(times));
  return step <= 0 ? smallest : first * times ** step;
}
