import { formatTimestamp, kindName } from '@gcscope/gc-core';
import type {
  Activity,
  ActivityEntry,
  ActivityType,
  ClusterHealth,
  KindHealth,
  Millis,
  Timestamp,
} from '@gcscope/gc-core/wire';
import { hasWords, say } from '@gcscope/gc-core/wire';

/** At least this many lines are remembered. Up to a quarter more are kept, so that not every addition moves all lines. */
const MOST_ENTRIES = 20_000;
/** Namespaces named in an answer. */
const MOST_NAMESPACES = 12;

/** Which lines are asked for; what is left out restricts nothing. */
export interface ActivityFilter {
  readonly types?: readonly ActivityType[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Words that each occur in name, kind or namespace, or begin the uid. */
  readonly words?: readonly string[];
  /** Only lines before this one. */
  readonly before?: number | undefined;
}

/** What happened in the cluster since this process began, as far as it is remembered. */
export class ActivityLog {
  /** When this process began. */
  readonly since: Timestamp;
  #entries: ActivityEntry[] = [];
  #seq = 0;
  #isCut = false;
  /** Kinds as they were at last: by name, and whether they could be read. */
  readonly #kinds = new Map<string, { readonly named: string; readonly isRead: boolean }>();

  /** Whether all kinds were read once: those that come later are found. */
  #wasLive = false;

  constructor(now: Millis) {
    this.since = formatTimestamp(now);
  }

  /** Gives the line its number and remembers it unless it is for the history of its object alone. */
  add(line: Omit<ActivityEntry, 'seq'>, isForAll = true): ActivityEntry {
    const entry = { seq: ++this.#seq, ...line };
    if (!isForAll) return entry;
    this.#entries.push(entry);
    if (this.#entries.length > MOST_ENTRIES * 1.25) {
      this.#entries = this.#entries.slice(-MOST_ENTRIES);
      this.#isCut = true;
    }
    return entry;
  }

  /** Adds a line for each kind that is found or lost, or that can be read now, or no longer. */
  health({ state, kinds }: ClusterHealth, now: Millis): void {
    const at = formatTimestamp(now);
    const wasLive = this.#wasLive;
    this.#wasLive ||= state === 'live';
    for (const kind of kinds) {
      const key = `${kind.group}/${kind.resource}`;
      const isRead = kind.state === 'synced';
      const before = this.#kinds.get(key);
      // A first list under way does not mean that a kind can no longer be read.
      if (before === undefined && kind.state === 'listing') continue;
      // The row is removed once discovery has confirmed it; that is the line.
      if (kind.state === 'gone') continue;
      // The row of an undiscovered group is no kind.
      const isFound = wasLive && kind.resource !== '*';
      this.#kinds.set(key, { named: kindName(kind), isRead });
      if (before === undefined ? !isFound : before.isRead === isRead) continue;
      const text = before === undefined ? describeFound(kind) : describeKind(kind);
      this.add({ type: 'kind', at, text, isReadable: isRead });
    }
    this.#forget(kinds, at);
  }

  /** Adds a line for each kind that is no longer served. */
  #forget(kinds: readonly KindHealth[], at: Timestamp): void {
    const present = new Set(kinds.map(({ group, resource }) => `${group}/${resource}`));
    for (const [key, { named }] of this.#kinds) {
      // The row of an undiscovered group is removed when the kinds of the group become known.
      if (present.has(key) || key.endsWith('/*')) continue;
      this.#kinds.delete(key);
      const text = say`${named} is no longer served, so its objects are no longer shown.`;
      this.add({ type: 'kind', at, text, isReadable: false });
    }
  }

  /** The latest lines that fit, the latest first. */
  read(filter: ActivityFilter, limit: number): Omit<Activity, 'deletions'> {
    const { types, namespaces, before = Number.POSITIVE_INFINITY } = filter;
    const isOfType = ({ type }: ActivityEntry): boolean => !types || types.includes(type);
    const isInPlace = ({ object }: ActivityEntry): boolean =>
      !namespaces || (object !== undefined && namespaces.includes(object.namespace));
    const named = this.#entries.filter((entry) => isNamed(entry, filter));
    const inPlace = named.filter(isInPlace);
    const shown = inPlace.filter(isOfType);
    const places = countBy(named.filter(isOfType), ({ object }) => object?.namespace);
    return {
      entries: shown
        .filter(({ seq }) => seq < before)
        .slice(-limit)
        .toReversed(),
      since: this.since,
      total: shown.length,
      remembered: this.#entries.length,
      isCut: this.#isCut,
      types: Object.fromEntries(countBy(inPlace, ({ type }) => type)),
      namespaces: [...places]
        .map(([namespace, count]) => ({ namespace, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, MOST_NAMESPACES),
    };
  }
}

function isNamed({ object }: ActivityEntry, { kinds, words = [] }: ActivityFilter): boolean {
  if (kinds && !(object && kinds.includes(object.kind))) return false;
  return words.length === 0 || (object !== undefined && hasWords(object, words));
}

/** How many entries have each key; those without one are left out. */
function countBy<Key extends string>(
  entries: readonly ActivityEntry[],
  keyOf: (entry: ActivityEntry) => Key | undefined,
): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function describeFound(health: KindHealth): ActivityEntry['text'] {
  const { state, message } = health;
  const named = kindName(health);
  if (state === 'synced') return say`${named} is served now, so its objects are shown.`;
  const reason = message === undefined ? '.' : `: ${message}`;
  return say`${named} is served now, but its objects cannot be read (${state})${reason}`;
}

function describeKind(health: KindHealth): ActivityEntry['text'] {
  const { state, message } = health;
  const named = kindName(health);
  if (state === 'synced') return say`Objects of kind ${named} can be read now.`;
  const reason = message === undefined ? '.' : `: ${message}`;
  return say`Objects of kind ${named} can no longer be read (${state})${reason}`;
}
