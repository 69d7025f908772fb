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

/** The timer of the page, so that tests can turn the hands themselves. */
export interface SessionTimer {
  readonly set: (callback: () => void, millis: number) => number;
  readonly clear: (timer: number) => void;
}

/** Where a session stands. A new object after each change, the same one in between. */
export interface SessionState {
  readonly view: Playback;
  /** How many steps are applied: 0 is before the first, `view.steps.length` at rest. */
  readonly cursor: number;
  /** The step that led here; none at cursor 0. */
  readonly step: Step | undefined;
  /** What undoes that step. */
  readonly inverse: GraphDelta | undefined;
  readonly running: boolean;
  readonly speed: Speed;
}

/**
 * A simulation that is walked through: a store of its own always shows the graph after `cursor` steps. Steps back go
 * through the inverse of each delta, kept from the beginning; a jump is one change of the store, however far.
 */
export class SimulationSession {
  /** The graph at the cursor. */
  readonly store: GraphStore;
  readonly #timer: SessionTimer;
  readonly #listeners = new Set<() => void>();
  /** At index i: undoes step i. */
  readonly #inverses: GraphDelta[] = [];
  /** The graph after the last step. */
  #end: Map<Uid, NodeRecord>;
  readonly #firstSeen = new Map<Uid, number>();
  #state: SessionState;
  #pending: number | undefined;

  /** Stands at `cursor`, or as near to it as there are steps. */
  constructor(view: Playback, timer: SessionTimer, cursor: number = 0) {
    this.#timer = timer;
    this.store = new GraphStore(view.nodes);
    this.#end = new Map(view.nodes.map((record) => [record.uid, record]));
    this.#state = {
      view,
      cursor: 0,
      step: undefined,
      inverse: undefined,
      running: false,
      speed: USUAL_SPEED,
    };
    this.#learn(view.steps);
    this.jump(cursor);
  }

  /** Calls the listener after each change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Where the session stands now. */
  readonly getState = (): SessionState => this.#state;

  /** The graph once all steps are done. */
  get end(): ReadonlyMap<Uid, NodeRecord> {
    return this.#end;
  }

  /** One step on; nothing at the end. */
  next(): void {
    this.jump(this.#state.cursor + 1);
  }

  /** One step back; nothing at the beginning. */
  back(): void {
    this.jump(this.#state.cursor - 1);
  }

  /** Stands after `cursor` steps, or as near to it as there are. A run goes on from there. */
  jump(cursor: number): void {
    const { cursor: before, running } = this.#state;
    const target = this.#within(cursor);
    if (target === before) return;
    const delta = squash(this.#deltas(before, target));
    this.#stand(target);
    this.store.apply(delta);
    this.#tell();
    if (running) this.#schedule();
  }

  /** Steps on by itself until the end; at the end it starts over. */
  run(): void {
    if (this.#state.running || this.#state.view.steps.length === 0) return;
    this.#set({ running: true });
    if (this.#state.cursor === this.#state.view.steps.length) this.jump(0);
    else this.#schedule();
  }

  /** Stands still. */
  pause(): void {
    this.#unschedule();
    if (this.#state.running) this.#set({ running: false });
  }

  /** From the next step on. */
  setSpeed(speed: Speed): void {
    if (speed === this.#state.speed) return;
    this.#set({ speed });
    if (this.#state.running) this.#schedule();
  }

  /** Goes on with another playback of the same world, as many steps after its beginning. */
  load(view: Playback, cursor: number): void {
    this.pause();
    this.#inverses.length = 0;
    this.#end = new Map(view.nodes.map((record) => [record.uid, record]));
    this.#learn(view.steps);
    this.#state = { ...this.#state, view };
    const target = this.#within(cursor);
    const records = new Map(view.nodes.map((record) => [record.uid, record]));
    for (const { delta } of view.steps.slice(0, target)) applyDelta(records, delta);
    this.#stand(target);
    this.store.replace([...records.values()]);
    this.#tell();
  }

  /** How many steps are done when the object first appears; `undefined`: it never does. */
  firstSeen(uid: Uid): number | undefined {
    return this.#firstSeen.get(uid);
  }

  #learn(steps: readonly Step[]): void {
    this.#firstSeen.clear();
    for (const uid of this.#end.keys()) this.#firstSeen.set(uid, 0);
    for (const [index, { delta }] of steps.entries()) {
      for (const { uid } of delta.upserts) {
        if (!this.#firstSeen.has(uid)) this.#firstSeen.set(uid, index + 1);
      }
      this.#inverses.push(applyDelta(this.#end, delta));
    }
  }

  #within(cursor: number): number {
    return Math.min(Math.max(0, Math.trunc(cursor) || 0), this.#state.view.steps.length);
  }

  #deltas(from: number, to: number): GraphDelta[] {
    if (from < to) return this.#state.view.steps.slice(from, to).map((step) => step.delta);
    return this.#inverses.slice(to, from).toReversed();
  }

  #schedule(): void {
    this.#unschedule();
    const { cursor, view, speed } = this.#state;
    if (cursor === view.steps.length) {
      this.pause();
      return;
    }
    this.#pending = this.#timer.set(() => this.next(), STEP_MILLIS / speed);
  }

  #unschedule(): void {
    if (this.#pending !== undefined) this.#timer.clear(this.#pending);
    this.#pending = undefined;
  }

  /** The map asks where the session stands as soon as the store changes: so this comes first. */
  #stand(cursor: number): void {
    const step = this.#state.view.steps[cursor - 1];
    this.#state = { ...this.#state, cursor, step, inverse: this.#inverses[cursor - 1] };
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One delta with the effect of all in their order. */
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
