import {
  applyDelta,
  type GraphDelta,
  type NodeRecord,
  type Playback,
  type Step,
  type Uid,
} from '@gcscope/gc-core/wire';
import { type Speed, USUAL_SPEED } from '../../address/view-search.ts';
import { GraphStore } from '../../data/graph-store.ts';

const STEP_MILLIS = 1800;

/** The state of a session. A new object after each change, the same one in between. */
export interface PlayerState {
  readonly view: Playback;
  /** Number of applied steps: 0 is before the first, `view.steps.length` the end. */
  readonly cursor: number;
  /** The step that led here; none at cursor 0. */
  readonly step: Step | undefined;
  /** The delta that undoes that step. */
  readonly inverse: GraphDelta | undefined;
  readonly running: boolean;
  readonly speed: Speed;
}

/**
 * A playback to step through: its store always holds the graph after `cursor` steps. Steps back apply the inverse of
 * each delta, kept from the beginning; a jump is one change of the store, however far.
 */
export class SimulationSession {
  /** The graph at the cursor. */
  readonly store: GraphStore = new GraphStore();
  readonly #listeners = new Set<() => void>();
  /** Deltas by index: the one at i undoes step i. */
  readonly #inverses: GraphDelta[] = [];
  #end: ReadonlyMap<Uid, NodeRecord> = new Map();
  #state: PlayerState;
  #pending: ReturnType<typeof setTimeout> | undefined;

  /** Starts after `cursor` steps, or as near to it as there are steps. */
  constructor(view: Playback, cursor: number = 0) {
    const before = { cursor: 0, step: undefined, inverse: undefined };
    this.#state = { view, ...before, running: false, speed: USUAL_SPEED };
    this.load(view, cursor);
  }

  /** Calls the listener after each change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The current state. */
  readonly getState = (): PlayerState => this.#state;

  /** The graph after the last step. */
  get end(): ReadonlyMap<Uid, NodeRecord> {
    return this.#end;
  }

  /** Moves one step on; does nothing at the end. */
  next(): void {
    this.jump(this.#state.cursor + 1);
  }

  /** Moves to the state after `cursor` steps, or as near to it as there are. A run goes on from there. */
  jump(cursor: number): void {
    const { cursor: before, running } = this.#state;
    const target = this.#within(cursor);
    if (target === before) return;
    const delta = squash(this.#deltas(before, target));
    this.#moveTo(target);
    // The API server may have changed before the collector sees it.
    if (delta.upserts.length + delta.removes.length > 0) this.store.apply(delta);
    else this.store.refresh();
    this.#notify();
    if (running) this.#schedule();
  }

  /** Steps on by itself until the end; at the end it starts over. */
  run(): void {
    if (this.#state.running || this.#state.view.steps.length === 0) return;
    this.#set({ running: true });
    if (this.#state.cursor === this.#state.view.steps.length) this.jump(0);
    else this.#schedule();
  }

  /** Ends a run. */
  pause(): void {
    clearTimeout(this.#pending);
    if (this.#state.running) this.#set({ running: false });
  }

  /** Applies from the next step on. */
  setSpeed(speed: Speed): void {
    if (speed === this.#state.speed) return;
    this.#set({ speed });
    if (this.#state.running) this.#schedule();
  }

  /** Goes on with another playback of the same world, as many steps after its beginning. */
  load(view: Playback, cursor: number): void {
    this.pause();
    this.#state = { ...this.#state, view };
    const target = this.#within(cursor);
    const records = new Map(view.nodes.map((record) => [record.uid, record]));
    let shown = [...records.values()];
    this.#inverses.length = 0;
    for (const { index, delta } of view.steps) {
      this.#inverses.push(applyDelta(records, delta));
      if (index + 1 === target) shown = [...records.values()];
    }
    this.#end = records;
    this.#moveTo(target);
    this.store.replace(shown);
    this.#notify();
  }

  #within(cursor: number): number {
    return Math.min(Math.max(0, Math.trunc(cursor) || 0), this.#state.view.steps.length);
  }

  #deltas(from: number, to: number): GraphDelta[] {
    if (from < to) return this.#state.view.steps.slice(from, to).map((step) => step.delta);
    return this.#inverses.slice(to, from).toReversed();
  }

  #schedule(): void {
    clearTimeout(this.#pending);
    const { cursor, view, speed } = this.#state;
    if (cursor === view.steps.length) this.pause();
    else this.#pending = setTimeout(() => this.next(), STEP_MILLIS / speed);
  }

  /** The map reads the state as soon as the store changes: so this comes first. */
  #moveTo(cursor: number): void {
    const step = this.#state.view.steps[cursor - 1];
    this.#state = { ...this.#state, cursor, step, inverse: this.#inverses[cursor - 1] };
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#notify();
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Joins deltas into one with the effect of all in their order. */
function squash(deltas: readonly GraphDelta[]): GraphDelta {
  const upserts = new Map<Uid, NodeRecord>();
  const removes = new Set<Uid>();
  for (const delta of deltas) {
    for (const uid of delta.removes) {
      upserts.delete(uid);
      removes.add(uid);
    }
    for (const record of delta.upserts) {
      removes.delete(record.uid);
      upserts.set(record.uid, record);
    }
  }
  return { upserts: [...upserts.values()], removes: [...removes] };
}
