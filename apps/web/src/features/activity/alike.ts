import { type ActivityEntry, plainText } from '@gcscope/gc-core/wire';
import type { RowKeys } from './unfolded.ts';

/** The same that happened to many objects, one after the other, as when an owner is orphaned or a cascade runs. */
export interface Alike {
  /** The latest first. */
  readonly alike: readonly [ActivityEntry, ...ActivityEntry[]];
}

/** Fewer are listed one by one. */
const FEWEST = 6;

/** Joins lines in a row that say the same of objects of one kind and namespace; all other lines stay as they are. */
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
  return rows.flatMap((row): readonly (ActivityEntry | Other | Alike)[] => {
    const [first, ...more] = row.filter(isEntry);
    return first && row.length >= FEWEST ? [{ alike: [first, ...more] }] : row;
  });
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
