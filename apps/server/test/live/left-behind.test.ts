import { play } from '@gcscope/gc-core';
import { applyDelta, type Fork, plainText, type Uid } from '@gcscope/gc-core/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { clusterForecast } from '../../src/insight/cluster-forecast.ts';
import { ForkRegistry } from '../../src/live/fork-registry.ts';
import {
  DEPLOYMENTS,
  KINDS,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
} from './support/scripted-cluster.ts';

const WAITING = {
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['foregroundDeletion'],
};
const BLOCKING = { ownerReferences: [ownedBy(DEPLOYMENTS, 'web', { blockOwnerDeletion: true })] };

describe('[MO-13] a kind that is no longer served', () => {
  let scripted: ScriptedCluster;
  let owner: Uid;
  let dependent: Uid;

  beforeEach(() => {
    scripted = new ScriptedCluster().sync();
    owner = scripted.put(DEPLOYMENTS, 'web');
    dependent = scripted.put(REPLICA_SETS, 'rs', BLOCKING);
    scripted.tick();
  });

  function unserve(): void {
    scripted.unserve(REPLICA_SETS, dependent);
    scripted.tick();
  }

  function deleteOwner(): void {
    scripted.put(DEPLOYMENTS, 'web', WAITING);
    scripted.tick();
  }

  function expectBlocked(): void {
    expect(scripted.record(owner).summary).toMatchObject({
      verdict: 'waits',
      blockedBy: 'ReplicaSet ns/rs, unserved kind ReplicaSet',
    });
    expect(scripted.record(dependent).summary).toMatchObject({
      verdict: 'not verified',
      rule: 'AD-04',
    });
  }

  it.each(['before', 'after'] as const)('keeps an owner waiting that is deleted %s', (order) => {
    if (order === 'before') deleteOwner();
    unserve();
    if (order === 'after') {
      expect(scripted.live.records.get(dependent)).toBeUndefined();
      deleteOwner();
    }
    expectBlocked();
    const { total } = scripted.cluster.activity.read({ types: ['gone'] }, 1);
    expect(total).toBe(0);
    scripted.delete(DEPLOYMENTS, owner);
    scripted.tick();
    expect([...scripted.live.graph.nodes()]).toEqual([]);
  });

  it('disputes the names of another resource that has its kind now', () => {
    const others = { ...REPLICA_SETS, resource: 'others' };
    deleteOwner();
    scripted.relay.resources([...KINDS.filter((each) => each !== REPLICA_SETS), others]);
    scripted.relay.retired(REPLICA_SETS);
    scripted.leave(REPLICA_SETS, dependent);
    scripted.tick();
    const { graph, view } = scripted.live;
    const node = graph.get(dependent);
    expect(node && view.bearsItsName?.(node, others)).toBe(false);
  });

  it('no longer keeps it when the kind is served again without the object', () => {
    deleteOwner();
    unserve();
    scripted.relay.resources(KINDS);
    scripted.health(REPLICA_SETS, 'listing');
    expectBlocked();
    const { graph, view } = scripted.live;
    const node = graph.get(dependent);
    expect(node && view.bearsItsName?.(node, REPLICA_SETS)).toBe(false);
    scripted.health(REPLICA_SETS, 'synced');
    scripted.tick();
    expect(scripted.live.records.get(dependent)).toBeUndefined();
    expect(scripted.record(owner).summary).toMatchObject({ verdict: 'goes', when: 'now' });
  });

  it('is an ordinary kind when it is served again with the object', () => {
    deleteOwner();
    unserve();
    scripted.relay.resources(KINDS);
    scripted.health(REPLICA_SETS, 'listing');
    scripted.put(REPLICA_SETS, 'rs', BLOCKING);
    scripted.health(REPLICA_SETS, 'synced');
    expect(scripted.judge(dependent)?.verdict).toBe('goes');
    expect(scripted.live.names.count('apps/replicasets')).toBe(1);
    scripted.delete(REPLICA_SETS, dependent);
    expect(scripted.judge(owner)?.verdict).toBe('goes');
  });

  it.each([
    ['Foreground', 'before', ['web']],
    ['Foreground', 'after', ['web']],
    ['Background', 'after', []],
  ] as const)(
    'is known to the forecast and the simulation of a %s deletion, the kind gone %s it begins',
    async (policy, order, left) => {
      unserve();
      if (order === 'before') deleteOwner();
      const forecast = await clusterForecast(scripted.live, {}, () =>
        [...scripted.live.graph.nodes()].filter(({ uid }) => uid === owner),
      );
      const fork = new ForkRegistry(scripted.cluster).fork(owner) as Fork;
      expect(fork.unserved.map(({ resource }) => resource)).toEqual(['replicasets']);
      expect(fork.assumptions.map(plainText).join()).toContain('no longer serves ReplicaSet');
      const played = play({ type: 'fork', fork }, { propagationPolicy: policy, actions: [] });
      const records = new Map(played.nodes.map((record) => [record.uid, record]));
      for (const { delta } of played.steps) applyDelta(records, delta);
      const deployments = [...records.values()].filter(({ kind }) => kind === 'Deployment');
      expect(deployments.map(({ name }) => name)).toEqual(left);
      // Nothing can be done to what is not served.
      const requests = played.steps.flatMap((step) => step.requests);
      expect(
        requests.some(({ path, method }) => /replicasets/.test(path) && method !== 'GET'),
      ).toBe(false);
      expect(records.has(dependent)).toBe(true);
      const foretold = forecast.policies.find((each) => each.policy === policy);
      expect(foretold?.blocked.map(({ object }) => object.name)).toEqual(left);
    },
  );

  it('blocks no owner with nodes that do not block', () => {
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(DEPLOYMENTS, 'web')] });
    scripted.unserve(PODS, pod);
    scripted.delete(REPLICA_SETS, dependent);
    deleteOwner();
    expect(scripted.live.records.get(pod)).toBeUndefined();
    expect(scripted.record(owner).summary?.verdict).toBe('goes');
  });
});
