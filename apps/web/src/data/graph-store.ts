import {
  type Absence,
  applyDelta,
  type GraphDelta,
  hasWrongReference,
  type Mark,
  markOf,
  type NodeRecord,
  parseApiVersion,
  type Uid,
  type VerdictTime,
} from '@gcscope/gc-core/wire';
import type { Rows } from '@gcscope/picture';

/** The states of the filter: the marks, and `wrong`, which may stand beside any mark. */
export type ObjectState = Mark | 'wrong';

/** States, the worst problem first: the order of filters, tiles and lists. */
export const STATES: readonly ObjectState[] = [
  'blocked',
  'wrong',
  'goes',
  'terminating',
  'not-verified',
  'virtual',
  'removed',
  'forgotten',
  'gone',
  'calm',
];

/** Numbers of objects by state, kind, namespace and finalizer. Empty entries are absent. */
export interface Counts {
  /** Objects that exist; virtual owners are counted in `states` alone. */
  readonly objects: number;
  /** By `countedStates`. */
  readonly states: ReadonlyMap<ObjectState, number>;
  /** Objects in state `goes`, by the time when they go. */
  readonly times: ReadonlyMap<VerdictTime, number>;
  /** By `kindKey`. */
  readonly kinds: ReadonlyMap<string, number>;
  /** By namespace; cluster-scoped objects under the empty name. */
  readonly namespaces: ReadonlyMap<string, number>;
  /** Objects with a problem, by namespace. */
  readonly problems: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Called after each change with the applied delta. */
export type GraphListener = (delta: GraphDelta) => void;

const NOTHING: ReadonlySet<Uid> = new Set();
const NO_CHANGE: GraphDelta = { upserts: [], removes: [] };

/** `Deployment.apps`, `Pod`: one name per kind whatever its version. */
export function kindKey(record: { readonly apiVersion: string; readonly kind: string }): string {
  const { group } = parseApiVersion(record.apiVersion);
  return group === '' ? record.kind : `${record.kind}.${group}`;
}

/** The fields of a record that decide its states. */
type Stated = Pick<NodeRecord, 'virtual' | 'beingDeleted' | 'summary'>;

/** The states of a record: its mark, and `wrong` beside it; a wrong reference is not `calm`. An absent object has no other state. */
export function statesOf(record: Stated, absence?: Absence): readonly ObjectState[] {
  if (absence) return [absence];
  const mark = markOf(record);
  if (!hasWrongReference(record)) return [mark];
  return mark === 'calm' ? ['wrong'] : [mark, 'wrong'];
}

/** The place of the most urgent state of a record: problems first. */
export function rankOf(record: Stated): number {
  return Math.min(...statesOf(record).map((state) => STATES.indexOf(state)));
}

/** The states that a record counts in, and by which a filter finds it: a blocked object is terminating, too. */
export function countedStates(record: Stated): readonly ObjectState[] {
  const states = statesOf(record);
  return states.includes('blocked') ? ['terminating', ...states] : states;
}

/** Time at which an object in state `goes` goes, as far as its record says. */
export function timeOf(record: Stated): VerdictTime | undefined {
  return markOf(record) === 'goes' ? record.summary?.when : undefined;
}

/** Whether the object needs attention: it is blocked, or a reference is wrong. */
export function hasProblem(record: Stated): boolean {
  return statesOf(record).some((state) => state === 'blocked' || state === 'wrong');
}

/**
 * The graph as the browser knows it: records by uid, dependents by owner, and counts, all kept by `apply`.
 * Live changes and the steps of a simulation both go through `apply`.
 */
export class GraphStore {
  readonly #records: Map<Uid, NodeRecord>;
  readonly #dependents = new Map<Uid, Set<Uid>>();
  readonly #listeners = new Set<GraphListener>();
  readonly #states = new Map<ObjectState, number>();
  readonly #times = new Map<VerdictTime, number>();
  readonly #kinds = new Map<string, number>();
  readonly #namespaces = new Map<string, number>();
  readonly #problems = new Map<string, number>();
  readonly #finalizers = new Map<string, number>();
  #counts: Counts | undefined;
  #version = 0;

  /** Whether the objects have no uids and names yet, so that none can be looked up. */
  readonly isOutline: boolean = false;
  /** The records as a map draws them, where they came as columns. */
  readonly rows: Rows | undefined;

  constructor(records: Iterable<NodeRecord> = []) {
    this.#records = new Map();
    for (const record of records) this.#records.set(record.uid, record);
    for (const record of this.#records.values()) this.#enter(record);
  }

  /** The records as they are now. Replaced in place: do not keep it across changes. */
  get records(): ReadonlyMap<Uid, NodeRecord> {
    return this.#records;
  }

  /** Number of records, virtual owners among them. */
  get size(): number {
    return this.#records.size;
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** The counts of now; the same object until the next change. */
  get counts(): Counts {
    this.#counts ??= {
      objects: this.#records.size - (this.#states.get('virtual') ?? 0),
      states: new Map(this.#states),
      times: new Map(this.#times),
      kinds: new Map(this.#kinds),
      namespaces: new Map(this.#namespaces),
      problems: new Map(this.#problems),
      finalizers: new Map(this.#finalizers),
    };
    return this.#counts;
  }

  /** The uids whose records name `uid` as an owner. */
  dependentsOf(uid: Uid): ReadonlySet<Uid> {
    return this.#dependents.get(uid) ?? NOTHING;
  }

  /** Applies the delta, notifies the listeners, and returns the delta that undoes it exactly. */
  apply(delta: GraphDelta): GraphDelta {
    if (delta.upserts.length === 0 && delta.removes.length === 0) return delta;
    const inverse = applyDelta(this.#records, delta);
    for (const before of inverse.upserts) this.#leave(before);
    for (const record of delta.upserts) this.#enter(record);
    this.#version += 1;
    this.#counts = undefined;
    for (const listener of [...this.#listeners]) listener(delta);
    return inverse;
  }

  /** The records are the same, but not what a view shows beside them. */
  refresh(): void {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener(NO_CHANGE);
  }

  /** Makes the store hold exactly these records. Unchanged records are not touched. */
  replace(records: readonly NodeRecord[]): void {
    const next = new Map(records.map((record) => [record.uid, record]));
    this.apply({
      upserts: [...next.values()].filter((record) => {
        const before = this.#records.get(record.uid);
        return before === undefined || JSON.stringify(before) !== JSON.stringify(record);
      }),
      removes: [...this.#records.keys()].filter((uid) => !next.has(uid)),
    });
  }

  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: GraphListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #enter(record: NodeRecord): void {
    for (const owner of record.owners) {
      const siblings = this.#dependents.get(owner.uid);
      if (siblings) siblings.add(record.uid);
      else this.#dependents.set(owner.uid, new Set([record.uid]));
    }
    this.#count(record, 1);
  }

  #leave(record: NodeRecord): void {
    for (const owner of record.owners) {
      const siblings = this.#dependents.get(owner.uid);
      siblings?.delete(record.uid);
      if (siblings?.size === 0) this.#dependents.delete(owner.uid);
    }
    this.#count(record, -1);
  }

  #count(record: NodeRecord, by: 1 | -1): void {
    for (const state of countedStates(record)) add(this.#states, state, by);
    const when = timeOf(record);
    if (when) add(this.#times, when, by);
    if (record.virtual) return;
    add(this.#kinds, kindKey(record), by);
    add(this.#namespaces, record.namespace, by);
    if (hasProblem(record)) add(this.#problems, record.namespace, by);
    for (const name of record.finalizers) add(this.#finalizers, name, by);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
