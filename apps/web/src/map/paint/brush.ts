import type { Palette } from '@gcscope/picture';

/** Tools of every painter: a canvas in CSS px, the view of the map, and the colours. */
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
const MOST_TEXTS = 10_000;
/** A world of 1,400 namespaces needs 11,000 in a frame from afar. */
const MOST_CUTS = 40_000;

/** Measurements in a font. */
interface Texts {
  readonly font: string;
  readonly widths: Map<string, number>;
  /** By text, then by room and way. */
  readonly cuts: Map<string, Map<number, string>>;
  /** Number of all cuts. */
  size: number;
}

const measured = new Map<string, Texts>();
/** Widths in the font set last: a context is slow to return its font. */
let texts = textsIn('');

function textsIn(font: string): Texts {
  const known = measured.get(font) ?? { font, widths: new Map(), cuts: new Map(), size: 0 };
  measured.set(font, known);
  return known;
}

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

/** Sets the font in which texts are cut and measured next; sizes are whole halves, so that cut texts are found again while zooming. */
export function setFont({ context }: Brush, size: number, weight: number): void {
  const font = fontOf(size, weight);
  if (font !== texts.font) texts = textsIn(font);
  context.font = font;
}

function fontOf(size: number, weight: number): string {
  return `${weight} ${Math.round(size * 2) / 2}px ${SANS}`;
}

/** The text shortened in its middle to fit: generated names differ at their end. */
export function cutText(brush: Brush, text: string, width: number): string {
  return cutOnce(text, Math.max(0, Math.round(width)), () => cutAnew(brush, text, width));
}

/**
 * Returns how a text is cut in the font that is set, as it was cut before with the same key: the width where its middle is cut, less than 0
 * for other ways. The key is a number because joining strings in each frame takes longer than all else about thousands of cut names.
 */
export function cutOnce(text: string, key: number, cutNow: () => string): string {
  const known = texts.cuts.get(text)?.get(key);
  if (known !== undefined) return known;
  const cut = cutNow();
  if (texts.size >= MOST_CUTS) {
    texts.cuts.clear();
    texts.size = 0;
  }
  const cuts = texts.cuts.get(text) ?? new Map<number, string>();
  texts.cuts.set(text, cuts.set(key, cut));
  texts.size++;
  return cut;
}

/** The width of a text in the font that is set; measured once, as the same texts are written in each frame. */
export function textWidth({ context }: Brush, text: string): number {
  const { widths } = texts;
  const known = widths.get(text);
  if (known !== undefined) return known;
  const { width } = context.measureText(text);
  if (widths.size >= MOST_TEXTS) widths.clear();
  widths.set(text, width);
  return width;
}

/** The width of a text in another font than the one that is set and stays: to set one takes longer than to measure. */
export function widthIn({ context }: Brush, size: number, weight: number, text: string): number {
  const { font, widths } = textsIn(fontOf(size, weight));
  const known = widths.get(text);
  if (known !== undefined) return known;
  context.font = font;
  const { width } = context.measureText(text);
  context.font = texts.font;
  if (widths.size >= MOST_TEXTS) widths.clear();
  widths.set(text, width);
  return width;
}

/** Ends when the fonts of the map are there, or cannot be had; texts are measured anew. */
export async function loadFonts(): Promise<void> {
  const weights = [400, 550, 600];
  await Promise.allSettled(weights.map((weight) => document.fonts.load(`${weight} 12px ${SANS}`)));
  measured.clear();
  texts = textsIn('');
}

function cutAnew(brush: Brush, text: string, width: number): string {
  const whole = textWidth(brush, text);
  if (whole <= width) return text;
  const letters = [...text];
  const shortened = (kept: number): string => {
    const tail = Math.floor(kept * 0.4);
    return `${letters.slice(0, kept - tail).join('')}…${tail > 0 ? letters.slice(-tail).join('') : ''}`;
  };
  let fits = 0;
  let tooLong = Math.min(letters.length, Math.ceil(width / 2) + 1);
  // Letters are nearly alike: from a guess it is one or two steps, of growing length.
  let next = Math.floor((letters.length * width) / whole) - 1;
  for (let step = 1; tooLong - fits > 1; step *= 2) {
    if (next <= fits || next >= tooLong) next = (fits + tooLong) >> 1;
    if (brush.context.measureText(shortened(next)).width <= width) {
      fits = next;
      next += step;
    } else {
      tooLong = next;
      next -= step;
    }
  }
  return fits === 0 ? '' : shortened(fits);
}

/**
 * The end of a text as much as fits behind an ellipsis, which stands for a hyphen or dot, too. Behind its `first` letters: a hyphen or dot
 * says there that a part of it is whole.
 */
export function cutEnd(brush: Brush, text: string, width: number, first = 0): string {
  const whole = textWidth(brush, text);
  if (whole <= width) return text;
  const letters = [...text];
  const head = letters.slice(0, first).join('');
  const endOf = (kept: number): string => {
    const end = letters.slice(letters.length - kept).join('');
    return `${head}…${first > 0 ? end : end.replace(/^[-.]+/, '')}`;
  };
  const fits = (kept: number): boolean => brush.context.measureText(endOf(kept)).width <= width;
  // Letters are nearly alike: from a guess it is a step or two.
  let kept = Math.max(0, Math.floor((letters.length * width) / whole) - 1 - first);
  while (kept > 0 && !fits(kept)) kept--;
  while (first + kept + 1 < letters.length && fits(kept + 1)) kept++;
  return kept === 0 ? '' : endOf(kept);
}
