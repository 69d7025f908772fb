import { type ActivityEntry, groupBy, plainText, type Sentence, say } from '@gcscope/gc-core/wire';
import type { RowKeys } from './unfolded.ts';

/** Many objects with the same change, one after the other or within a second, as when an owner is orphaned or a cascade runs. */
export interface Alike {
  /** The latest first. */
  readonly alike: readonly [ActivityEntry, ...ActivityEntry[]];
}

/** Fewer are listed one by one. */
const FEWEST = 6;

/**
 * Joins lines in a row that say the same of objects of one kind and namespace; then lines of one second that say the same of objects
 * of one kind, also of several namespaces, or that kinds can be read, or cannot. All other lines stay as they are.
 */
export function foldAlike<Other extends object>(
  lines: readonly (ActivityEntry | Other)[],
): readonly (ActivityEntry | Other | Alike)[] {
  const rows: (ActivityEntry | Other)[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && isSame(first, line)) row.push(line);
    else rows.push([line]);
  }
  return joinSeconds(
    rows.flatMap((row): readonly (ActivityEntry | Other | Alike)[] => {
      const [first, ...more] = row.filter(isEntry);
      return first && row.length >= FEWEST ? [{ alike: [first, ...more] }] : row;
    }),
  );
}

/** The joined line is at the place of its latest. */
function joinSeconds<Other extends object>(
  lines: readonly (ActivityEntry | Other | Alike)[],
): readonly (ActivityEntry | Other | Alike)[] {
  const bySecond = groupBy(lines, secondOf);
  return lines.flatMap((line): readonly (ActivityEntry | Other | Alike)[] => {
    const key = secondOf(line);
    const together = (key === undefined ? undefined : bySecond.get(key)) ?? [];
    const [first, ...more] = together.flatMap(entriesOf);
    if (!first || together.length < 2 || more.length + 1 < FEWEST) return [line];
    return line === together[0] ? [{ alike: [first, ...more] }] : [];
  });
}

/** Key of the change, its kind and its second, if all entries are of one second. */
function secondOf(line: object): string | undefined {
  const entries = entriesOf(line);
  const [first] = entries;
  if (!first || entries.some(({ at }) => at !== first.at)) return undefined;
  if (!first.object) return JSON.stringify([first.at, first.type, first.isReadable]);
  const { apiVersion, kind } = first.object;
  return JSON.stringify([first.at, first.type, apiVersion, kind, plainText(first.text)]);
}

function entriesOf(line: object): readonly ActivityEntry[] {
  if ('alike' in line) return (line as Alike).alike;
  return isEntry(line) ? [line] : [];
}

/** The text that all lines share; lines of kinds may add their own reasons. */
export function textOfAlike({ alike: [{ type, text, isReadable }] }: Alike): Sentence {
  if (type !== 'kind') return text;
  return isReadable ? say`They can be read now.` : say`They can no longer be read.`;
}

/** The numbers of its lines. */
export function keysOfAlike({ alike }: Alike): RowKeys {
  return alike.map(({ seq }) => seq);
}

function isSame(one: object, other: object): boolean {
  if (!isEntry(one) || !isEntry(other) || !one.object || !other.object) return false;
  return (
    one.type === other.type &&
    one.object.kind === other.object.kind &&
    one.object.namespace === other.object.namespace &&
    plainText(one.text) === plainText(other.text)
  );
}

function isEntry(line: object): line is ActivityEntry {
  return 'seq' in line;
}
