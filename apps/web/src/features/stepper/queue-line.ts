/** An entry of a queue or of the absent-owner cache, taken apart. */
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
/** The server's word for what it leaves out of a long queue. */
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

/** How many entries the lines stand for. */
export function entryCount(lines: readonly string[]): number {
  const rest = REST.exec(lines.at(-1) ?? '')?.[1];
  return rest === undefined ? lines.length : lines.length - 1 + Number(rest);
}

/** How often each line stands in `now` beyond how often it stood in `before`: what came with the step. */
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
