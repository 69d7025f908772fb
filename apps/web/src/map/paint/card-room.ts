import { CARD_WIDTH } from '@gcscope/picture';
import { glyphGrowth, glyphSize } from './paint-glyph.ts';

/** Padding at the left side of a card. */
const PAD = 9;
/** Distance from the glyph to the text or number beside it. */
export const GAP = 8;

/** The room on both sides of a glyph, CSS px: a glyph that grows against the zoom takes of it, before it takes of the name. */
export function beforeGlyph(zoom: number): number {
  return Math.max(PAD * zoom - glyphGrowth(zoom), 2);
}

/** Distance from the left side of a card to the text beside its glyph. */
export function besideGlyph(zoom: number): number {
  return beforeGlyph(zoom) + glyphSize(zoom) + Math.max(GAP * zoom - glyphGrowth(zoom), 2.5);
}

/** Room for the name, or the second line. */
export function roomBesideGlyph(zoom: number): number {
  return (CARD_WIDTH - GAP) * zoom - besideGlyph(zoom);
}
