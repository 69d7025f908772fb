import type { Mark, NodeRecord } from '@gcscope/gc-core/wire';
import { type Box, CARD_HEIGHT, glyphOf, markLook, type Palette } from '@gcscope/picture';
import { CARD_NAMES_ZOOM } from '../view/measures.ts';
import { type Brush, paintSign, SANS } from './brush.ts';

/** Side at 100 %. */
const GLYPH = 24;
/** CSS px: smaller, the glyphs of two kinds look alike. */
const SMALLEST_GLYPH = 12;
/** Letters in a smaller size are two dots: a glyph without room for these has none. */
const SMALLEST_LETTERS = 7;
/** Highest letters, as a share of their glyph. */
const HIGHEST_LETTERS = 0.6;
const MOST_STAMPS = 2000;

/** The side of a glyph, CSS px. Where cards have names, it grows against the zoom; farther away it fills the height of its card. */
export function glyphSize(zoom: number): number {
  const most = zoom >= CARD_NAMES_ZOOM ? SMALLEST_GLYPH : CARD_HEIGHT * zoom - 2;
  return Math.max(GLYPH * zoom, Math.min(SMALLEST_GLYPH, most));
}

/** Growth of a glyph against the zoom on each side, CSS px. */
export function glyphGrowth(zoom: number): number {
  return (glyphSize(zoom) - GLYPH * zoom) / 2;
}

/** Lines and letters of a glyph; an object that is not there has no more of it. */
function glyphInk(
  mark: Mark,
  colours: Palette,
): { readonly isAbsent: boolean; readonly ink: string } {
  const isAbsent = mark === 'virtual' || mark === 'gone';
  return { isAbsent, ink: isAbsent ? colours.marks[mark].muted : colours.glyph };
}

/** Draws the glyph of a kind, upper left corner at x, y; an object that is not there has an outline only, and a cross once it is gone. */
export function paintGlyph(
  brush: Brush,
  { apiVersion, kind }: Pick<NodeRecord, 'apiVersion' | 'kind'>,
  mark: Mark,
  x: number,
  y: number,
  size: number,
): void {
  const { context, colours } = brush;
  const glyph = glyphOf(apiVersion, kind);
  const scale = size / GLYPH;
  const letters = Math.max(11 * scale, SMALLEST_LETTERS);
  const { isAbsent, ink } = glyphInk(mark, colours);
  context.beginPath();
  context.roundRect(x, y, size, size, 6 * scale);
  if (isAbsent) {
    context.strokeStyle = colours.marks[mark].stroke;
    context.lineWidth = 1;
    context.setLineDash(mark === 'virtual' ? [3, 2] : []);
    context.stroke();
    context.setLineDash([]);
  } else {
    context.fillStyle = glyph.tint;
    context.fill();
  }
  if (glyph.path !== undefined) {
    const inset = 4 * scale;
    paintSign(brush, glyph.path, x + inset, y + inset, size - 2 * inset, ink, 1.5);
  } else if (glyph.letters !== undefined && letters <= HIGHEST_LETTERS * size) {
    context.font = `650 ${letters}px ${SANS}`;
    context.fillStyle = ink;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(glyph.letters, x + size / 2, y + size / 2 + 0.5 * scale);
  }
  if (markLook(mark).crossed) paintCross(brush, mark, { x, y, width: size, height: size });
}

const stamps = new Map<string, HTMLCanvasElement>();

/** Draws a glyph like `paintGlyph`, but from a picture: paths are slow, and there may be thousands of glyphs of a few kinds. */
export function stampGlyph(
  brush: Brush,
  kind: Pick<NodeRecord, 'apiVersion' | 'kind'>,
  mark: Mark,
  x: number,
  y: number,
  wished: number,
): void {
  const { context, colours } = brush;
  const { isAbsent, ink } = glyphInk(mark, colours);
  const scale = context.getTransform().a;
  // Whole px, so that a zoom needs few pictures.
  const side = Math.max(1, Math.round(wished * scale));
  const key = JSON.stringify([kind.apiVersion, kind.kind, isAbsent && mark, ink, side, scale]);
  let stamp = stamps.get(key);
  if (!stamp) {
    stamp = document.createElement('canvas');
    Object.assign(stamp, { width: side, height: side });
    const own = stamp.getContext('2d');
    if (!own) return;
    own.scale(scale, scale);
    paintGlyph({ ...brush, context: own }, kind, mark, 0, 0, side / scale);
    if (stamps.size >= MOST_STAMPS) stamps.clear();
    stamps.set(key, stamp);
  }
  // The stamp stands on whole px: between them the browser would blur it.
  const whole = (at: number): number => Math.round(at * scale) / scale;
  context.drawImage(stamp, whole(x), whole(y), side / scale, side / scale);
}

/** Crosses out a gone object, from corner to corner. */
export function paintCross({ context, colours }: Brush, mark: Mark, box: Box): void {
  const { x, y, width, height } = box;
  context.beginPath();
  context.moveTo(x + 2, y + 2);
  context.lineTo(x + width - 2, y + height - 2);
  context.moveTo(x + 2, y + height - 2);
  context.lineTo(x + width - 2, y + 2);
  context.strokeStyle = colours.marks[mark].sign;
  context.lineWidth = 1.5;
  context.stroke();
}
