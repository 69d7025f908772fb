import type { Box, Point, Size } from '@gcscope/picture';

/** View of the map: a place of the world times `zoom`, moved by `pan`, is its place on the screen, CSS px. */
interface Look {
  readonly zoom: number;
  readonly pan: Point;
}

/** A box of the world in CSS px. */
export function onScreen({ zoom, pan }: Look, { x, y, width, height }: Box): Box {
  return {
    x: x * zoom + pan.x,
    y: y * zoom + pan.y,
    width: width * zoom,
    height: height * zoom,
  };
}

/** A box in CSS px on the world. */
export function inWorld({ zoom, pan }: Look, { x, y, width, height }: Box): Box {
  return {
    x: (x - pan.x) / zoom,
    y: (y - pan.y) / zoom,
    width: width / zoom,
    height: height / zoom,
  };
}

/** Whether a part of a box in CSS px lies in a view of this size. */
export function inView(view: Size, { x, y, width, height }: Box): boolean {
  return x < view.width && y < view.height && x + width > 0 && y + height > 0;
}

/** Whether a box in CSS px reaches out of a view of this size, by more than sums of fractions differ. */
export function isCutBy(view: Size, { x, y, width, height }: Box): boolean {
  return x < -0.5 || y < -0.5 || x + width > view.width + 0.5 || y + height > view.height + 0.5;
}
