import type { Box, Layout, Palette } from '@gcscope/picture';
import { groundOf, type MapProblems, problemLook } from '../world/problems.ts';

/** CSS px. */
const MARK = 4;
const MARGIN = 4;
/** Marks of wrong references are lighter: they have no room for an outline, and those of what is blocked are to be seen first. */
const PALE = 0.45;

/** The small map of the whole: namespaces, objects with a problem, and the frame of the view. */
export class Minimap {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  /** The world: it stays while the map moves. */
  readonly #world: HTMLCanvasElement = document.createElement('canvas');
  #drawn:
    | { readonly problems: MapProblems; readonly colours: Palette; readonly ratio: number }
    | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = contextOf(canvas);
  }

  /** Draws it anew. */
  paint(colours: Palette, layout: Layout, problems: MapProblems, view: Box): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    // An empty canvas cannot be drawn on another one.
    if (width === 0 || height === 0) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const { problems: known, colours: before, ratio: kept } = this.#drawn ?? {};
    if (
      this.#canvas.width !== Math.round(width * ratio) ||
      known !== problems ||
      before !== colours ||
      kept !== ratio
    ) {
      for (const canvas of [this.#canvas, this.#world]) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      this.#paintWorld(colours, layout, problems, ratio);
      this.#drawn = { problems, colours, ratio };
    }
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#world, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const frame = this.#onMap(layout.bounds, view);
    context.strokeStyle = colours.accent;
    context.lineWidth = 2;
    // However close the view is, its frame can be seen.
    context.strokeRect(frame.x, frame.y, Math.max(MARK, frame.width), Math.max(MARK, frame.height));
  }

  #paintWorld(colours: Palette, layout: Layout, problems: MapProblems, ratio: number): void {
    const context = contextOf(this.#world);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    layout.namespaces.forEach((frame, index) => {
      const { x, y, width, height } = this.#onMap(layout.bounds, frame);
      const known = problems.namespaces[index]?.problems ?? [];
      const ground = groundOf(known, colours);
      context.fillStyle = ground === colours.frame.fill ? colours.marks.calm.fill : ground;
      context.fillRect(x, y, Math.max(1, width), Math.max(1, height));
    });
    const { zoom, left, top } = this.#scale(layout.bounds);
    const { width, height } = layout.bounds;
    // Among many namespaces each one is small: marks of neighbours must not merge.
    const side = zoom * Math.sqrt((width * height) / Math.max(1, layout.namespaces.length));
    const mark = Math.min(MARK, side / 2);
    for (const { slot, state } of problems.marks) {
      const x = left + ((layout.x[slot] ?? 0) - layout.bounds.x) * zoom;
      const y = top + ((layout.y[slot] ?? 0) - layout.bounds.y) * zoom;
      context.fillStyle = problemLook(state, colours).colour;
      context.globalAlpha = state === 'wrong' ? PALE : 1;
      context.fillRect(x - mark / 2, y - mark / 2, mark, mark);
    }
    context.globalAlpha = 1;
  }

  /** The point of the world under a point of the canvas, CSS px. */
  toWorld(bounds: Box, x: number, y: number): { readonly x: number; readonly y: number } {
    const { zoom, left, top } = this.#scale(bounds);
    return { x: bounds.x + (x - left) / zoom, y: bounds.y + (y - top) / zoom };
  }

  #onMap(bounds: Box, box: Box): Box {
    const { zoom, left, top } = this.#scale(bounds);
    return {
      x: left + (box.x - bounds.x) * zoom,
      y: top + (box.y - bounds.y) * zoom,
      width: box.width * zoom,
      height: box.height * zoom,
    };
  }

  #scale(bounds: Box): { readonly zoom: number; readonly left: number; readonly top: number } {
    const { clientWidth, clientHeight } = this.#canvas;
    const zoom = Math.min(
      (clientWidth - 2 * MARGIN) / Math.max(1, bounds.width),
      (clientHeight - 2 * MARGIN) / Math.max(1, bounds.height),
    );
    return {
      zoom,
      left: (clientWidth - bounds.width * zoom) / 2,
      top: (clientHeight - bounds.height * zoom) / 2,
    };
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas to draw on.');
  return context;
}
