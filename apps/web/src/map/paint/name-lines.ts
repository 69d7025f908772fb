import { visibleText } from '@gcscope/gc-core/wire';
import { type Brush, cutEnd, cutText, setFont, textWidth } from './brush.ts';

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

/**
 * What of a name has room in the font that is set: its end, for names in one view begin alike. One that has no parts keeps both its
 * ends. `undefined` where too little of it would be left.
 */
export function cutName(brush: Brush, label: string, width: number): string | undefined {
  const name = visibleText(label);
  if (textWidth(brush, name) <= width) return name;
  const last = partsOf(name).at(-1) ?? '';
  const cut = last === name ? cutText(brush, name, width) : cutEnd(brush, name, width);
  const fewest = last === name || cut.endsWith(last) ? FEWEST_WITH_LAST : FEWEST_LETTERS;
  return [...cut].length < fewest ? undefined : cut;
}

/** The same on two lines, where there are two: the lower one begins with a part of the name. */
export function cutLines(
  brush: Brush,
  label: string,
  [first = 0, second = 0]: readonly number[],
): readonly string[] | undefined {
  const parts = partsOf(visibleText(label));
  let last = parts.pop() ?? '';
  if (parts.length > 0 && textWidth(brush, last) <= second) {
    while (parts.length > 1 && textWidth(brush, `${parts.at(-1)}${last}`) <= second) {
      last = `${parts.pop()}${last}`;
    }
    const above = cutEnd(brush, parts.join(''), first);
    if ([...above].length >= FEWEST_ABOVE) return [above, last];
  }
  const cut = cutName(brush, label, first);
  return cut === undefined ? undefined : [cut];
}
