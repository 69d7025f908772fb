import type { Palette } from '@gcscope/picture';

/** What every painter needs: a canvas in CSS px, where the map looks, and the colours. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Palette;
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
  /** CSS px. */
  readonly width: number;
  readonly height: number;
}

export const SANS = "'Inter Variable', system-ui, sans-serif";

const paths = new Map<string, Path2D>();
const cuts = new Map<string, string>();
const widths = new Map<string, number>();
const MOST_CUTS = 20_000;

/** Draws lines given in a 16 x 16 box, `size` px wide, upper left corner at x, y. */
export function paintSign(
  { context }: Brush,
  path: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  width: number,
): void {
  let shape = paths.get(path);
  if (!shape) {
    shape = new Path2D(path);
    paths.set(path, shape);
  }
  context.save();
  context.translate(x, y);
  context.scale(size / 16, size / 16);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(shape);
  context.restore();
}

/** Sets the font; sizes are whole halves, so that cut texts are found again while zooming. */
export function setFont({ context }: Brush, size: number, weight: number): void {
  context.font = `${weight} ${Math.round(size * 2) / 2}px ${SANS}`;
}

/** The text shortened in its middle to fit: generated names differ at their end. */
export function cutText({ context }: Brush, text: string, width: number): string {
  const key = `${context.font}|${Math.round(width)}|${text}`;
  const known = cuts.get(key);
  if (known !== undefined) return known;
  const cut = cutAnew(context, text, width);
  if (cuts.size >= MOST_CUTS) cuts.clear();
  cuts.set(key, cut);
  return cut;
}

/** The width of a text in the font that is set; measured once, as the same texts are written in each frame. */
export function textWidth({ context }: Brush, text: string): number {
  const key = `${context.font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const { width } = context.measureText(text);
  if (widths.size >= MOST_CUTS) widths.clear();
  widths.set(key, width);
  return width;
}

/** Ends when the fonts of the map are there, or cannot be had; texts are measured anew. */
export async function loadFonts(): Promise<void> {
  const weights = [400, 550, 600];
  await Promise.allSettled(weights.map((weight) => document.fonts.load(`${weight} 12px ${SANS}`)));
  cuts.clear();
  widths.clear();
}

function cutAnew(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  const shortened = (kept: number): string => {
    const tail = Math.floor(kept * 0.4);
    return `${letters.slice(0, kept - tail).join('')}…${tail > 0 ? letters.slice(-tail).join('') : ''}`;
  };
  let fits = 0;
  let tooLong = Math.min(letters.length, Math.ceil(width / 2) + 1);
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (context.measureText(shortened(middle)).width <= width) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? '' : shortened(fits);
}
