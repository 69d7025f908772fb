import { formatTimestamp, type GraphChange } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { ownedBy, PODS, REPLICA_SETS, ScriptedCluster } from './support/scripted-cluster.ts';

const MANY = 6000;

/** A cluster whose ReplicaSets are not read yet while so many of their Pods come. */
function manyPods(): ScriptedCluster {
  const scripted = new ScriptedCluster();
  scripted.live.resources([PODS, REPLICA_SETS]);
  scripted.health(PODS, 'listing');
  scripted.health(REPLICA_SETS, 'listing');
  putPods(scripted);
  scripted.health(PODS, 'synced');
  scripted.tick();
  return scripted;
}

function putPods({ live }: ScriptedCluster): void {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs' };
  const pods = Array.from({ length: MANY }, (_, index): GraphChange => {
    const [name, uid] = [`pod-${index}`, `pod-uid-${index}`];
    const identity = { apiVersion: 'v1', kind: 'Pod', namespace: 'ns', name, uid };
    const meta = { name, namespace: 'ns', uid, resourceVersion: '1', ownerReferences: [owner] };
    return { type: 'ADDED', identity, meta };
  });
  live.changes(PODS, pods);
}

function countJudged({ live }: ScriptedCluster): number {
  return [...live.records.values()].length;
}

describe('first lists of many objects', () => {
  it('are judged once all are read, a slice at a time; readers fetch the snapshot then', async () => {
    const scripted = manyPods();
    const { cluster, live, clock } = scripted;
    const before = cluster.log.position;
    const states: string[] = [];
    cluster.subscribe({ frame: () => {}, health: () => states.push(cluster.health.state) });
    const { id } = await cluster.snapshotBytes();
    expect(countJudged(scripted)).toBe(0);
    scripted.put(REPLICA_SETS, 'rs', { uid: 'rs' });
    scripted.health(REPLICA_SETS, 'synced');
    clock.advance(1000);
    expect(cluster.health.state).toBe('live');
    expect(states.at(-1)).toBe('live');
    expect(countJudged(scripted)).toBe(MANY + 1);
    expect(live.records.get('pod-uid-7')?.summary).toEqual({ verdict: 'stays', rule: 'AD-14' });
    expect(cluster.log.since(before)).toBe('resync');
    expect((await cluster.snapshotBytes()).id).not.toBe(id);
  });

  it('are not shown as read before they are judged, and a request does not wait for that', () => {
    const scripted = manyPods();
    scripted.put(REPLICA_SETS, 'rs', { uid: 'rs' });
    scripted.health(REPLICA_SETS, 'synced');
    scripted.live.flush();
    expect(scripted.cluster.health.state).toBe('syncing');
    expect(countJudged(scripted)).toBeLessThan(MANY);
    scripted.live.settle();
    expect(scripted.cluster.health.state).toBe('live');
    expect(countJudged(scripted)).toBe(MANY + 1);
  });

  it('of few objects do not make the cluster live before they are judged, either', () => {
    const scripted = new ScriptedCluster({ slice: 10 });
    const { cluster, live, clock } = scripted;
    const states: [state: string, judged: number][] = [];
    cluster.subscribe({
      frame: () => {},
      health: () => states.push([cluster.health.state, countJudged(scripted)]),
    });
    live.resources([PODS]);
    scripted.health(PODS, 'listing');
    for (let index = 0; index < 50; index++) scripted.put(PODS, `pod-${index}`);
    scripted.health(PODS, 'synced');
    clock.advance(1000);
    expect(states.filter(([state]) => state === 'live')).toEqual([['live', 50]]);
    expect(states[0]?.[0]).toBe('syncing');
  });

  it('do not wait for a list that brings nothing', () => {
    const scripted = manyPods();
    scripted.clock.advance(2500);
    expect(scripted.cluster.health.state).toBe('syncing');
    expect(countJudged(scripted)).toBe(MANY + 1);
    expect(scripted.record('pod-uid-7').summary?.verdict).toBe('not verified');
  });

  it('leave a line of what was created since this process began, and of nothing else', () => {
    const scripted = manyPods();
    scripted.put(REPLICA_SETS, 'rs', { uid: 'rs' });
    const creationTimestamp = formatTimestamp(scripted.clock.now());
    scripted.put(REPLICA_SETS, 'new', { creationTimestamp });
    scripted.health(REPLICA_SETS, 'synced');
    scripted.clock.advance(1000);
    const { entries } = scripted.cluster.activity.read({ types: ['created'] }, 10);
    expect(entries.map(({ object }) => object?.name)).toEqual(['new']);
  });

  it('leave nothing of what has left before they are judged, and no owner that only that has named', () => {
    const scripted = new ScriptedCluster();
    const { live, clock } = scripted;
    live.resources([PODS, REPLICA_SETS]);
    for (const kind of [PODS, REPLICA_SETS]) scripted.health(kind, 'listing');
    const judgedBefore = scripted.put(REPLICA_SETS, 'early');
    clock.advance(100);
    expect(scripted.record(judgedBefore).summary?.verdict).toBe('not verified');
    putPods(scripted);
    const pod = scripted.put(PODS, 'late', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
    clock.advance(100);
    expect(live.graph.get('replicaset-ghost')?.virtual).toBe(true);
    for (const kind of [PODS, REPLICA_SETS]) scripted.health(kind, 'synced');
    scripted.delete(PODS, pod);
    scripted.delete(REPLICA_SETS, judgedBefore);
    clock.advance(1000);
    for (const uid of [pod, judgedBefore, 'replicaset-ghost']) {
      expect(live.graph.get(uid)).toBeUndefined();
      expect(live.records.get(uid)).toBeUndefined();
    }
    expect(scripted.cluster.history.tombstone(judgedBefore)).toBeDefined();
  });
});
