import { auditStepwise } from '@gcscope/gc-core';
import type { OwnerReference, VerdictSummary } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  KINDS,
  NAMESPACES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from './support/scripted-cluster.ts';

const DELETING = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };

describe('live graph', () => {
  it('sends one delta per tick, and nothing when nothing shown changed', () => {
    const scripted = new ScriptedCluster().sync();
    const uid = scripted.put(PODS, 'a');
    scripted.put(PODS, 'b');
    scripted.tick();
    expect(scripted.deltas.map((delta) => delta.upserts.length)).toEqual([2]);
    scripted.put(PODS, 'a', { uid, generation: 2 });
    scripted.tick();
    expect(scripted.deltas).toHaveLength(1);
  });

  it('[GB-25] keeps an unobserved owner as a virtual node while a reference names it', () => {
    const scripted = new ScriptedCluster().sync();
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'gone')] });
    scripted.tick();
    expect(scripted.record('replicaset-gone')).toMatchObject({ virtual: true, name: 'gone' });
    scripted.delete(PODS, pod);
    scripted.tick();
    expect(scripted.deltas.at(-1)?.removes.toSorted()).toEqual([pod, 'replicaset-gone']);
  });

  it('[GB-12] says that an owner goes at a restart only, if the collector does not notice that nothing blocks it', () => {
    const scripted = new ScriptedCluster().sync();
    const reference = ownedBy(REPLICA_SETS, 'rs');
    const blocking = { ...reference, blockOwnerDeletion: true };
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const verdictAfter = (ownerReferences: OwnerReference[]): VerdictSummary | undefined => {
      scripted.put(PODS, 'a', { ownerReferences });
      return scripted.judge(owner);
    };
    verdictAfter([blocking, reference]);
    scripted.put(REPLICA_SETS, 'rs', { ...DELETING, finalizers: ['foregroundDeletion'] });
    expect(verdictAfter([reference, blocking])?.verdict).toBe('waits');
    expect(verdictAfter([])).toMatchObject({ verdict: 'goes', when: 'now' });
    expect(verdictAfter([blocking, reference])?.verdict).toBe('waits');
    expect(verdictAfter([])).toMatchObject({ verdict: 'goes', when: 'restart' });
  });

  it('forgets that the collector looks at an object when the object stays after all', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.delete(REPLICA_SETS, owner);
    scripted.put(PODS, 'a', { ownerReferences: [] });
    expect(scripted.judge(pod)).toMatchObject({ verdict: 'stays' });
    expect(scripted.live.view.isQueued(pod)).toBe(false);
  });

  it('is verified in the one namespace in which the kind of the owner is read, and in no other', () => {
    const scripted = new ScriptedCluster().sync(KINDS.filter((kind) => kind !== REPLICA_SETS));
    scripted.health(REPLICA_SETS, 'synced', undefined, 'shop');
    const reference = { ownerReferences: [ownedBy(REPLICA_SETS, 'lost')] };
    const near = scripted.put(PODS, 'a', { ...reference, namespace: 'shop' });
    const far = scripted.put(PODS, 'b', { ...reference, namespace: 'other' });
    expect(scripted.judge(near)?.verdict).toBe('goes');
    expect(scripted.record(far).summary?.verdict).toBe('not verified');
    expect(scripted.live.view.unreadKinds()).toEqual(['ReplicaSet.apps']);
    // A group that could not be discovered has a row for each version.
    const rest = { ...REPLICA_SETS, group: 'a.b', resource: '*', kind: '*' };
    for (const version of ['v1', 'v2']) scripted.health({ ...rest, version }, 'degraded');
    expect(scripted.live.view.unreadKinds()).toEqual(['ReplicaSet.apps', '*.a.b']);
    scripted.health(REPLICA_SETS, 'synced');
    expect(scripted.judge(far)?.verdict).toBe('goes');
  });

  it('[KM-02] judges references anew that write the kind in lower case', () => {
    const scripted = new ScriptedCluster().sync(KINDS.filter((kind) => kind !== SECRETS));
    const reference = { ...ownedBy(SECRETS, 'lost'), kind: 'secret' };
    const pod = scripted.put(PODS, 'a', { ownerReferences: [reference] });
    expect(scripted.judge(pod)?.verdict).toBe('not verified');
    scripted.health(SECRETS, 'synced');
    expect(scripted.judge(pod)?.verdict).toBe('goes');
  });

  it('does not know what a group serves whose discovery failed', () => {
    const scripted = new ScriptedCluster().sync();
    const reference = { ...ownedBy(PODS, 'w'), apiVersion: 'x.example.com/v1', kind: 'Widget' };
    const pod = scripted.put(PODS, 'a', { ownerReferences: [reference] });
    expect(scripted.judge(pod)).toMatchObject({ verdict: 'stays', rule: 'CL-03' });
    const group = { ...PODS, group: 'x.example.com', resource: '*', kind: '*' };
    scripted.health(group, 'degraded', 'discovery failed');
    expect(scripted.judge(pod)?.verdict).toBe('not verified');
    scripted.health(group, 'synced');
    expect(scripted.judge(pod)).toMatchObject({ verdict: 'stays', rule: 'CL-03' });
    expect(scripted.cluster.health.kinds.some((kind) => kind.resource === '*')).toBe(false);
  });

  it('a cascade makes no reference wrong, and corrects none', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const wrongIn = (uid: string): unknown => scripted.record(uid).summary?.wrong;
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    const far = scripted.put(PODS, 'far', { namespace: 'other', ownerReferences });
    scripted.tick();
    const misplaced = [{ index: 0, finding: 'cross-namespace' }];
    expect([wrongIn(pod), wrongIn(far)]).toEqual([undefined, misplaced]);
    scripted.delete(REPLICA_SETS, owner);
    expect(scripted.judge(pod)).toMatchObject({ verdict: 'goes', when: 'now' });
    expect([wrongIn(pod), wrongIn(far)]).toEqual([undefined, misplaced]);
    const audit = auditStepwise(scripted.live.graph.nodes(), scripted.live.view);
    let step = audit.next();
    while (!step.done) step = audit.next();
    expect(step.value.findings.map(({ object, rule }) => [object.uid, rule])).toEqual([
      [far, 'cross-namespace'],
    ]);
    // Another one that bears its name is a new object.
    scripted.put(REPLICA_SETS, 'rs', { uid: 'new' });
    scripted.tick();
    expect(wrongIn(pod)).toBeUndefined();
  });

  it('a reference to a removed owner is unresolvable, not of a wrong version, once its kind is not served', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.delete(REPLICA_SETS, owner);
    scripted.unserve(REPLICA_SETS);
    expect(scripted.judge(pod)?.wrong).toEqual([{ index: 0, finding: 'unresolvable' }]);
  });

  it('[CL-05] an object that names an owner after its deletion, as after a restore, has a wrong reference', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const before = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.delete(REPLICA_SETS, owner);
    scripted.tick();
    const after = scripted.put(PODS, 'b', { ownerReferences });
    scripted.tick();
    const wrong = [before, after].map((uid) => scripted.record(uid).summary?.wrong);
    expect(wrong).toEqual([undefined, [{ index: 0, finding: 'dangling' }]]);
  });

  it('sends no dependent whose record stays as it is when one of its owners goes', () => {
    const scripted = new ScriptedCluster().sync();
    const [first, second] = [scripted.put(REPLICA_SETS, 'one'), scripted.put(REPLICA_SETS, 'two')];
    const ownerReferences = [ownedBy(REPLICA_SETS, 'one'), ownedBy(REPLICA_SETS, 'two')];
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.delete(REPLICA_SETS, first);
    scripted.tick();
    expect(scripted.deltas.at(-1)).toEqual({ upserts: [], removes: [first] });
    expect(scripted.cluster.decisions.size).toBe(1);
    scripted.delete(REPLICA_SETS, second);
    scripted.tick();
    expect(scripted.deltas.at(-1)?.upserts.map(({ uid }) => uid)).toEqual([pod]);
  });

  it('an owner whose removal was not observed is missing', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.leave(REPLICA_SETS, owner);
    expect(scripted.judge(pod)?.wrong).toEqual([{ index: 0, finding: 'dangling' }]);
  });

  it('[AD-07] judges an object anew when another one takes its name', () => {
    const scripted = new ScriptedCluster().sync();
    const old = scripted.put(REPLICA_SETS, 'rs', { uid: 'old' });
    expect(scripted.judge(old)?.rule).toBe('AD-11');
    scripted.put(REPLICA_SETS, 'rs', { uid: 'new' });
    expect(scripted.judge(old)?.rule).toBe('AD-07');
  });

  it('keeps the new owner of a name when the deletion of the old object arrives afterwards', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(REPLICA_SETS, 'rs', { uid: 'old' });
    scripted.put(REPLICA_SETS, 'rs', { uid: 'new' });
    scripted.delete(REPLICA_SETS, 'old');
    const resource = scripted.live.served.table.forKind('apps/v1', 'ReplicaSet');
    expect(resource && scripted.live.view.byName(resource, 'ns', 'rs')?.uid).toBe('new');
  });

  it('is syncing until every kind has left its first list, then live, and stale without answers', () => {
    const scripted = new ScriptedCluster();
    const { cluster, live } = scripted;
    expect(cluster.health.state).toBe('syncing');
    live.resources(KINDS);
    for (const kind of KINDS) scripted.health(kind, 'listing');
    scripted.tick();
    expect(cluster.health.state).toBe('syncing');
    for (const kind of KINDS) scripted.health(kind, kind === SECRETS ? 'forbidden' : 'synced');
    scripted.tick();
    expect(cluster.health.state).toBe('live');
    scripted.health(PODS, 'listing');
    scripted.tick();
    expect(cluster.health.state).toBe('live');
    live.reachable(false, 'connection refused');
    scripted.tick();
    expect(cluster.health).toMatchObject({ state: 'stale', message: 'connection refused' });
    live.reachable(true);
    scripted.tick();
    expect(cluster.health).not.toHaveProperty('message');
  });

  it('is stale while most kinds are, and live again with the last of them', () => {
    const scripted = new ScriptedCluster().sync();
    const { cluster } = scripted;
    const [first, second, third, ...rest] = KINDS;
    for (const kind of [first, second, third])
      scripted.health(kind ?? PODS, 'stale', 'It is mute.');
    scripted.tick();
    expect(cluster.health.state).toBe('live');
    for (const kind of rest.slice(0, 1)) scripted.health(kind, 'backoff');
    scripted.tick();
    expect(cluster.health).toMatchObject({
      state: 'stale',
      message: '4 of 6 kinds cannot be read at the moment; Deployment: It is mute.',
    });
    for (const kind of rest) scripted.health(kind, 'synced');
    scripted.tick();
    expect(cluster.health.state).toBe('live');
    expect(cluster.health).not.toHaveProperty('message');
  });

  it('[API-54] blocks a Pod, and who waits for it, in the second in which its kubelet is late', () => {
    const scripted = new ScriptedCluster().sync();
    const blocks = [ownedBy(REPLICA_SETS, 'rs', { blockOwnerDeletion: true })];
    const foreground = { ...DELETING, finalizers: ['foregroundDeletion'] };
    scripted.put(REPLICA_SETS, 'rs', foreground);
    // The end of the grace period.
    const deletionTimestamp = '2026-01-01T00:00:30Z';
    const grace = { deletionTimestamp, deletionGracePeriodSeconds: 30 };
    scripted.put(PODS, 'a', { ...grace, ownerReferences: blocks });
    scripted.tick();
    const blockedBy = (uid: string): string | undefined => scripted.record(uid).summary?.blockedBy;
    const late = Date.parse(deletionTimestamp) + 300_000 - scripted.clock.now();
    scripted.clock.advance(late - 1000);
    expect(blockedBy('pod-a')).toBeUndefined();
    scripted.clock.advance(2000);
    expect(blockedBy('pod-a')).toBe('the kubelet of its node');
    expect(blockedBy('replicaset-rs')).toBe('Pod ns/a, the kubelet of its node');
    expect(scripted.deltas.at(-1)?.upserts.map(({ uid }) => uid)).toEqual(
      expect.arrayContaining(['pod-a', 'replicaset-rs']),
    );
  });

  it('[NS-06] blocks a Namespace once it is known what its controller says of it', () => {
    const scripted = new ScriptedCluster().sync();
    const uid = scripted.put(NAMESPACES, 'gone', DELETING);
    expect(scripted.judge(uid)?.blockedBy).toBeUndefined();
    const type = 'NamespaceDeletionDiscoveryFailure';
    const failure = { type, status: 'True', message: 'metrics.k8s.io/v1beta1: no answer' };
    const node = scripted.live.graph.get(uid);
    if (node)
      scripted.live.learnStatus(node, { finalizers: ['kubernetes'], conditions: [failure] });
    scripted.tick();
    const { summary } = scripted.record(uid);
    expect(summary?.blockedBy).toBe('metrics.k8s.io/v1beta1 cannot be discovered');
    scripted.delete(NAMESPACES, uid);
    scripted.put(NAMESPACES, 'gone', { ...DELETING, uid: 'next' });
    expect(scripted.judge('next')?.blockedBy).toBeUndefined();
  });

  it('takes any text as uid and name', () => {
    const scripted = new ScriptedCluster().sync();
    for (const uid of ['__proto__', 'constructor', 'a/b', '\u202e\u0000', 'x'.repeat(100_000)]) {
      scripted.put(PODS, uid, { uid, namespace: uid });
    }
    scripted.tick();
    expect([...scripted.live.records.values()]).toHaveLength(5);
    expect(scripted.record('__proto__').name).toBe('__proto__');
  });
});
