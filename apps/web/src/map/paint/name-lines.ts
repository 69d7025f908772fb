import { visibleText } from '@gcscope/gc-core/wire';
import type { NamesApart } from '../world/names-apart.ts';
import { type Brush, cutEnd, cutOnce, cutText, textWidth } from './brush.ts';

/** CSS px: the smallest letters of the map, and the height of a line of them. */
export const TINY = 9;
export const TINY_LINE = 10;

/** Least width of a line: in less room, not even half of a name can be read. */
const NARROWEST = 18;

/** A name in the font that is set, whole, broken behind each `-` or `.` where a line is full; `undefined` where these lines have no room. */
export function linesOf(
  brush: Brush,
  name: string,
  widths: readonly number[],
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (Math.max(0, ...widths) < NARROWEST) return undefined;
  const roomOf = (line: number): number => widths[line] ?? 0;
  const whole = textWidth(brush, name);
  if (whole <= roomOf(0)) return [name];
  const room = widths.reduce((sum, width) => sum + width + KERNING, 0);
  if (widths.length < 2 || whole > room) return undefined;
  const lines: string[] = [];
  for (const part of partsOf(name).parts) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    const fits = lines.length > 0 && textWidth(brush, longer) <= roomOf(lines.length - 1);
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : part);
  }
  return lines.every((line, at) => textWidth(brush, line) <= roomOf(at)) ? lines : undefined;
}

/** Two parts of a text may be this much narrower than the whole, CSS px. */
const KERNING = 1;

interface Parts {
  /** Parts, each with the `-` or `.` that ends it. */
  readonly parts: readonly string[];
  /** The last part, the last two, and so on, without the whole name. */
  readonly ends: readonly string[];
}

const MOST_NAMES = 10_000;
const split = new Map<string, Parts>();

/** Split once: names are broken in each frame. */
function partsOf(name: string): Parts {
  const known = split.get(name);
  if (known) return known;
  const parts = Array.from(name.matchAll(/[^-.]*[-.]|[^-.]+/g), ([part]) => part);
  const ends: string[] = [];
  for (const part of parts.slice(1).reverse()) ends.push(`${part}${ends.at(-1) ?? ''}`);
  const made = { parts, ends };
  if (split.size >= MOST_NAMES) split.clear();
  split.set(name, made);
  return made;
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
  const kept = [...partsOf(first).parts];
  let last = second;
  while (isNumber(last) && kept.length > 1) last = `${kept.pop()}${last}`;
  const isBetter = !isNumber(last) && textWidth(brush, last) <= width;
  return isBetter ? [kept.join(''), last] : lines;
}

/** Numbers of first letters that a cut name may have, the best first; with a single one it is better than without. */
const BEGINNINGS: readonly number[] = [2, 3, 4, 5, 6, 1];

/** Letters that may have room beyond those of the end alone, where they are narrower. */
const NARROWER = 1;

/**
 * The part of a name that has room in the font that is set: what tells it `apart` from others of the map, else its end, for names in a view
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
  return (apart && cutOf(brush, name, width, apart)) ?? cutOf(brush, name, width);
}

/**
 * A cut name on two lines, where there are two: the lower one begins with a part of the name. `apart` from the others of the map, if it is
 * given: then it cannot be read as another.
 */
export function cutLines(
  brush: Brush,
  name: string,
  [first = 0, second = 0]: readonly number[],
  apart?: NamesApart,
): readonly string[] | undefined {
  // True of most names in a large world; checked before anything is measured.
  if (Math.max(first, second) < NARROWEST) return undefined;
  const last = lowerLine(brush, name, second);
  const above = last && cutOf(brush, name, first, apart, last);
  if (above) return [above, last];
  const cut = cutOf(brush, name, first, apart);
  return cut === undefined ? undefined : [cut];
}

/** The last parts of a name, as many as have room, but for its first; empty where none has. */
function lowerLine(brush: Brush, name: string, room: number): string {
  let last = '';
  for (const end of room > 0 ? partsOf(name).ends : []) {
    if (textWidth(brush, end) > room) break;
    last = end;
  }
  return last;
}

/** Wider lines are cut as this one, CSS px. Names have fewer letters than `LONGEST`. */
const WIDEST = 2 ** 14;
const LONGEST = 2 ** 20;

/** A name, or the part above its last parts, `below`, cut to a width. Known while the map is dragged. */
function cutOf(
  brush: Brush,
  name: string,
  width: number,
  apart?: NamesApart,
  below = '',
): string | undefined {
  const room = Math.min(Math.max(0, Math.floor(width)), WIDEST - 1);
  const place = ((apart?.id ?? 0) * WIDEST + room) * LONGEST + below.length;
  const cut = cutOnce(name, -1 - place, () => {
    const text = name.slice(0, name.length - below.length);
    return cutAnew(brush, text, room, apart, below) ?? '';
  });
  return cut === '' ? undefined : cut;
}

/** Cuts a name, rather to its end alone than to its first letters, too. */
function cutAnew(
  brush: Brush,
  text: string,
  width: number,
  apart: NamesApart | undefined,
  below: string,
): string | undefined {
  const name = `${text}${below}`;
  const last = partsOf(name).parts.at(-1) ?? '';
  const isGood = (cut: string, first: number): boolean =>
    [...cut].length >= (below === '' ? fewestLetters(cut, last, name, first) : FEWEST_ABOVE) &&
    (!apart || [...`${cut}${below}`].length - first - 1 >= apart.endOf(name, first));
  const end = last === name ? cutText(brush, text, width) : cutEnd(brush, text, width);
  if (isGood(end, [...end].indexOf('…'))) return end;
  const most = [...`${end}${below}`].length + NARROWER;
  let least = Number.POSITIVE_INFINITY;
  for (const first of apart ? BEGINNINGS : []) {
    const needed = apart?.endOf(name, first) ?? 0;
    // More first letters are in the way if fewer tell as much.
    if ((first > 1 && needed >= least) || first + 1 + needed > most) continue;
    least = needed;
    const cut = cutEnd(brush, text, width, first);
    if (isGood(cut, first)) return cut;
  }
  return undefined;
}

/** Letters of a line above the last parts of a name, with the ellipsis: with fewer it says nothing. */
const FEWEST_ABOVE = 3;

/** Least letters of a cut name on one line: with fewer it may be any of twenty. Its whole `last` part, or `first` letters, need fewer. */
function fewestLetters(cut: string, last: string, name: string, first: number): number {
  if (last === name) return 6;
  if (!cut.endsWith(last)) return 7;
  return first > 0 ? 5 : 6;
}
