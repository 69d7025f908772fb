import { visibleText } from '@gcscope/gc-core/wire';
import type { NamesApart } from '../world/names-apart.ts';
import { type Brush, cutEnd, cutOnce, cutText, setFont, textWidth } from './brush.ts';

/** CSS px: the smallest letters of the map, and the height of a line of them. */
export const TINY = 9;
export const TINY_LINE = 10;

/** In less room, not even half of a name can be read. */
const NARROWEST = 18;

/**
 * A name in the smallest letters, whole: in one line, or broken behind each `-` or `.` where a line is full. `undefined` where it does not
 * fit in lines of these widths. A cut name (`cutLines`) is the last resort.
 */
export function nameLines(
  brush: Brush,
  name: string,
  widths: readonly number[],
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (Math.max(0, ...widths) < NARROWEST) return undefined;
  setFont(brush, TINY, 600);
  return linesOf(brush, name, widths);
}

/** A name in the font that is set, whole, broken behind each `-` or `.` where a line is full; `undefined` where these lines have no room. */
export function linesOf(
  brush: Brush,
  name: string,
  widths: readonly number[],
): readonly string[] | undefined {
  const roomOf = (line: number): number => widths[line] ?? 0;
  if (textWidth(brush, name) <= roomOf(0)) return [name];
  const lines: string[] = [];
  for (const part of partsOf(name)) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    const fits = lines.length > 0 && textWidth(brush, longer) <= roomOf(lines.length - 1);
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : part);
  }
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

/** Letters of a cut name, with the ellipsis: with fewer it may be any of twenty. */
const FEWEST_LETTERS = 7;

/** The same where all of its last part is there, or where it has no parts. */
const FEWEST_WITH_LAST = 6;

/** The same of a line above its last part. */
const FEWEST_ABOVE = 3;

/** The same where its first letters are there, too, and nothing else is told by it. */
const FEWEST_TOLD = 5;

/** How many of its first letters a cut name may have, the best first; with a single one it is better than without. */
const BEGINNINGS: readonly number[] = [2, 3, 4, 5, 6, 1];

/** So many letters more may have room than of the end alone, where they are narrower. */
const NARROWER = 1;

/**
 * What of a name has room in the font that is set: what tells it `apart` from the others of the map, else its end, for names in one view
 * begin alike. One that has no parts keeps both its ends. `undefined` where too little of it would be left.
 */
export function cutName(
  brush: Brush,
  label: string,
  width: number,
  apart?: NamesApart,
): string | undefined {
  const name = visibleText(label);
  if (textWidth(brush, name) <= width) return name;
  const told = apart && toldCut(brush, name, width, apart);
  if (told !== undefined) return told;
  const last = partsOf(name).at(-1) ?? '';
  const cut = last === name ? cutText(brush, name, width) : cutEnd(brush, name, width);
  return isEnough(cut, name, last) ? cut : undefined;
}

/** Whether there is enough left of a name whose last part is this. */
function isEnough(cut: string, name: string, last: string, told = FEWEST_WITH_LAST): boolean {
  const fewest = last === name || cut.endsWith(last) ? told : FEWEST_LETTERS;
  return [...cut].length >= fewest;
}

/** A name, or what of it stands above its last parts, cut so that it cannot be read as another of the map. Known while the map is dragged. */
function toldCut(
  brush: Brush,
  text: string,
  width: number,
  apart: NamesApart,
  below = '',
): string | undefined {
  const key = `${apart.id}|${Math.floor(width)}|${text}|${below}`;
  const cut = cutOnce(key, () => toldAnew(brush, text, width, apart, below) ?? '');
  return cut === '' ? undefined : cut;
}

/** Rather its end alone than its first letters, too. */
function toldAnew(
  brush: Brush,
  text: string,
  width: number,
  apart: NamesApart,
  below: string,
): string | undefined {
  const name = `${text}${below}`;
  const last = partsOf(name).at(-1) ?? '';
  const isOnePart = last === name;
  const isGood = (cut: string, first: number): boolean => {
    const fewest = first > 0 && !isOnePart ? FEWEST_TOLD : FEWEST_WITH_LAST;
    const isRead =
      below === '' ? isEnough(cut, name, last, fewest) : [...cut].length >= FEWEST_ABOVE;
    return isRead && [...`${cut}${below}`].length - first - 1 >= apart.endOf(name, first);
  };
  const end = isOnePart ? cutText(brush, text, width) : cutEnd(brush, text, width);
  if (isGood(end, [...end].indexOf('…'))) return end;
  const most = [...`${end}${below}`].length + NARROWER;
  let least = Number.POSITIVE_INFINITY;
  for (const first of BEGINNINGS) {
    const needed = apart.endOf(name, first);
    // Where fewer first letters tell as much, more are in the way.
    if ((first > 1 && needed >= least) || first + 1 + needed > most) continue;
    least = needed;
    const cut = cutEnd(brush, text, width, first);
    if (isGood(cut, first)) return cut;
  }
  return undefined;
}

/** The lines of a name, of which the lower one begins with a part of it; the upper one is not cut yet. */
function brokenLines(
  brush: Brush,
  name: string,
  second: number,
): { readonly above: string; readonly last: string } | undefined {
  const parts = partsOf(name);
  let last = parts.pop() ?? '';
  if (parts.length === 0 || textWidth(brush, last) > second) return undefined;
  while (parts.length > 1 && textWidth(brush, `${parts.at(-1)}${last}`) <= second) {
    last = `${parts.pop()}${last}`;
  }
  return { above: parts.join(''), last };
}

/** A cut name on two lines, where there are two: the lower one begins with a part of the name. */
export function cutLines(
  brush: Brush,
  label: string,
  [first = 0, second = 0]: readonly number[],
): readonly string[] | undefined {
  const broken = brokenLines(brush, visibleText(label), second);
  if (broken) {
    const above = cutEnd(brush, broken.above, first);
    if ([...above].length >= FEWEST_ABOVE) return [above, broken.last];
  }
  const cut = cutName(brush, label, first);
  return cut === undefined ? undefined : [cut];
}

/** The same, only if it cannot be read as another name of the map. */
export function toldLines(
  brush: Brush,
  name: string,
  [first = 0, second = 0]: readonly number[],
  apart: NamesApart,
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (Math.max(first, second) < NARROWEST) return undefined;
  const broken = brokenLines(brush, name, second);
  const above = broken && toldCut(brush, broken.above, first, apart, broken.last);
  if (broken && above !== undefined) return [above, broken.last];
  const cut = toldCut(brush, name, first, apart);
  return cut === undefined ? undefined : [cut];
}
