import {
  applyDelta,
  type GraphDelta,
  type NodeRecord,
  type Playback,
  type Step,
  say,
} from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulationSession } from '../../../src/features/stepper/simulation-session.ts';
import { record } from '../../support/record.ts';
import { foregroundOfWeb } from '../../support/simulate.ts';

type Move = (session: SimulationSession) => void;

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constant<Move>((session) => session.next()),
  fc.constant<Move>((session) => session.jump(session.getState().cursor - 1)),
  fc.integer({ min: -3, max: 40 }).map(
    (to): Move =>
      (session) =>
        session.jump(to),
  ),
);

/** Simulations no server would make: the session must not need more than the promise of deltas. */
const anyView: fc.Arbitrary<Playback> = fc
  .record({
    nodes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    deltas: fc.array(
      fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(3)), {
        selector: ([uid]) => uid,
        maxLength: 4,
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ nodes, deltas }) =>
    viewOf(
      nodes.map((uid) => record({ uid })),
      deltas.map((changes) => ({
        upserts: changes
          .filter(([, state]) => state > 0)
          .map(([uid, state]) => record({ uid, beingDeleted: state > 1, name: `${uid}${state}` })),
        removes: changes.filter(([, state]) => state === 0).map(([uid]) => uid),
      })),
    ),
  );

function viewOf(nodes: NodeRecord[], deltas: readonly GraphDelta[]): Playback {
  const steps = deltas.map(
    (delta, index): Step => ({
      index,
      at: 0,
      actor: 'graph-builder',
      rule: 'GB-16',
      sentence: say`Saw.`,
      requests: [],
      objects: [],
      events: [],
      delta,
      queues: { graphChanges: [], attemptToDelete: [], attemptToOrphan: [] },
      absentOwnerCache: [],
    }),
  );
  const rest = {
    assumptions: [],
    faults: [],
    initialSteps: 0,
    objects: [],
    release: 'v1.36',
    releases: ['v1.36'],
  } as const;
  return { subject: 'a', propagationPolicy: 'Foreground', nodes, steps, ...rest };
}

/** The graph after `cursor` steps, from scratch. */
function graphAt(view: Playback, cursor: number): NodeRecord[] {
  const records = new Map(view.nodes.map((each) => [each.uid, each]));
  for (const step of view.steps.slice(0, cursor)) applyDelta(records, step.delta);
  return sorted(records.values());
}

function shown(session: SimulationSession): NodeRecord[] {
  return sorted(session.store.records.values());
}

function sorted(records: Iterable<NodeRecord>): NodeRecord[] {
  return [...records].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

/** Lets time pass until the next timer fires; returns for how long, in milliseconds. */
function nextTimer(): number {
  const before = Date.now();
  vi.advanceTimersToNextTimer();
  return Date.now() - before;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('simulation session', () => {
  it('tells of a step that only the API server has made, too', () => {
    const view = foregroundOfWeb();
    const at = view.steps.findIndex(
      ({ delta, objects }) =>
        objects.length > 0 && delta.upserts.length + delta.removes.length === 0,
    );
    expect(at).toBeGreaterThanOrEqual(0);
    const session = new SimulationSession(view, at);
    let calls = 0;
    session.store.subscribe(() => calls++);
    session.next();
    expect(calls).toBe(1);
  });

  it('shows after any walk what applying the steps from the beginning gives', () => {
    fc.assert(
      fc.property(anyView, fc.array(move, { maxLength: 30 }), (view, moves) => {
        const session = new SimulationSession(view);
        session.store.subscribe(({ upserts, removes }) =>
          expect(upserts.filter(({ uid }) => removes.includes(uid))).toEqual([]),
        );
        for (const each of moves) {
          each(session);
          const { cursor, step } = session.getState();
          expect(shown(session)).toEqual(graphAt(view, cursor));
          expect(step).toBe(view.steps[cursor - 1]);
        }
      }),
    );
  });

  it('tells the map of a jump with one change, however far', () => {
    const session = new SimulationSession(foregroundOfWeb());
    let changes = 0;
    session.store.subscribe(() => changes++);
    session.jump(35);
    session.jump(1);
    expect(changes).toBe(2);
  });

  it('stays within the steps', () => {
    const session = new SimulationSession(foregroundOfWeb(), 99);
    expect(session.getState().cursor).toBe(35);
    session.next();
    expect(session.getState().cursor).toBe(35);
    session.jump(Number.NaN);
    expect(session.getState().cursor).toBe(0);
    session.jump(-1);
    expect(session.getState().cursor).toBe(0);
  });

  it('runs to the end at its speed, stops there, and starts over from there', () => {
    const session = new SimulationSession(foregroundOfWeb(), 33);
    session.run();
    const waited = nextTimer();
    session.setSpeed(2);
    expect(session.getState()).toMatchObject({ cursor: 34, running: true });
    expect(nextTimer()).toBe(waited / 2);
    expect(session.getState()).toMatchObject({ cursor: 35, running: false });
    expect(vi.getTimerCount()).toBe(0);
    session.run();
    expect(session.getState()).toMatchObject({ cursor: 0, running: true });
    session.pause();
    expect(vi.getTimerCount()).toBe(0);
    expect(session.getState()).toMatchObject({ cursor: 0, running: false });
  });

  it('waits the full time again after a step by hand', () => {
    const session = new SimulationSession(foregroundOfWeb());
    session.run();
    vi.advanceTimersByTime(1000);
    session.next();
    vi.advanceTimersByTime(1000);
    expect(session.getState().cursor).toBe(1);
    nextTimer();
    expect(session.getState().cursor).toBe(2);
    session.pause();
  });

  it('goes on with another playback from any step, as if it had never played the first', () => {
    fc.assert(
      fc.property(anyView, anyView, fc.nat(12), fc.nat(12), (first, second, from, to) => {
        const session = new SimulationSession(first, from);
        session.run();
        session.load(second, to);
        const { cursor, running } = session.getState();
        expect([cursor, running]).toEqual([Math.min(to, second.steps.length), false]);
        expect(shown(session)).toEqual(graphAt(second, cursor));
        expect(sorted(session.end.values())).toEqual(graphAt(second, second.steps.length));
        session.jump(0);
        expect(shown(session)).toEqual(graphAt(second, 0));
      }),
    );
  });

  it('tells its listeners of each change until they leave', () => {
    const session = new SimulationSession(foregroundOfWeb());
    const seen: number[] = [];
    const leave = session.subscribe(() => seen.push(session.getState().cursor));
    session.next();
    session.jump(5);
    session.jump(5);
    leave();
    session.next();
    expect(seen).toEqual([1, 5]);
  });
});
