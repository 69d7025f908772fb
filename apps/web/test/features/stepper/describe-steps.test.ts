import { play } from '@gcscope/gc-core';
import { applyDelta, type NodeRecord, type Playback } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { describeAction } from '../../../src/features/stepper/describe-action.ts';
import { graphChanges } from '../../../src/features/stepper/graph-changes.ts';
import { objectDiff } from '../../../src/features/stepper/object-diff.ts';
import {
  describePlayedWait,
  formatOutcome,
  type Outcome,
  outcomeOf,
} from '../../../src/features/stepper/outcome.ts';
import {
  entryCount,
  newEntries,
  parseQueueLine,
} from '../../../src/features/stepper/queue-line.ts';
import { simulatedTime } from '../../../src/features/stepper/simulated-time.ts';
import { SimulationSession } from '../../../src/features/stepper/simulation-session.ts';
import { ownedBy, record } from '../../support/record.ts';
import { foregroundOfWeb, forkOf, objectOf } from '../../support/simulate.ts';

const owner = record({ uid: 'owner', kind: 'ReplicaSet', apiVersion: 'apps/v1', name: 'web' });
const pod = record({ uid: 'pod', owners: [ownedBy(owner)], name: 'web-x' });

const NO_CHANGE = { upserts: [], removes: [] };

function ending(...records: NodeRecord[]): Map<string, NodeRecord> {
  return new Map(records.map((each) => [each.uid, each]));
}

/** A playback of these objects in which the API server removes one of them. */
function playedFrom(nodes: readonly NodeRecord[], removed: NodeRecord): Playback {
  const view = foregroundOfWeb();
  const [step] = view.steps;
  if (!step) throw new Error('The playback has no step.');
  const objects = [{ type: 'DELETED', before: objectOf(removed) }] as const;
  const steps = [{ ...step, actor: 'delete-worker', objects, delta: NO_CHANGE } as const];
  return { ...view, nodes, steps, objects: nodes.filter(({ virtual }) => !virtual).map(objectOf) };
}

function filled(outcome: Outcome): Record<string, string[]> {
  const lists = [...outcome].filter(([, records]) => records.length > 0);
  return Object.fromEntries(lists.map(([way, records]) => [way, records.map(({ uid }) => uid)]));
}

describe('the words of a step', () => {
  it('every object comes out in exactly one list', () => {
    const kept = record({ uid: 'kept' });
    const virtual = record({ uid: 'virtual', virtual: true });
    const waiting = { ...owner, beingDeleted: true };
    const orphaned = { ...pod, owners: [] };
    const gone = record({ uid: 'gone' });
    const view = playedFrom([owner, pod, kept, virtual, gone, record({ uid: 'lost' })], gone);
    // Before 1.6 the collector does not tell an owner that it has never seen from an object.
    const named = record({ uid: 'named' });
    const outcome = outcomeOf(
      { ...view, nodes: [...view.nodes, named] },
      ending(waiting, orphaned, kept, named),
    );
    expect(filled(outcome)).toEqual({
      deleted: ['gone'],
      inDeletion: ['owner'],
      orphaned: ['pod'],
      // The collector has lost sight of the last one; the API server has not.
      unchanged: ['kept', 'lost'],
    });
    expect(formatOutcome(outcome)).toBe('1 deleted, 1 still being deleted, 1 orphaned');
  });

  it('an object that was being deleted before, and that the deletion does not reach, is unchanged', () => {
    const held = record({ uid: 'held', beingDeleted: true, finalizers: ['example.com/hold'] });
    const view = foregroundOfWeb();
    const more = {
      ...view,
      nodes: [...view.nodes, held],
      objects: [...view.objects, objectOf(held)],
    };
    const { end } = new SimulationSession(more);
    expect(filled(outcomeOf(more, end))).toMatchObject({
      unchanged: expect.arrayContaining(['held']),
    });
    const [deleted] = view.steps.filter(({ actor }) => actor === 'user');
    const [target] = view.nodes.filter(({ uid }) => uid === deleted?.subject?.uid);
    const again = { ...view, nodes: [{ ...(target ?? held), beingDeleted: true }] };
    const before = new Map(again.nodes.map((each) => [each.uid, each]));
    expect(filled(outcomeOf(again, before))).toMatchObject({ inDeletion: [target?.uid] });
  });

  it('[API-35] what was stuck before, and this deletion does not free, is still blocked, as in a forecast', () => {
    const stuck = { deletionTimestamp: '2026-11-01T00:00:00Z', beingDeleted: true };
    const hold = { finalizers: ['example.com/hold'] };
    const kind = 'ConfigMap';
    const going = record({ uid: 'going', kind });
    const held = record({ uid: 'held', kind, owners: [ownedBy(going)], ...stuck, ...hold });
    const below = record({ uid: 'below', kind, owners: [ownedBy(held)], ...stuck, ...hold });
    const nodes = [going, held, below, record({ uid: 'other', kind, ...stuck, ...hold })];
    const fork = forkOf('fork', nodes, 'going');
    const options = { propagationPolicy: 'Background', actions: [], release: 'v1.36' } as const;
    const view = play({ type: 'fork', fork }, options);
    const outcome = outcomeOf(view, new SimulationSession(view).end);
    expect(filled(outcome)).toEqual({
      deleted: ['going'],
      stayBlocked: ['held', 'below'],
      // This one is in deletion, too, but not below this owner.
      unchanged: ['other'],
    });
    expect(formatOutcome(outcome)).toBe('1 deleted, 2 still blocked');
  });

  it('[NS-08] what is stuck in a Namespace that is deleted holds that deletion', () => {
    const kind = 'ConfigMap';
    const stuck = { kind, beingDeleted: true, deletionTimestamp: '2026-11-01T00:00:00Z' };
    const hold = { finalizers: ['example.com/hold'] };
    const shop = record({
      uid: 'shop',
      kind: 'Namespace',
      namespace: '',
      name: 'shop',
      finalizers: ['kubernetes'],
    });
    const within = record({ uid: 'within', namespace: 'shop', ...stuck, ...hold });
    const nodes = [shop, within, record({ uid: 'elsewhere', namespace: 'ns', ...stuck, ...hold })];
    const fork = forkOf('fork', nodes, 'shop');
    const options = { propagationPolicy: 'Background', actions: [], release: 'v1.36' } as const;
    const view = play({ type: 'fork', fork }, options);
    expect(filled(outcomeOf(view, new SimulationSession(view).end))).toEqual({
      inDeletion: ['shop', 'within'],
      unchanged: ['elsewhere'],
    });
  });

  it('[AD-14] [OR-03] an object with another owner is kept, unless the orphan worker let it go', () => {
    const [gone, other] = [record({ uid: 'gone' }), record({ uid: 'other' })];
    const both = record({ uid: 'both', owners: [ownedBy(gone), ownedBy(other)] });
    const view = playedFrom([gone, other, both], gone);
    const end = ending(other, { ...both, owners: [ownedBy(other)] });
    const ends = { deleted: ['gone'], unchanged: ['other'] };
    expect(filled(outcomeOf(view, end))).toEqual({ ...ends, kept: ['both'] });
    const [step] = view.steps;
    if (!step) throw new Error('The playback has no step.');
    const after = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'both', uid: 'both' } };
    const letGo = {
      ...step,
      actor: 'orphan-worker',
      objects: [{ type: 'MODIFIED', after }],
    } as const;
    const orphaned = outcomeOf({ ...view, steps: [step, letGo] }, end);
    expect(filled(orphaned)).toEqual({ ...ends, orphaned: ['both'] });
  });

  it.each(['v1.36', 'v1.4'] as const)(
    '[OR-03] what was in deletion before and only loses its reference counts as in a forecast: %s',
    (release) => {
      const going = record({ uid: 'going', kind: 'ConfigMap' });
      const owners = [ownedBy(going)];
      const nodes = [
        going,
        record({ uid: 'dependent', owners }),
        record({
          uid: 'held',
          owners,
          finalizers: ['example.com/hold'],
          deletionTimestamp: '2026-11-01T00:00:00Z',
          beingDeleted: true,
        }),
      ];
      const fork = forkOf('fork', nodes, 'going');
      const options = { propagationPolicy: 'Orphan', actions: [], release } as const;
      const view = play({ type: 'fork', fork }, options);
      const { end } = new SimulationSession(view);
      expect(filled(outcomeOf(view, end))).toEqual({
        deleted: ['going'],
        orphaned: ['dependent', 'held'],
      });
    },
  );

  it.each(['v1.36', 'v1.4'] as const)(
    '[PG-28] an object that another owner keeps is kept, also if its reference stays: %s',
    (release) => {
      const owners = ['gone', 'other'].map((uid) => ownedBy(record({ uid, kind: 'ConfigMap' })));
      const nodes = [
        record({ uid: 'gone', kind: 'ConfigMap' }),
        record({ uid: 'other', kind: 'ConfigMap' }),
        record({ uid: 'both', owners }),
      ];
      const fork = forkOf('fork', nodes, 'gone');
      const options = { propagationPolicy: 'Background', actions: [], release } as const;
      const view = play({ type: 'fork', fork }, options);
      const { end } = new SimulationSession(view);
      const ends = { deleted: ['gone'], kept: ['both'], unchanged: ['other'] };
      expect(filled(outcomeOf(view, end))).toEqual(ends);
    },
  );

  it.each(['v1.36', 'v1.4'] as const)(
    '[CL-03] [PG-24] an object whose owner cannot be looked up is left alone, as in a forecast: %s',
    (release) => {
      const going = record({ uid: 'going', kind: 'ConfigMap' });
      const gone = { ...ownedBy(record({ uid: 'x' })), apiVersion: 'no.such/v1' };
      const alone = record({ uid: 'alone', name: 'alone', owners: [ownedBy(going), gone] });
      const fork = forkOf('fork', [going, alone], 'going');
      const options = { propagationPolicy: 'Background', actions: [], release } as const;
      const view = play({ type: 'fork', fork }, options);
      const end = new Map(view.nodes.map((each) => [each.uid, each]));
      for (const { delta } of view.steps) applyDelta(end, delta);
      expect(formatOutcome(outcomeOf(view, end))).toMatch(/^1 deleted, 1 left alone/);
    },
  );

  it('what a step creates is not the same before and after', () => {
    const made = record({ uid: 'made' });
    const gone = record({ uid: 'gone' });
    const view = playedFrom([gone], gone);
    const [step] = view.steps;
    if (!step) throw new Error('The playback has no step.');
    const objects = [{ type: 'ADDED', after: objectOf(made) }] as const;
    const create = { ...step, objects, delta: { upserts: [made], removes: [] } };
    const outcome = outcomeOf({ ...view, steps: [create, step] }, ending(made));
    expect(formatOutcome(outcome)).toBe('1 deleted, 1 created');
  });

  it('a wait names what holds, as near to the cause as is known', () => {
    const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'Pod shop/x' } as const;
    const own = { finalizers: ['foregroundDeletion', 'example.com/hold'] };
    expect(describePlayedWait({ ...pod, ...own, summary })).toBe('waits for Pod shop/x');
    expect(describePlayedWait({ ...pod, ...own })).toBe('waits for finalizer example.com/hold');
    const waiting = { ...owner, deletingDependents: true };
    expect(describePlayedWait(waiting)).toBe('waits for its dependents');
    const goes = { verdict: 'goes', rule: 'FG-01' } as const;
    expect(describePlayedWait({ ...waiting, summary: goes })).toBe('nothing blocks it any more');
    expect(describePlayedWait({ ...pod, deletionGracePeriodSeconds: 30 })).toBe(
      'waits for its kubelet, which gives its containers 30 s to stop',
    );
  });

  it('times are short, and none is nothing', () => {
    expect([5, 100, 1500, 30_000].map(simulatedTime)).toEqual(['5 ms', '0.1 s', '1.5 s', '30 s']);
  });

  it('changes of the graph are told by what they mean, resourceVersions are not', () => {
    const changed = {
      ...pod,
      owners: [],
      beingDeleted: true,
      summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer x/y' },
    } as const;
    const delta = { upserts: [changed, { ...owner, resourceVersion: '9' }], removes: ['old'] };
    const old = record({ uid: 'old' });
    expect(graphChanges(delta, { upserts: [pod, owner, old], removes: [] }, new Set())).toEqual([
      {
        record: changed,
        changes: [
          'is being deleted',
          'lost an owner',
          'verdict: waits',
          'blocked by finalizer x/y',
        ],
      },
      { record: old, changes: ['left the graph'] },
    ]);
    const virtual = record({ uid: 'v', virtual: true });
    expect(
      graphChanges({ upserts: [virtual], removes: [] }, { upserts: [], removes: ['v'] }, new Set()),
    ).toEqual([{ record: virtual, changes: ['entered the graph, known only from a reference'] }]);
  });

  it('[AD-02] there is no verdict on what the API server has removed', () => {
    const [waits, goes] = (['waits', 'goes'] as const).map((verdict) => ({
      ...pod,
      beingDeleted: true,
      summary: { verdict, rule: 'AD-02', ...(verdict === 'waits' ? { blockedBy: 'kubelet' } : {}) },
    }));
    if (!waits || !goes) throw new Error('There are two.');
    const changes = (removed: readonly string[]) =>
      graphChanges(
        { upserts: [goes], removes: [] },
        { upserts: [waits], removes: [] },
        new Set(removed),
      );
    expect(changes([])).toEqual([
      { record: goes, changes: ['verdict: goes (was: waits)', 'no longer blocked'] },
    ]);
    expect(changes(['pod'])).toEqual([]);
  });

  it('entries of queues are read, whatever else they say is shown as it is', () => {
    expect(parseQueueLine('apps/v1/Deployment shop/web u-1')).toEqual({
      kind: 'Deployment',
      name: 'shop/web',
      uid: 'u-1',
      virtual: false,
    });
    expect(parseQueueLine('DELETED v1/Node worker-1 u-2 (virtual)')).toEqual({
      change: 'DELETED',
      kind: 'Node',
      name: 'worker-1',
      uid: 'u-2',
      virtual: true,
    });
    expect(parseQueueLine('v1/Pod /unplaced u-3')?.name).toBe('unplaced');
    expect(parseQueueLine('and 5 more')).toBeUndefined();
    expect(entryCount(['a', 'b', 'and 5 more'])).toBe(7);
    expect(newEntries(['a', 'b', 'a'], ['a'])).toEqual([false, true, true]);
  });

  it('YAML is sorted as kubectl sorts it, and text from the cluster stays text', () => {
    const metadata = { uid: 'u', name: 'no', resourceVersion: '1' };
    const before = { kind: 'Pod', apiVersion: 'v1', metadata };
    const after = { ...before, metadata: { ...metadata, finalizers: ['a: b'] } };
    const lines = objectDiff({ before, after }).map(({ type, text }) => `${type} ${text}`);
    expect(lines).toEqual([
      'same apiVersion: v1',
      'same kind: Pod',
      'same metadata:',
      'added   finalizers:',
      'added   - "a: b"',
      'same   name: "no"',
      'same   resourceVersion: "1"',
      'same   uid: u',
    ]);
  });

  it('buttons of actions do not say that they delete', () => {
    const recordOf = (uid: string): NodeRecord | undefined => (uid === 'pod' ? pod : undefined);
    const said = [
      { type: 'delete', uid: 'owner', propagationPolicy: 'Orphan' },
      { type: 'delete', uid: 'pod', propagationPolicy: 'Background' },
      { type: 'removeFinalizer', uid: 'pod', finalizer: 'example.com/hold' },
      { type: 'terminatePod', uid: 'lost' },
      { type: 'advance', seconds: 30 },
      { type: 'create', uid: 'owner' },
      { type: 'next', queue: 'attemptToDelete', uid: 'pod' },
      { type: 'setBlocking', uid: 'pod', owner: 'lost', blockOwnerDeletion: false },
    ] as const;
    expect(said.map((action) => describeAction(action, recordOf).text)).toEqual([
      'Simulate deleting owner with the policy Orphan',
      'Simulate deleting Pod shop/web-x with the policy Background',
      'Remove finalizer example.com/hold of Pod shop/web-x',
      'Stop lost',
      'Let 30 s pass',
      'Create owner late, with a new uid',
      'The delete worker takes Pod shop/web-x',
      'Do not let Pod shop/web-x block lost',
    ]);
    const again = { type: 'delete', uid: 'owner', propagationPolicy: 'Orphan' } as const;
    const dying = { ...owner, beingDeleted: true };
    expect(describeAction(again, () => dying).text).toBe(
      'Simulate deleting ReplicaSet shop/web again with the policy Orphan',
    );
  });
});
