import { formatTimestamp, kindName } from '@gcscope/gc-core';
import type {
  Activity,
  ActivityEntry,
  ActivityType,
  ClusterHealth,
  DeletedBy,
  KindHealth,
  KindState,
  Millis,
  Timestamp,
  Uid,
} from '@gcscope/gc-core/wire';
import { formatAge, hasWords, nameRank, pluralOf, say } from '@gcscope/gc-core/wire';

/** At least this many lines are remembered. Up to a quarter more are kept, so that not every addition moves all lines. */
const MOST_ENTRIES = 20_000;
/** Namespaces named in an answer. */
const MOST_NAMESPACES = 12;

/** An interruption that begins so long after the one before has lines of its own: a long one keeps its lines, too. */
const CALM: Millis = 600_000;

/** Limits on the lines of an answer; an absent one restricts nothing. */
export interface ActivityFilter {
  readonly types?: readonly ActivityType[] | undefined;
  /** Only deletions, by who deleted the object. */
  readonly deleters?: readonly DeletedBy[] | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Words that each occur in name, kind or namespace, or begin the uid. */
  readonly words?: readonly string[];
  /** Only lines before this one. */
  readonly before?: number | undefined;
  /** The lines whose object's name matches the words best come first, the latest among equals. */
  readonly isBestFirst?: boolean;
}

/** A kind as it was when its health was last reported. */
interface KindAtLast {
  readonly named: string;
  readonly isRead: boolean;
  /** Absent until it was read and could no longer be. */
  readonly interrupted?: Interrupted | undefined;
}

/** How often a kind could not be read for the same cause, each time less than `CALM` after the time before. */
interface Interrupted {
  readonly state: KindState;
  readonly count: number;
  /** When the first interruption and the last one began. */
  readonly first: Millis;
  readonly last: Millis;
  /** The numbers of the lines about the last one: of its beginning, and of its end. */
  readonly lines: readonly number[];
}

/** The changes of the cluster since this process began, as far as it remembers them. */
export class ActivityLog {
  /** When this process began. */
  readonly since: Timestamp;
  #entries: ActivityEntry[] = [];
  #seq = 0;
  #isCut = false;
  /** Kinds as they were at last. */
  readonly #kinds = new Map<string, KindAtLast>();

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

  /**
   * Adds a line for each kind that is found or lost, or that can be read now, or no longer. The lines of a kind that is interrupted
   * again and again for the same cause take the place of those before.
   */
  health({ state, kinds }: ClusterHealth, now: Millis): void {
    const at = formatTimestamp(now);
    const wasLive = this.#wasLive;
    this.#wasLive ||= state === 'live';
    const replaced = new Set<number>();
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
      const known = { ...before, named: kindName(kind), isRead };
      if (before !== undefined && before.isRead !== isRead) {
        const interrupted = this.#change(kind, before.interrupted, now, replaced);
        this.#kinds.set(key, { ...known, interrupted });
        continue;
      }
      this.#kinds.set(key, known);
      if (before === undefined && isFound) {
        this.add({ type: 'kind', at, text: describeFound(kind), isReadable: isRead });
      }
    }
    // All at once: many kinds are interrupted together, and there are many lines.
    if (replaced.size > 0) this.#entries = this.#entries.filter(({ seq }) => !replaced.has(seq));
    this.#forget(kinds, at);
  }

  /** Adds a line for a kind that can be read now, or no longer, and notes which lines it replaces. */
  #change(
    kind: KindHealth,
    before: Interrupted | undefined,
    now: Millis,
    replaced: Set<number>,
  ): Interrupted | undefined {
    const isReadable = kind.state === 'synced';
    const interrupted = isReadable ? before : interrupt(before, kind.state, now);
    const text = describeKind(kind, interrupted, now);
    const { seq } = this.add({ type: 'kind', at: formatTimestamp(now), text, isReadable });
    if (!interrupted) return undefined;
    if (isReadable) return { ...interrupted, lines: [...interrupted.lines, seq] };
    for (const line of interrupted.lines) replaced.add(line);
    return { ...interrupted, lines: [seq] };
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

  /** The latest lines that fit, the latest first, or those that match best. */
  read(filter: ActivityFilter, limit: number): Omit<Activity, 'deletions'> {
    const { types, deleters, namespaces, words, isBestFirst } = filter;
    const { before = Number.POSITIVE_INFINITY } = filter;
    const isOfType = ({ type }: ActivityEntry): boolean => !types || types.includes(type);
    const isBy = ({ deletedBy }: ActivityEntry): boolean =>
      !deleters || (deletedBy !== undefined && deleters.includes(deletedBy));
    const isInPlace = ({ object }: ActivityEntry): boolean =>
      !namespaces || (object !== undefined && namespaces.includes(object.namespace));
    const named = this.#entries.filter((entry) => isNamed(entry, filter));
    const inPlace = named.filter(isInPlace);
    const ofType = inPlace.filter(isOfType);
    const shown = ofType.filter(isBy);
    const latest = shown.filter(({ seq }) => seq < before).toReversed();
    const places = countBy(named.filter(isOfType).filter(isBy), ({ object }) => object?.namespace);
    return {
      entries: (isBestFirst ? bestFirst(latest, words) : latest).slice(0, limit),
      since: this.since,
      total: shown.length,
      remembered: this.#entries.length,
      isCut: this.#isCut,
      types: Object.fromEntries(countBy(inPlace.filter(isBy), ({ type }) => type)),
      deleters: Object.fromEntries(countBy(deletersOf(ofType), (deletedBy) => deletedBy)),
      namespaces: [...places]
        .map(([namespace, count]) => ({ namespace, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, MOST_NAMESPACES),
    };
  }
}

/** An interruption that begins now: the first of its kind, or one more, with the lines that it replaces. */
function interrupt(before: Interrupted | undefined, state: KindState, now: Millis): Interrupted {
  return before?.state === state && now - before.last < CALM
    ? { ...before, count: before.count + 1, last: now }
    : { state, count: 1, first: now, last: now, lines: [] };
}

function isNamed({ object }: ActivityEntry, { kinds, words = [] }: ActivityFilter): boolean {
  if (kinds && !(object && kinds.includes(object.kind))) return false;
  return words.length === 0 || (object !== undefined && hasWords(object, words));
}

/** The order of the lines stays among those that match equally well. */
function bestFirst(
  entries: readonly ActivityEntry[],
  words: readonly string[] = [],
): readonly ActivityEntry[] {
  if (words.length === 0) return entries;
  return entries
    .map((entry) => ({ entry, rank: nameRank(entry.object ?? { name: '' }, words) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** One for each object: a deletion that took its time has a line where it began, and one where it ended. */
function deletersOf(entries: readonly ActivityEntry[]): Iterable<DeletedBy> {
  const deleters = new Map<Uid, DeletedBy>();
  for (const { object, deletedBy } of entries) {
    if (object && deletedBy) deleters.set(object.uid, deletedBy);
  }
  return deleters.values();
}

/** How many have each key; those without one are left out. */
function countBy<One, Key extends string>(
  all: Iterable<One>,
  keyOf: (one: One) => Key | undefined,
): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const each of all) {
    const key = keyOf(each);
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

function describeKind(
  health: KindHealth,
  interrupted: Interrupted | undefined,
  now: Millis,
): ActivityEntry['text'] {
  const { count, first } = interrupted ?? { count: 1, first: now };
  const { state, message } = health;
  const named = objectsOf(health);
  const span = formatAge(now - first);
  if (state === 'synced') {
    const times = count === 1 ? '' : `, after ${count} interruptions in ${span}`;
    return say`${named} can be read now${times}.`;
  }
  const times = count === 1 ? '' : ` (${count} times in ${span})`;
  const reason = message === undefined ? '.' : `: ${message}`;
  return say`${named} can no longer be read${times}${reason}`;
}

/** `Pods`, `Leases of coordination.k8s.io`: the kind first, because a page may cut the sentence. */
function objectsOf({ kind, group }: KindHealth): string {
  if (kind === '*') return `Kinds of ${group || 'the core group'}`;
  return group === '' ? pluralOf(kind) : `${pluralOf(kind)} of ${group}`;
}
