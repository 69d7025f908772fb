import type { ApiObject } from '../../src/meta/object-meta.ts';
import {
  fieldOf,
  type Micros,
  messageOf,
  type RecordedVersion,
  type Recording,
} from './recording.ts';

const EVENT = 'GraphBuilder process object';

/** Two answers nearer than this do not tell in which order the server read and wrote. */
const CLOSE: Micros = 5000;

interface TimedVersion extends RecordedVersion {
  /** The latest moment at which it was stored: when the first of the two watchers saw it. */
  readonly by: Micros;
}

/** What was stored when, and which of it each event of the log delivered. */
export class ObjectHistory {
  readonly #versions = new Map<string, readonly TimedVersion[]>();
  /** Version by index of the event's line. */
  readonly #delivered = new Map<number, TimedVersion>();
  /** Events whose object was not recorded. */
  readonly unrecorded: number[] = [];

  readonly #offset: Micros;
  readonly #pathOf: (object: ApiObject) => string;

  constructor(recording: Recording, pathOf: (object: ApiObject) => string) {
    this.#pathOf = pathOf;
    const seen = new Map<RecordedVersion, Micros>();
    const lineOf = new Map<RecordedVersion, number[]>();
    for (const [uid, indexes] of eventsByUid(recording)) {
      const versions = recording.versions.get(uid) ?? [];
      // A monitor that starts late sees the last states only, so events and versions are matched from the end.
      const first = versions.length - indexes.length;
      for (const [i, index] of indexes.entries()) {
        const version = versions[first + i];
        if (version === undefined) this.unrecorded.push(index);
        else {
          seen.set(version, recording.lines[index]?.at ?? 0);
          lineOf.set(version, [...(lineOf.get(version) ?? []), index]);
        }
      }
    }
    this.#offset = clockOffset(seen);
    for (const [uid, versions] of recording.versions) {
      let before: Micros = 0;
      const timed = versions.map((version) => {
        const client = this.clock(version.at);
        const watched = seen.get(version) ?? client;
        const path = pathOf(version.object);
        // The write is answered before a watcher hears of it, if it is in the audit log at all.
        const written = recording.writes
          .filter(({ at, path: where }) => where === path && at > before && at <= watched)
          .at(-1)?.at;
        const by = version.type === 'ADDED' ? watched : (written ?? watched);
        before = by;
        const entry = { ...version, by };
        for (const index of lineOf.get(version) ?? []) this.#delivered.set(index, entry);
        return entry;
      });
      this.#versions.set(uid, timed);
    }
  }

  /** A time of the case on the clock of the log. */
  clock(seconds: number): Micros {
    return seconds * 1e6 + this.#offset;
  }

  /** The state that the event of this line delivered. */
  deliveredBy(index: number): RecordedVersion | undefined {
    return this.#delivered.get(index);
  }

  /** What was stored under the path at that moment, as far as it was recorded. */
  storedAt(path: string, at: Micros): ApiObject | undefined {
    const states = [...this.#versions.values()]
      .flat()
      .filter(({ object, by }) => by <= at && this.#pathOf(object) === path)
      .toSorted((a, b) => a.by - b.by);
    return states.findLast(({ type }) => type !== 'DELETED')?.object;
  }

  /** Whether a state that was stored about then may have been read, too: only the order of two answers tells. */
  isCloseCall(path: string, at: Micros): boolean {
    return [...this.#versions.values()]
      .flat()
      .some(({ object, by }) => by > at && by < at + CLOSE && this.#pathOf(object) === path);
  }
}

function eventsByUid(recording: Recording): Map<string, number[]> {
  const events = new Map<string, number[]>();
  for (const [index, { text }] of recording.lines.entries()) {
    if (messageOf(text) !== EVENT || fieldOf(text, 'virtual') === 'true') continue;
    const uid = fieldOf(text, 'uid');
    events.set(uid, [...(events.get(uid) ?? []), index]);
  }
  return events;
}

/** The start of the case on the clock of the log: the median, since either watcher may lag. */
function clockOffset(seen: ReadonlyMap<RecordedVersion, Micros>): Micros {
  const offsets = [...seen].map(([version, at]) => at - version.at * 1e6).toSorted((a, b) => a - b);
  return offsets[Math.floor(offsets.length / 2)] ?? 0;
}
