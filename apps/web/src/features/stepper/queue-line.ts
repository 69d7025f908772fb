/** A parsed entry of a queue or of the absent-owner cache. */
export interface QueueLine {
  /** `ADDED`, `MODIFIED` or `DELETED`; graph changes only. */
  readonly change?: string;
  readonly kind: string;
  /** `shop/web`, or the name alone. */
  readonly name: string;
  readonly uid: string;
  readonly virtual: boolean;
}

const LINE = /^(?:(ADDED|MODIFIED|DELETED) )?\S*\/([^\s/]+) (\S+) (\S*?)( \(virtual\))?$/;
/** The last line of a long queue counts the entries left out. */
const REST = /^and (\d+) more$/;

/** `[<type> ]<apiVersion>/<Kind> [<namespace>/]<name> <uid>[ (virtual)]`; `undefined` for anything else. */
export function parseQueueLine(text: string): QueueLine | undefined {
  const [, change, kind, name, uid, virtual] = LINE.exec(text) ?? [];
  if (kind === undefined || name === undefined || uid === undefined) return undefined;
  return {
    ...(change !== undefined && { change }),
    kind,
    name: name.replace(/^\//, ''),
    uid,
    virtual: virtual !== undefined,
  };
}

/** Number of entries that the lines stand for. */
export function entryCount(lines: readonly string[]): number {
  const rest = REST.exec(lines.at(-1) ?? '')?.[1];
  return rest === undefined ? lines.length : lines.length - 1 + Number(rest);
}

/** For each line of `now`, whether it is new: it occurs more often than in `before`. */
export function newEntries(now: readonly string[], before: readonly string[]): readonly boolean[] {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  return now.map((line) => {
    const count = left.get(line) ?? 0;
    if (count === 0) return true;
    left.set(line, count - 1);
    return false;
  });
}
