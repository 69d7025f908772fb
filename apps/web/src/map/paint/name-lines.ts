import { visibleText } from '@gcscope/gc-core/wire';
import { type Brush, cutText, setFont, textWidth } from './brush.ts';

/** CSS px: the smallest letters of the map, and the height of a line of them. */
export const TINY = 9;
export const TINY_LINE = 10;

/** In less room, not even half of a name can be read. */
const NARROWEST = 18;

/**
 * A name in the smallest letters, whole: in one line, or broken behind each `-` or `.` where a line is full. `undefined` where it does not fit.
 * A cut name (`cutName`) is the last resort. The first line may have less room than the others.
 */
export function nameLines(
  brush: Brush,
  name: string,
  width: number,
  height: number,
  first: number = width,
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (height < TINY_LINE || width < NARROWEST) return undefined;
  setFont(brush, TINY, 600);
  return linesOf(brush, name, width, Math.floor(height / TINY_LINE), first);
}

/** A name in the font that is set, whole, broken behind each `-` or `.` where a line is full; `undefined` where it needs more lines. */
export function linesOf(
  brush: Brush,
  name: string,
  width: number,
  most: number,
  first: number = width,
): readonly string[] | undefined {
  if (textWidth(brush, name) <= first) return [name];
  const lines: string[] = [];
  const roomOf = (line: number): number => (line === 0 ? first : width);
  for (const part of partsOf(name)) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    const fits = lines.length > 0 && textWidth(brush, longer) <= roomOf(lines.length - 1);
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : part);
  }
  if (lines.length > most) return undefined;
  return lines.every((line, at) => textWidth(brush, line) <= roomOf(at)) ? lines : undefined;
}

/** The parts of a name, each with the `-` or `.` that ends it. */
function partsOf(name: string): string[] {
  return Array.from(name.matchAll(/[^-.]*[-.]|[^-.]+/g), ([part]) => part);
}

/** Whether a line would be read as a number: `5` and `0-5` before a kind are a count. */
export function isNumber(line: string): boolean {
  return /^[\d.-]+$/.test(line);
}

/** The lines of a name, broken a part earlier where the last would be a number and has room for more: `db-0-5` says more than `5`. */
export function withoutLoneNumber(
  brush: Brush,
  lines: readonly string[],
  width: number,
): readonly string[] {
  const [first = '', second = '', ...further] = lines;
  if (further.length > 0 || !isNumber(second)) return lines;
  const kept = partsOf(first);
  let last = second;
  while (isNumber(last) && kept.length > 1) last = `${kept.pop()}${last}`;
  const isBetter = !isNumber(last) && textWidth(brush, last) <= width;
  return isBetter ? [kept.join(''), last] : lines;
}

/** Letters of a name cut in its middle, with the ellipsis: with fewer it may be any of twenty. */
const FEWEST_LETTERS = 7;

/** The same where all of its last part is there. */
const FEWEST_WITH_LAST = 6;

/** Letters that are kept of the beginning of a cut name, before its whole last part. */
const FEWEST_OF_START = 2;

/**
 * What of a name has room in the font that is set: its ending where it begins as another, else both its ends. `undefined` where too
 * little of it would be left, or it would not be told from others.
 */
export function cutName(
  brush: Brush,
  { label, endings }: { readonly label: string; readonly endings: readonly string[] },
  width: number,
): string | undefined {
  const ending = endings.find((each) => textWidth(brush, each) <= width);
  if (ending !== undefined) return ending;
  const name = visibleText(label);
  const cut = cutText(brush, name, width);
  const letters = [...cut].length;
  if (letters < FEWEST_WITH_LAST) return undefined;
  if (cut === name) return cut;
  const told = withLastPart(brush, name, letters, width);
  if (told !== undefined) return told;
  // Both ends of one that begins as another may be those of a third.
  return endings.length > 0 || letters < FEWEST_LETTERS ? undefined : cut;
}

/** As many letters of a name, with all of its last part: `shop…15` may be `shop-115` or `shop-215`. */
function withLastPart(
  brush: Brush,
  name: string,
  letters: number,
  width: number,
): string | undefined {
  const last = name.slice(Math.max(name.lastIndexOf('-'), name.lastIndexOf('.')) + 1);
  // Digits are wider than other letters.
  for (let start = letters - 1 - [...last].length; start >= FEWEST_OF_START; start--) {
    const cut = `${[...name].slice(0, start).join('')}…${last}`;
    if (textWidth(brush, cut) <= width) return cut;
  }
  return undefined;
}
