import { visibleText } from '@gcscope/gc-core/wire';
import { type Brush, cutText, setFont, textWidth } from './paint.ts';

/** CSS px: the smallest letters of the map, and the height of a line of them. */
export const TINY = 9;
export const TINY_LINE = 10;

/** In less room, not even half of a name can be read. */
const NARROWEST = 18;

/**
 * A name in the smallest letters, whole: in one line, or broken behind each `-` or `.` where a line is full. `undefined` where it does not fit.
 * A cut name (`cutName`) is the last resort.
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
  const lines: string[] = [];
  for (const [part] of name.matchAll(/[^-.]*[-.]|[^-.]+/g)) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    const fits = lines.length > 0 && textWidth(brush, longer) <= width;
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : part);
  }
  if (lines.length * TINY_LINE > height) return undefined;
  return lines.every((line) => textWidth(brush, line) <= width) ? lines : undefined;
}

/** Letters of a name cut in its middle, and of its ending, with the ellipsis: with fewer it may be any of twenty. */
const FEWEST_LETTERS = 7;
const SHORTEST_ENDING = 6;

/**
 * What of a name has room in the font that is set: its ending where it begins as another, else both its ends. `undefined` where too
 * little of it would be left.
 */
export function cutName(
  brush: Brush,
  { label, endings }: { readonly label: string; readonly endings: readonly string[] },
  width: number,
): string | undefined {
  if (endings.length > 0) return endings.find((ending) => textWidth(brush, ending) <= width);
  const cut = cutText(brush, visibleText(label), width);
  return [...cut].length < FEWEST_LETTERS ? undefined : cut;
}

/** Of each name that begins as another one, how it alone ends: `…node-lease` and `…lease` of `kube-node-lease` beside `kube-system`. */
export function endingsOf(names: readonly string[]): readonly (readonly string[])[] {
  const parts = names.map((name) =>
    [...name.matchAll(/[-.]/g)].map(({ index }) => ({
      start: name.slice(0, index + 1),
      ending: visibleText(`…${name.slice(index + 1)}`),
    })),
  );
  const known = new Set<string>();
  const common = new Set<string>();
  for (const { start, ending } of parts.flat()) {
    for (const part of [start, ending]) (known.has(part) ? common : known).add(part);
  }
  return parts.map((own) => {
    if (!own.some(({ start }) => common.has(start))) return [];
    const alone = own.filter(({ ending }) => !common.has(ending));
    return alone.map(({ ending }) => ending).filter(({ length }) => length >= SHORTEST_ENDING);
  });
}
