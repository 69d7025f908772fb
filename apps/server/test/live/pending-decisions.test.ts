import { plainText } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  DEPLOYMENTS,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from './support/scripted-cluster.ts';

const MINUTE = 60_000;
const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];

/** A ReplicaSet with these Pods, all of them read. */
function world(...pods: readonly string[]): ScriptedCluster {
  const scripted = new ScriptedCluster().sync();
  scripted.put(REPLICA_SETS, 'rs');
  for (const pod of pods) scripted.put(PODS, pod, { ownerReferences });
  scripted.tick();
  return scripted;
}

function removeOwner(scripted: ScriptedCluster): void {
  scripted.delete(REPLICA_SETS, 'replicaset-rs');
  scripted.tick();
}

function remove(scripted: ScriptedCluster, pod: string): void {
  scripted.delete(PODS, `pod-${pod}`);
  scripted.tick();
}

function overdueLines(scripted: ScriptedCluster): string[] {
  const { entries } = scripted.cluster.activity.read({ types: ['overdue'] }, 1000);
  return entries.map(({ text, object }) => `${object?.name}: ${plainText(text)}`);
}

describe('decisions of the collector', () => {
  it('are carried out when the object goes, or when its deletion begins', () => {
    const scripted = world('a', 'b');
    removeOwner(scripted);
    const { decisions } = scripted.cluster;
    expect(decisions.size).toBe(2);
    remove(scripted, 'a');
    scripted.put(PODS, 'b', {
      ownerReferences,
      deletionTimestamp: '2026-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
    });
    scripted.tick();
    remove(scripted, 'b');
    expect(decisions.size).toBe(0);
    expect(decisions.counts).toMatchObject({ carriedOut: 2, byCollector: 2, byOthers: 1 });
    const began = scripted.cluster.history.of('pod-b').find(({ type }) => type === 'deleting');
    expect(plainText(began?.text ?? [])).toBe(
      'Deletion began. The collector probably deleted it: its owner ReplicaSet `rs` was gone (AD-17). Its grace period is 30 s.',
    );
    scripted.clock.advance(10 * MINUTE);
    expect(scripted.cluster.health.collector).toBeUndefined();
  });

  it('owner and dependent that go at once: the collector deleted the dependent', () => {
    const scripted = world('a');
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    remove(scripted, 'a');
    expect(scripted.cluster.decisions.deletions).toEqual({
      byCollector: 1,
      byOthers: 1,
      unknown: 0,
    });
  });

  it('others deleted an object that was to stay; who deleted one that was not verified stays unknown', () => {
    const scripted = world('a', 'b');
    remove(scripted, 'a');
    scripted.health(PODS, 'stale');
    scripted.tick();
    remove(scripted, 'b');
    expect(scripted.cluster.decisions.counts).toMatchObject({ byOthers: 1, unverified: 1 });
  });

  it('an object that only a restart would make it look at went early', () => {
    const scripted = new ScriptedCluster();
    scripted.put(PODS, 'lost', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
    scripted.sync();
    expect(scripted.record('pod-lost').summary?.when).toBe('restart');
    expect(scripted.cluster.decisions.size).toBe(0);
    remove(scripted, 'lost');
    expect(scripted.cluster.decisions.counts).toMatchObject({ early: 1, byCollector: 0 });
    expect(plainText(scripted.cluster.history.tombstone('pod-lost')?.text ?? [])).toBe(
      'Gone. gcscope does not know who deleted it: no owner kept it, but the collector had no reason to check it (AD-17).',
    );
  });

  it('that are not carried out for two minutes are overdue: it seems to be off until it does one', () => {
    const scripted = world('a', 'b');
    removeOwner(scripted);
    scripted.clock.advance(MINUTE);
    // A change of a reference gives the collector no more time; until its owner's kind is observed as far, it is not verified.
    const changed = ownerReferences.map((each) => ({ ...each, blockOwnerDeletion: true }));
    scripted.put(PODS, 'a', { ownerReferences: changed, finalizers: ['example.com/hold'] });
    scripted.clock.advance(1000);
    expect(scripted.record('pod-a').summary?.verdict).toBe('not verified');
    expect(scripted.cluster.decisions.size).toBe(1);
    scripted.tick();
    scripted.clock.advance(0.9 * MINUTE);
    expect(scripted.cluster.health.collector).toBeUndefined();
    expect(scripted.cluster.decisions.counts.withdrawn).toBe(0);
    let news = 0;
    scripted.cluster.subscribe({ frame: () => {}, health: () => news++ });
    scripted.clock.advance(0.2 * MINUTE);
    expect(news).toBe(1);
    expect(scripted.cluster.health.collector).toEqual({
      state: 'stalled',
      since: '2026-01-01T00:00:00Z',
      decisions: 2,
    });
    expect(overdueLines(scripted)).toEqual([
      'a: The collector should have deleted it 2 minutes ago (AD-17), and has not.',
      'b: The collector should have deleted it 2 minutes ago (AD-17), and has not.',
    ]);
    remove(scripted, 'a');
    scripted.clock.advance(1000);
    expect(scripted.cluster.health.collector).toMatchObject({ state: 'behind', decisions: 1 });
    remove(scripted, 'b');
    expect(scripted.cluster.health.collector).toBeUndefined();
    expect(scripted.cluster.decisions.counts).toMatchObject({ overdue: 2, carriedOut: 2 });
    expect(scripted.clock.delays).toEqual([]);
  });

  it('it that stops in the middle of its work is first behind, then stalled', () => {
    const scripted = world('a', 'b', 'c');
    removeOwner(scripted);
    scripted.clock.advance(1.5 * MINUTE);
    remove(scripted, 'a');
    scripted.clock.advance(MINUTE);
    expect(scripted.cluster.health.collector).toMatchObject({ state: 'behind', decisions: 2 });
    scripted.clock.advance(1.1 * MINUTE);
    expect(scripted.cluster.health.collector).toEqual({
      state: 'stalled',
      since: '2026-01-01T00:01:30Z',
      decisions: 2,
    });
  });

  it('are withdrawn when something else happens first', () => {
    const scripted = world('a');
    removeOwner(scripted);
    scripted.put(PODS, 'a', { ownerReferences: [] });
    scripted.tick();
    scripted.clock.advance(10 * MINUTE);
    const { counts, size } = scripted.cluster.decisions;
    expect(size).toBe(0);
    expect(counts).toMatchObject({ withdrawn: 1, overdue: 0, carriedOut: 0 });
  });

  it('start again while the cluster cannot be read, because the collector cannot be observed', () => {
    const scripted = world('a');
    removeOwner(scripted);
    scripted.clock.advance(MINUTE);
    scripted.live.reachable(false, 'connection refused');
    scripted.clock.advance(5 * MINUTE);
    expect(scripted.cluster.health.collector).toBeUndefined();
    scripted.live.reachable(true);
    scripted.clock.advance(MINUTE);
    expect(scripted.cluster.health.collector).toBeUndefined();
    scripted.clock.advance(2 * MINUTE);
    expect(scripted.cluster.health.collector).toMatchObject({ state: 'stalled', decisions: 1 });
  });

  it('of objects that are out of sight are forgotten', () => {
    const scripted = world('a');
    removeOwner(scripted);
    scripted.unserve(PODS, 'pod-a');
    scripted.tick();
    const { counts, size } = scripted.cluster.decisions;
    expect(size).toBe(0);
    expect(counts).toMatchObject({ carriedOut: 0, withdrawn: 0, byCollector: 0, unverified: 0 });
  });

  it('are also to end a deletion, to orphan dependents and to remove a reference', () => {
    const scripted = new ScriptedCluster().sync();
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const both = [ownedBy(REPLICA_SETS, 'rs'), ownedBy(DEPLOYMENTS, 'web')];
    scripted.put(REPLICA_SETS, 'rs');
    scripted.put(DEPLOYMENTS, 'web');
    scripted.put(PODS, 'both', { ownerReferences: both });
    scripted.put(SECRETS, 'foreground');
    scripted.put(SECRETS, 'orphan');
    scripted.tick();
    scripted.put(SECRETS, 'foreground', { deletionTimestamp, finalizers: ['foregroundDeletion'] });
    scripted.put(SECRETS, 'orphan', { deletionTimestamp, finalizers: ['orphan'] });
    removeOwner(scripted);
    const { decisions } = scripted.cluster;
    expect(decisions.size).toBe(3);
    scripted.clock.advance(2.1 * MINUTE);
    expect(overdueLines(scripted).toSorted()).toEqual([
      'both: The collector should have removed its reference to an owner that is gone 2 minutes ago (AD-14), and has not.',
      'foreground: Nothing has blocked its deletion for 2 minutes, and the collector has not ended it (FG-01).',
      'orphan: The collector should have orphaned its dependents 2 minutes ago (OR-07), and has not.',
    ]);
    scripted.put(PODS, 'both', { ownerReferences: both.slice(1) });
    scripted.delete(SECRETS, 'secret-foreground');
    scripted.put(SECRETS, 'orphan', { deletionTimestamp, finalizers: ['example.com/hold'] });
    scripted.tick();
    expect(decisions.size).toBe(0);
    expect(decisions.counts.carriedOut).toBe(3);
  });

  it('get a line each for the first twenty only, however many are overdue', () => {
    const names = Array.from({ length: 500 }, (_, at) => `pod-${at}`);
    const scripted = world(...names);
    removeOwner(scripted);
    scripted.clock.advance(2.1 * MINUTE);
    expect(overdueLines(scripted)).toHaveLength(20);
    expect(scripted.cluster.health.collector?.decisions).toBe(500);
  });
});
