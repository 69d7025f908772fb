import { formatTimestamp } from '@gcscope/gc-core';
import type {
  Activity,
  ActivityEntry,
  ActivityType,
  ClusterHealth,
  KindHealth,
  Millis,
  Timestamp,
} from '@gcscope/gc-core/wire';
import { say } from '@gcscope/gc-core/wire';

/** Lines remembered at least; up to a quarter more, so that few additions move them. */
const MOST_ENTRIES = 20_000;

/** Which lines are asked for; what is left out restricts nothing. */
export interface ActivityFilter {
  readonly types?: readonly ActivityType[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Part of a name, or a whole uid. */
  readonly name?: string | undefined;
  /** Only lines before this one. */
  readonly before?: number | undefined;
}

/** What happened in the cluster since this process began, as far as it is remembered. */
export class ActivityLog {
  /** When this process began. */
  readonly since: Timestamp;
  #entries: ActivityEntry[] = [];
  #seq = 0;
  /** Kinds that could be read at last, or not. */
  readonly #isRead = new Map<string, boolean>();

  constructor(now: Millis) {
    this.since = formatTimestamp(now);
  }

  /** Adds a line and returns it. */
  add(line: Omit<ActivityEntry, 'seq'>): ActivityEntry {
    const entry = { seq: ++this.#seq, ...line };
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES * 1.25)
      this.#entries = this.#entries.slice(-MOST_ENTRIES);
    return entry;
  }

  /** Adds a line for each kind that can be read now, or no longer. */
  health({ kinds }: ClusterHealth, now: Millis): void {
    const at = formatTimestamp(now);
    for (const kind of kinds) {
      const key = `${kind.group}/${kind.resource}`;
      const isRead = kind.state === 'synced';
      const before = this.#isRead.get(key);
      // A first list that is under way is no loss.
      if (before === undefined && kind.state === 'listing') continue;
      this.#isRead.set(key, isRead);
      if (before !== undefined && before !== isRead) {
        this.add({ type: 'kind', at, text: describeKind(kind) });
      }
    }
  }

  /** The latest lines that fit, the latest first. */
  read(filter: ActivityFilter, limit: number): Activity {
    const fitting = this.#entries.filter((entry) => fits(entry, filter));
    const { before = Number.POSITIVE_INFINITY } = filter;
    const page = fitting.filter(({ seq }) => seq < before).slice(-limit);
    return {
      entries: page.toReversed(),
      since: this.since,
      total: fitting.length,
      isCut: this.#seq > this.#entries.length,
    };
  }
}

function fits(
  { type, object }: ActivityEntry,
  { types, namespaces, kinds, name }: ActivityFilter,
): boolean {
  if (types && !types.includes(type)) return false;
  if (namespaces && !(object && namespaces.includes(object.namespace))) return false;
  if (kinds && !(object && kinds.includes(object.kind))) return false;
  return name === undefined || object?.uid === name || (object?.name.includes(name) ?? false);
}

function describeKind({ group, kind, state, message }: KindHealth): ActivityEntry['text'] {
  const named = group === '' ? kind : `${kind}.${group}`;
  if (state === 'synced') return say`Objects of kind ${named} can be read now.`;
  const reason = message === undefined ? '.' : `: ${message}`;
  return say`Objects of kind ${named} can no longer be read (${state})${reason}`;
}
