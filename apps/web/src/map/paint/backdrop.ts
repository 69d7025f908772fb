import type { Palette } from '@gcscope/picture';
import type { Brush } from './brush.ts';

/** Canvas px around the view that are drawn with it: so far the map moves before the picture is drawn again. */
const MARGIN = 320;

/** Rounding of numbers, no part of a px that could be seen. */
const NEAR = 0.001;

interface Picture {
  readonly key: unknown;
  readonly colours: Palette;
  readonly zoom: number;
  /** The place of its upper left corner, CSS px. */
  readonly pan: Brush['pan'];
}

/**
 * Keeps a picture of what is behind the names. While the map is only dragged, the picture moves by whole px, in a tenth of the
 * time of drawing anew; the eye sees no difference, but edges of px may.
 */
export class Backdrop {
  readonly #canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly #ratio: number;
  #picture: Picture | undefined;
  /** The key and zoom of the last drawing: a picture pays off once both stay the same. */
  #last: Pick<Picture, 'key' | 'zoom'> | undefined;

  /** `ratio`: canvas px to a CSS px. */
  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /** Draws with `draw`, or what that drew before: with the same `key` it draws the same world. */
  paint(brush: Brush, key: unknown, draw: (brush: Brush) => void): void {
    const isSteady = this.#last?.zoom === brush.zoom && this.#last.key === key;
    this.#last = { key, zoom: brush.zoom };
    if (!isSteady) {
      draw(brush);
      return;
    }
    const place = this.#placeFor(brush, key) ?? this.#drawAnew(brush, key, draw);
    const { context } = brush;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#canvas, place.x, place.y);
    context.restore();
  }

  /** Draws anew the next time, without a picture. */
  forget(): void {
    this.#picture = undefined;
    this.#last = undefined;
  }

  /** The place for the picture, canvas px; `undefined` if it is another one, would be blurred or does not cover the view. */
  #placeFor(brush: Brush, key: unknown): Brush['pan'] | undefined {
    const { zoom, pan, width, height, colours } = brush;
    const picture = this.#picture;
    const isSame = picture?.key === key && picture?.zoom === zoom && picture.colours === colours;
    if (!picture || !isSame) return undefined;
    const ratio = this.#ratio;
    const [x, y] = [(pan.x - picture.pan.x) * ratio, (pan.y - picture.pan.y) * ratio];
    const place = { x: Math.round(x), y: Math.round(y) };
    if (Math.abs(x - place.x) > NEAR || Math.abs(y - place.y) > NEAR) return undefined;
    const covers =
      place.x <= 0 &&
      place.y <= 0 &&
      place.x + this.#canvas.width >= Math.round(width * ratio) &&
      place.y + this.#canvas.height >= Math.round(height * ratio);
    return covers ? place : undefined;
  }

  #drawAnew(brush: Brush, key: unknown, draw: (brush: Brush) => void): Brush['pan'] {
    const ratio = this.#ratio;
    const margin = MARGIN / ratio;
    const [width, height] = [brush.width + 2 * margin, brush.height + 2 * margin];
    // Setting the size also clears the canvas.
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const context = this.#canvas.getContext('2d');
    if (!context) throw new Error('The browser gives no canvas to draw on.');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const pan = { x: brush.pan.x + margin, y: brush.pan.y + margin };
    draw({ ...brush, context, pan, width, height });
    this.#picture = { key, colours: brush.colours, zoom: brush.zoom, pan };
    return { x: -MARGIN, y: -MARGIN };
  }
}
