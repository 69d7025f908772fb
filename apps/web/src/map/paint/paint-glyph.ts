import type { Mark, NodeRecord } from '@gcscope/gc-core/wire';
import { type Box, glyphOf, markLook } from '@gcscope/picture';
import { CARD_NAMES_ZOOM } from '../view/measures.ts';
import { type Brush, paintSign, SANS } from './brush.ts';

/** At 100 %. */
const GLYPH = 24;
/** CSS px: smaller, the glyphs of two kinds look alike. */
const SMALLEST_GLYPH = 12;
/** Letters in a smaller size are two dots. */
const SMALLEST_LETTERS = 7;

/** The side of a glyph, CSS px. Where cards have names, it grows against the zoom. */
export function glyphSize(zoom: number): number {
  const size = GLYPH * zoom;
  return zoom >= CARD_NAMES_ZOOM ? Math.max(size, SMALLEST_GLYPH) : size;
}

/** How far a glyph that grows against the zoom reaches out on each side, CSS px. */
export function glyphGrowth(zoom: number): number {
  return (glyphSize(zoom) - GLYPH * zoom) / 2;
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
  const ghost = mark === 'virtual' || mark === 'gone';
  context.beginPath();
  context.roundRect(x, y, size, size, 6 * scale);
  if (ghost) {
    context.strokeStyle = colours.marks[mark].stroke;
    context.lineWidth = 1;
    context.setLineDash(mark === 'virtual' ? [3, 2] : []);
    context.stroke();
    context.setLineDash([]);
  } else {
    context.fillStyle = glyph.tint;
    context.fill();
  }
  const ink = ghost ? colours.marks[mark].muted : colours.glyph;
  if (glyph.path !== undefined) {
    const inset = 4 * scale;
    paintSign(brush, glyph.path, x + inset, y + inset, size - 2 * inset, ink, 1.5);
  } else if (glyph.letters !== undefined) {
    context.font = `650 ${Math.min(Math.max(11 * scale, SMALLEST_LETTERS), 0.6 * size)}px ${SANS}`;
    context.fillStyle = ink;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(glyph.letters, x + size / 2, y + size / 2 + 0.5 * scale);
  }
  if (markLook(mark).crossed) paintCross(brush, mark, { x, y, width: size, height: size });
}

/** Crosses out what is gone, from corner to corner. */
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
