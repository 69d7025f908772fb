import {
  type ActivityType,
  type DeletedBy,
  type KindState,
  type Millis,
  plainText,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { ActivityLog } from '../../src/live/activity-log.ts';
import {
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from './support/scripted-cluster.ts';

const NEW = { creationTimestamp: '2026-01-01T00:00:01Z' };

interface Interruption {
  readonly state?: KindState;
  readonly lasts?: Millis;
  readonly calm?: Millis;
}

/** `<seq> <type> <kind> <name>: <text>`, the latest first. */
function linesOf({ cluster }: ScriptedCluster, filter = {}, limit = 100): string[] {
  return cluster.activity.read(filter, limit).entries.map(({ seq, type, object, text }) => {
    const about = object ? ` ${object.kind} ${object.name}` : '';
    return `${seq} ${type}${about}: ${plainText(text)}`;
  });
}

describe('activity', () => {
  it('has a line for each change, the latest first, and the history of an object has the same', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs', NEW);
    scripted.tick();
    const pod = scripted.put(PODS, 'a', { ...NEW, ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.delete(REPLICA_SETS, owner);
    scripted.tick();
    scripted.delete(PODS, pod);
    scripted.tick();
    expect(linesOf(scripted)).toEqual([
      '5 gone Pod a: Gone. The collector probably deleted it: its owner ReplicaSet `rs` was gone (AD-17).',
      '4 verdict Pod a: Verdict changed from “stays” to “goes” (AD-17).',
      '3 gone ReplicaSet rs: Gone. A controller or a person deleted it, not the collector: it had no owner.',
      '2 created Pod a: Created.',
      '1 created ReplicaSet rs: Created.',
    ]);
    expect(scripted.cluster.history.of(pod).map(({ seq }) => seq)).toEqual([2, 4, 5]);
  });

  it('knows nothing of what was there before, also where a reference was read first', () => {
    const scripted = new ScriptedCluster().sync();
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.put(REPLICA_SETS, 'rs');
    scripted.tick();
    expect(linesOf(scripted)).toEqual([
      '1 verdict Pod a: Verdict changed from “goes” to “stays” (AD-14).',
    ]);
    expect(scripted.cluster.history.of(pod)).toHaveLength(1);
    scripted.put(PODS, 'b', { ownerReferences: [ownedBy(REPLICA_SETS, 'late')] });
    scripted.tick();
    scripted.put(REPLICA_SETS, 'late', NEW);
    scripted.tick();
    expect(linesOf(scripted, { types: ['created'] })).toEqual([
      '3 created ReplicaSet late: Created. A reference had already named it.',
    ]);
  });

  it('[MO-13] a kind that is no longer served leaves; nothing says that its objects were deleted, and what they own stays', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs', NEW);
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.unserve(REPLICA_SETS, owner);
    scripted.tick();
    expect(linesOf(scripted).slice(0, 1)).toEqual([
      '2 kind: ReplicaSet.apps is no longer served, so its objects are no longer shown.',
    ]);
    const { cluster, live } = scripted;
    expect(cluster.history.tombstone(owner)).toBeUndefined();
    expect(live.records.get(owner)).toBeUndefined();
    expect(live.names.count('apps/replicasets')).toBe(0);
    expect(cluster.health.kinds.some(({ resource }) => resource === 'replicasets')).toBe(false);
    expect(scripted.record(pod).summary?.verdict).not.toBe('goes');
  });

  it('has a line when a kind can no longer be read, and when it can be read again', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.health(SECRETS, 'forbidden', 'secrets is forbidden');
    scripted.tick();
    scripted.health(SECRETS, 'listing');
    scripted.tick();
    scripted.health(SECRETS, 'synced');
    scripted.tick();
    expect(linesOf(scripted)).toEqual([
      '2 kind: Secrets can be read now.',
      '1 kind: Secrets can no longer be read: secrets is forbidden',
    ]);
    const { entries } = scripted.cluster.activity.read({}, 100);
    expect(entries.map(({ isReadable }) => isReadable)).toEqual([true, false]);
  });

  describe('of a kind that is interrupted', () => {
    /** Secrets cannot be read from now on for so long, and can then be read for so long. */
    const interrupt = (
      scripted: ScriptedCluster,
      { state = 'stale', lasts = 30_000, calm = 30_000 }: Interruption = {},
    ): void => {
      scripted.health(SECRETS, state, 'HTTP 500');
      scripted.clock.advance(lasts);
      scripted.health(SECRETS, 'synced');
      scripted.clock.advance(calm);
    };

    it('has two lines for all interruptions, until one begins ten minutes or more after that before', () => {
      const scripted = new ScriptedCluster().sync();
      for (let time = 0; time < 43; time++) interrupt(scripted);
      expect(linesOf(scripted)).toEqual([
        '86 kind: Secrets can be read now, after 43 interruptions in 42m.',
        '85 kind: Secrets can no longer be read (43 times in 42m): HTTP 500',
      ]);
      scripted.clock.advance(540_000);
      interrupt(scripted);
      expect(linesOf(scripted)).toEqual([
        '88 kind: Secrets can be read now.',
        '87 kind: Secrets can no longer be read: HTTP 500',
        '86 kind: Secrets can be read now, after 43 interruptions in 42m.',
        '85 kind: Secrets can no longer be read (43 times in 42m): HTTP 500',
      ]);
      scripted.clock.advance(539_999);
      interrupt(scripted);
      expect(linesOf(scripted).slice(0, 3)).toEqual([
        '90 kind: Secrets can be read now, after 2 interruptions in 10m.',
        '89 kind: Secrets can no longer be read (2 times in 9m59s): HTTP 500',
        '86 kind: Secrets can be read now, after 43 interruptions in 42m.',
      ]);
    });

    it('keeps both lines of a long one, however soon the next one begins', () => {
      const scripted = new ScriptedCluster().sync();
      interrupt(scripted, { lasts: 5 * 3_600_000, calm: 60_000 });
      interrupt(scripted);
      interrupt(scripted);
      expect(linesOf(scripted)).toEqual([
        '6 kind: Secrets can be read now, after 2 interruptions in 90s.',
        '5 kind: Secrets can no longer be read (2 times in 60s): HTTP 500',
        '2 kind: Secrets can be read now.',
        '1 kind: Secrets can no longer be read: HTTP 500',
      ]);
    });

    it('does not count one state as another', () => {
      const scripted = new ScriptedCluster().sync();
      interrupt(scripted);
      interrupt(scripted, { state: 'forbidden' });
      expect(linesOf(scripted)).toEqual([
        '4 kind: Secrets can be read now.',
        '3 kind: Secrets can no longer be read: HTTP 500',
        '2 kind: Secrets can be read now.',
        '1 kind: Secrets can no longer be read: HTTP 500',
      ]);
    });

    it('keeps the line of when it was first read, and does not count the time before', () => {
      const scripted = new ScriptedCluster().list();
      interrupt(scripted, { state: 'forbidden' });
      interrupt(scripted, { state: 'forbidden' });
      expect(linesOf(scripted)).toEqual([
        '3 kind: Secrets can be read now.',
        '2 kind: Secrets can no longer be read: HTTP 500',
        '1 kind: Secrets can be read now.',
      ]);
    });
  });

  it('has one line when a kind is lost, and one when it is found; none before the cluster was read', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.health(REPLICA_SETS, 'gone', 'The API server no longer serves this kind.');
    scripted.tick();
    scripted.unserve(REPLICA_SETS);
    scripted.tick();
    scripted.health(REPLICA_SETS, 'listing');
    scripted.tick();
    scripted.health(REPLICA_SETS, 'synced');
    scripted.tick();
    scripted.unserve(REPLICA_SETS);
    scripted.tick();
    scripted.health(REPLICA_SETS, 'forbidden', 'replicasets is forbidden');
    scripted.tick();
    expect(linesOf(scripted)).toEqual([
      '4 kind: ReplicaSet.apps is served now, but its objects cannot be read (forbidden): replicasets is forbidden',
      '3 kind: ReplicaSet.apps is no longer served, so its objects are no longer shown.',
      '2 kind: ReplicaSet.apps is served now, so its objects are shown.',
      '1 kind: ReplicaSet.apps is no longer served, so its objects are no longer shown.',
    ]);
    const { entries } = scripted.cluster.activity.read({}, 100);
    expect(entries.map(({ isReadable }) => isReadable)).toEqual([false, false, true, false]);
  });

  it('leaves to the history of an object what follows from a kind that cannot be read', () => {
    const scripted = new ScriptedCluster().sync();
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(SECRETS, 's')] });
    scripted.put(SECRETS, 's');
    scripted.tick();
    scripted.health(SECRETS, 'forbidden');
    scripted.tick();
    expect(linesOf(scripted).map((line) => line.split(' ')[1])).toEqual(['kind:']);
    expect(scripted.cluster.history.of(pod).map(({ text }) => plainText(text))).toEqual([
      expect.stringContaining('“not verified”'),
    ]);
  });

  it.each([
    [{ types: ['gone', 'verdict'] }, ['gone a', 'verdict a']],
    [{ namespaces: ['far'] }, ['created b']],
    [{ kinds: ['ReplicaSet'] }, ['created rs']],
    [{ words: ['replicaset-r'] }, ['created rs']],
    [{ words: ['ns', 'r'] }, ['created rs']],
    [{ words: ['replicaset', 'pod'] }, []],
    [{ before: 3 }, ['created b', 'created rs']],
    [{ types: ['kind'], namespaces: ['ns'] }, []],
  ] as const)('shows what %j asks for', (filter, expected) => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(REPLICA_SETS, 'rs', NEW);
    scripted.put(PODS, 'b', { ...NEW, namespace: 'far' });
    const pod = scripted.put(PODS, 'a', NEW);
    scripted.tick();
    scripted.put(PODS, 'a', { ...NEW, ownerReferences: [ownedBy(REPLICA_SETS, 'never')] });
    scripted.tick();
    scripted.delete(PODS, pod);
    scripted.tick();
    const lines = scripted.cluster.activity
      .read({ types: ['created', 'gone', 'verdict', 'kind'], ...filter }, 100)
      .entries.map(({ type, object }) => `${type} ${object?.name}`);
    expect(lines).toEqual(expected);
  });

  it('counts by type and by namespace what could be shown, whatever of these is chosen', () => {
    const scripted = new ScriptedCluster().sync();
    for (const name of ['a', 'b', 'c']) scripted.put(PODS, name, NEW);
    scripted.put(PODS, 'd', { ...NEW, namespace: 'far' });
    scripted.tick();
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    const { activity } = scripted.cluster;
    expect(activity.read({}, 1)).toMatchObject({
      types: { created: 4, gone: 1 },
      namespaces: [
        { namespace: 'ns', count: 4 },
        { namespace: 'far', count: 1 },
      ],
    });
    expect(activity.read({ types: ['gone'], namespaces: ['far'] }, 1)).toMatchObject({
      total: 0,
      types: { created: 1 },
      namespaces: [{ namespace: 'ns', count: 1 }],
    });
  });

  it('counts each deletion once, by who deleted the object, and lists all lines about it', () => {
    const scripted = new ScriptedCluster().sync();
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.delete(REPLICA_SETS, owner);
    scripted.tick();
    const deletionTimestamp = '2026-11-21T09:00:00Z';
    scripted.put(PODS, 'a', { ownerReferences, deletionTimestamp });
    scripted.tick();
    scripted.delete(PODS, pod);
    scripted.tick();
    const { activity, decisions } = scripted.cluster;
    const namesBy = (...deleters: DeletedBy[]): unknown[] =>
      activity.read({ deleters }, 9).entries.map(({ type, object }) => `${type} ${object?.name}`);
    expect(decisions.deletions).toEqual({ byCollector: 1, byOthers: 1, unknown: 0 });
    expect(namesBy('collector')).toEqual(['gone a', 'deleting a']);
    expect(namesBy('others')).toEqual(['gone rs']);
    expect(namesBy('collector', 'others', 'unknown')).toHaveLength(3);
    expect(activity.read({}, 9).deleters).toEqual({ collector: 1, others: 1 });
    expect(activity.read({ deleters: ['others'], types: ['deleting'] }, 9)).toMatchObject({
      total: 0,
      types: { gone: 1 },
      deleters: { collector: 1 },
    });
  });

  it('knows of each object that is gone who deleted it, or that it does not know: the counts add up under each filter', () => {
    const scripted = new ScriptedCluster().sync();
    const deletionTimestamp = '2026-11-21T09:00:00Z';
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    scripted.put(REPLICA_SETS, 'rs');
    for (const name of ['slow', 'at-once']) scripted.put(PODS, name, { ownerReferences });
    // Its deletion began before gcscope did.
    scripted.put(SECRETS, 'early', { deletionTimestamp, finalizers: ['example.com/hold'] });
    scripted.tick();
    scripted.put(PODS, 'slow', { ownerReferences, deletionTimestamp });
    scripted.delete(PODS, 'pod-at-once');
    scripted.tick();
    scripted.delete(PODS, 'pod-slow');
    scripted.delete(SECRETS, 'secret-early');
    scripted.tick();
    const { activity, decisions } = scripted.cluster;
    expect(decisions.deletions).toEqual({ byCollector: 0, byOthers: 2, unknown: 1 });
    const read = (types?: ActivityType[], deleters?: DeletedBy[]): unknown => {
      const answer = activity.read({ types, deleters }, 9);
      return { lines: answer.total, types: answer.types, by: answer.deleters };
    };
    const byAll = { others: 2, unknown: 1 };
    const types = { deleting: 1, verdict: 1, gone: 3 };
    expect(read()).toEqual({ lines: 5, types, by: byAll });
    expect(read(['gone'])).toEqual({ lines: 3, types, by: byAll });
    expect(read(['deleting'])).toMatchObject({ lines: 1, by: { others: 1 } });
    expect(read(['gone', 'deleting'])).toMatchObject({ lines: 4, by: byAll });
    const byOthers = { types: { deleting: 1, gone: 2 }, by: byAll };
    expect(read(undefined, ['others'])).toEqual({ lines: 3, ...byOthers });
    expect(read(['gone'], ['others'])).toEqual({ lines: 2, ...byOthers });
    expect(read(['gone'], ['unknown'])).toEqual({ lines: 1, types: { gone: 1 }, by: byAll });
  });

  it('gives those whose name matches best first if asked, the latest among equals', () => {
    const scripted = new ScriptedCluster().sync();
    for (const name of ['web', 'web-a', 'my-web', 'web-b', 'web-c']) {
      scripted.put(PODS, name, NEW);
      scripted.tick();
    }
    const named = (limit: number): unknown[] =>
      scripted.cluster.activity
        .read({ words: ['web'], isBestFirst: true }, limit)
        .entries.map(({ object }) => object?.name);
    expect(named(9)).toEqual(['web', 'web-c', 'web-b', 'web-a', 'my-web']);
    expect(named(2)).toEqual(['web', 'web-c']);
  });

  it('gives a page of the latest, counts all, and says when older lines are forgotten', () => {
    const log = new ActivityLog(0);
    const text = [{ type: 'text', text: 'x' }] as const;
    const add = (count: number): void => {
      for (let at = 0; at < count; at++) {
        log.add({ type: 'verdict', at: '2026-01-01T00:00:00Z', text });
      }
    };
    add(300);
    expect(log.read({}, 2)).toMatchObject({
      entries: [{ seq: 300 }, { seq: 299 }],
      since: '1970-01-01T00:00:00Z',
      total: 300,
      isCut: false,
    });
    expect(log.read({ before: 299 }, 1)).toMatchObject({ entries: [{ seq: 298 }], total: 300 });
    expect(log.read({ types: ['gone'] }, 1)).toMatchObject({ total: 0, remembered: 300 });
    add(30_000);
    const { entries, total, isCut } = log.read({}, 50_000);
    expect([entries[0]?.seq, entries.length, isCut]).toEqual([30_300, total, true]);
    expect(total).toBeGreaterThanOrEqual(20_000);
    expect(total).toBeLessThanOrEqual(25_000);
  });
});
