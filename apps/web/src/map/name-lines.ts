import { type Brush, cutText, setFont, textWidth } from './paint.ts';

/** CSS px: the smallest letters of the map, and the height of a line of them. */
const TINY = 9;
export const TINY_LINE = 10;

/** In less room, not even half of a name can be read. */
const NARROWEST = 18;

/**
 * A name in the smallest letters, whole: in one line, or broken in two behind a `-` or `.`. `undefined` where neither fits.
 * A cut name (`cutName`) is the last resort: many namespaces begin alike.
 */
export function nameLines(
  brush: Brush,
  name: string,
  width: number,
  height: number,
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (height < TINY_LINE || width < NARROWEST) return undefined;
  setFont(brush, TINY, 600);
  if (textWidth(brush, name) <= width) return [name];
  if (height < 2 * TINY_LINE) return undefined;
  for (const { index } of name.matchAll(/[-.]/g)) {
    const lines = [name.slice(0, index + 1), name.slice(index + 1)];
    if (lines.every((line) => textWidth(brush, line) <= width)) return lines;
  }
  return undefined;
}

/**
 * A name in the smallest letters, cut in its middle: names that begin alike differ at their end. `undefined` if fewer letters than
 * these are left, with the ellipsis.
 */
export function cutName(
  brush: Brush,
  name: string,
  width: number,
  fewest: number,
): string | undefined {
  setFont(brush, TINY, 600);
  const cut = cutText(brush, name, width);
  return [...cut].length < fewest ? undefined : cut;
}
