import type { Layout, Palette } from '@gcscope/picture';
import type { Brush } from './paint.ts';
import { paintRectangles } from './paint-rectangles.ts';
import type { SlotMarks } from './slot-marks.ts';

/** Px of the longer side: more than a screen has, and less memory than the objects. */
const LONGEST = 2560;
/** From this many objects on, a picture is faster than they are. */
const FEWEST = 3000;
/** Drawn larger than this, a picture is blurred. */
const MOST_ENLARGED = 1.6;
/** Drawn smaller than this, px are left out unless the browser makes smaller pictures of it first, which takes twice the time. */
const LEAST_SHARP = 0.4;

/** A picture of all objects, for views from so far away that drawing each of them would take too long. */
export class FarView {
  #picture: { readonly canvas: HTMLCanvasElement; readonly scale: number } | undefined;
  #layout: Layout | undefined;
  #colours: Palette | undefined;

  /** Draws the whole world; `false` where the objects themselves are to be drawn. */
  paint(brush: Brush, layout: Layout, marks: SlotMarks): boolean {
    const { bounds, uids } = layout;
    const scale = LONGEST / Math.max(bounds.width, bounds.height);
    if (uids.length < FEWEST || brush.zoom > scale * MOST_ENLARGED) return false;
    if (layout !== this.#layout || brush.colours !== this.#colours) {
      this.#picture = { canvas: picture(layout, marks, brush.colours, scale), scale };
      this.#layout = layout;
      this.#colours = brush.colours;
    }
    if (!this.#picture) return false;
    const { context, zoom, pan } = brush;
    const { x, y, width, height } = bounds;
    context.imageSmoothingQuality = brush.zoom < scale * LEAST_SHARP ? 'high' : 'low';
    context.drawImage(
      this.#picture.canvas,
      x * zoom + pan.x,
      y * zoom + pan.y,
      width * zoom,
      height * zoom,
    );
    return true;
  }
}

function picture(
  layout: Layout,
  marks: SlotMarks,
  colours: Palette,
  scale: number,
): HTMLCanvasElement {
  const { x, y, width, height } = layout.bounds;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  const pan = { x: -x * scale, y: -y * scale };
  const brush = { context, colours, zoom: scale, pan, width: canvas.width, height: canvas.height };
  paintRectangles(brush, layout, marks, layout.uids.keys());
  return canvas;
}
