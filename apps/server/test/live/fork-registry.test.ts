import { offersAt, play } from '@gcscope/gc-core';
import {
  type Action,
  applyDelta,
  type Fork,
  type NodeRecord,
  type Playback,
  plainText,
  type Uid,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { ForkRegistry, MOST_OBJECTS } from '../../src/live/fork-registry.ts';
import {
  DEPLOYMENTS,
  KINDS,
  NAMESPACES,
  NODES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
  SECRETS,
} from './support/scripted-cluster.ts';

const BLOCKS = { controller: true, blockOwnerDeletion: true };
const DELETING = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };

/** web → rs → Pods a and b; a Pod of somebody else beside them. */
function shop(): ScriptedCluster {
  const scripted = new ScriptedCluster().sync();
  scripted.put(DEPLOYMENTS, 'web');
  scripted.put(REPLICA_SETS, 'rs', { ownerReferences: [ownedBy(DEPLOYMENTS, 'web', BLOCKS)] });
  for (const name of ['a', 'b']) {
    scripted.put(PODS, name, { ownerReferences: [ownedBy(REPLICA_SETS, 'rs', BLOCKS)] });
  }
  scripted.put(PODS, 'alone');
  scripted.tick();
  return scripted;
}

function forkOf(scripted: ScriptedCluster, uid: Uid): Fork {
  const fork = new ForkRegistry(scripted.cluster).fork(uid);
  if (typeof fork === 'string') throw new Error(fork);
  return fork;
}

/** The deletion of the object, played on a fork as a browser does. */
function start(
  scripted: ScriptedCluster,
  uid: Uid,
  propagationPolicy: 'Background' | 'Foreground' | 'Orphan',
): Playback {
  return play({ type: 'fork', fork: forkOf(scripted, uid) }, { propagationPolicy, actions: [] });
}

/** The foreground deletion of `web`; somebody does what is offered to him when nothing moves any more. */
function actLater(
  scripted: ScriptedCluster,
  act: Action,
): { readonly held: Playback; readonly end: Playback } {
  const piece = { type: 'fork', fork: forkOf(scripted, 'deployment-web') } as const;
  const direction = { propagationPolicy: 'Foreground', actions: [] } as const;
  const held = play(piece, direction);
  const at = held.steps.length;
  const { actions } = offersAt(piece, direction, at, ['deployment-web']);
  expect(actions).toContainEqual(act);
  return { held, end: play(piece, { ...direction, actions: [{ at, act }] }) };
}

/** The records after all steps. */
function endOf(view: Playback): Map<Uid, NodeRecord> {
  const records = new Map(view.nodes.map((record) => [record.uid, record]));
  for (const step of view.steps) applyDelta(records, step.delta);
  return records;
}

describe('forks of the live cluster', () => {
  it('begins with the picture that the live cluster shows of what it can reach', () => {
    const scripted = shop();
    const view = start(scripted, 'replicaset-rs', 'Background');
    expect(view.nodes.map((record) => record.uid).toSorted()).toEqual([
      'deployment-web',
      'pod-a',
      'pod-b',
      'replicaset-rs',
    ]);
    for (const record of view.nodes) expect(record).toEqual(scripted.record(record.uid));
  });

  it.each(['Background', 'Foreground'] as const)('[%s] takes all dependents along', (policy) => {
    const view = start(shop(), 'deployment-web', policy);
    expect(endOf(view).size).toBe(0);
    expect(view.steps[0]).toMatchObject({
      index: 0,
      actor: 'user',
      requests: [
        { method: 'DELETE', path: '/apis/apps/v1/namespaces/ns/deployments/web', code: 200 },
      ],
    });
    expect(view.steps.map((step) => step.index)).toEqual([...view.steps.keys()]);
    expect(view.steps.filter((step) => step.actor === 'kubelet')).toHaveLength(2);
    expect(view.steps.at(-1)?.at).toBe(30_000);
  });

  it('[Foreground] removes the owner last', () => {
    const removals = start(shop(), 'deployment-web', 'Foreground').steps.flatMap(
      (step) => step.delta.removes,
    );
    expect(removals.slice(-2)).toEqual(['replicaset-rs', 'deployment-web']);
  });

  it('[Orphan] leaves the dependents without their reference', () => {
    const end = endOf(start(shop(), 'deployment-web', 'Orphan'));
    expect([...end.keys()].toSorted()).toEqual(['pod-a', 'pod-b', 'replicaset-rs']);
    expect(end.get('replicaset-rs')).toMatchObject({ owners: [], summary: { verdict: 'stays' } });
  });

  it('[NS-07] [NS-08] [NS-14] takes along what is in a namespace, Pods first, whoever owns it', () => {
    const scripted = shop();
    scripted.put(SECRETS, 'token');
    scripted.put(NAMESPACES, 'ns');
    scripted.put(NODES, 'elsewhere');
    scripted.tick();
    const view = start(scripted, 'namespace-ns', 'Background');
    expect(view.nodes.map((record) => record.uid)).not.toContain('node-elsewhere');
    expect(endOf(view).size).toBe(0);
    const removals = view.steps.flatMap((step) => step.delta.removes);
    expect(removals.indexOf('pod-alone')).toBeLessThan(removals.indexOf('secret-token'));
    expect(removals.at(-1)).toBe('namespace-ns');
  });

  it('[NS-01] knows what else is in the spec of a Namespace in deletion', () => {
    const scripted = shop();
    const uid = scripted.put(NAMESPACES, 'ns', DELETING);
    scripted.tick();
    const node = scripted.live.graph.get(uid);
    const finalizers = ['kubernetes', 'example.com/other'];
    if (node) scripted.live.learnStatus(node, { finalizers, conditions: [] });
    const [namespace] = forkOf(scripted, uid).objects.filter(
      ({ metadata }) => metadata.uid === uid,
    );
    expect(namespace?.spec).toEqual({ finalizers });
    expect([...endOf(start(scripted, uid, 'Background')).keys()]).toContain(uid);
  });

  it('is the same every time', () => {
    const scripted = shop();
    const [one, two] = [1, 2].map(() => start(scripted, 'deployment-web', 'Foreground'));
    expect(one).toEqual(two);
    const forks = [1, 2].map(() => forkOf(scripted, 'deployment-web'));
    expect(forks[0]?.id).not.toBe(forks[1]?.id);
  });

  it('says what had to be assumed about Pods', () => {
    expect(start(shop(), 'pod-a', 'Background').assumptions.map(plainText)).toEqual([
      'gcscope reads metadata only. It assumes that every Pod runs, with a grace period of 30 s unless it is already being deleted.',
    ]);
  });

  it('does not touch the live cluster', () => {
    const scripted = shop();
    const before = JSON.stringify(scripted.cluster.snapshot);
    start(scripted, 'deployment-web', 'Foreground');
    scripted.tick();
    expect(JSON.stringify(scripted.cluster.snapshot)).toBe(before);
  });

  it('stops at a finalizer, and goes on when its controller has removed it', () => {
    const scripted = shop();
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', BLOCKS)];
    scripted.put(PODS, 'b', { ownerReferences, finalizers: ['example.com/hold'] });
    const removal = {
      type: 'removeFinalizer',
      uid: 'pod-b',
      finalizer: 'example.com/hold',
    } as const;
    const { held, end } = actLater(scripted, removal);
    expect([...endOf(held).keys()].toSorted()).toEqual([
      'deployment-web',
      'pod-b',
      'replicaset-rs',
    ]);
    expect(endOf(held).get('deployment-web')?.summary?.blockedBy).toContain('example.com/hold');
    expect(end.steps.slice(0, held.steps.length)).toEqual(held.steps);
    expect(endOf(end).size).toBe(0);
  });

  it('lets a user change the policy of a deletion that hangs', () => {
    const scripted = shop();
    scripted.put(PODS, 'b', {
      ownerReferences: [ownedBy(REPLICA_SETS, 'rs', BLOCKS)],
      finalizers: ['example.com/hold'],
    });
    const again = {
      type: 'delete',
      uid: 'deployment-web',
      propagationPolicy: 'Background',
    } as const;
    expect(endOf(actLater(scripted, again).end).has('deployment-web')).toBe(false);
  });

  it('refuses to act on what is not there', () => {
    const piece = { type: 'fork', fork: forkOf(shop(), 'deployment-web') } as const;
    const at = play(piece, { actions: [] }).steps.length;
    const faultsOf = (uid: Uid): number =>
      play(piece, { actions: [{ at, act: { type: 'terminatePod', uid } }] }).faults.length;
    expect([faultsOf('pod-a'), faultsOf('__proto__')]).toEqual([1, 1]);
  });

  it('includes who else holds an owner that waits', () => {
    const scripted = shop();
    const foreground = { ...DELETING, finalizers: ['foregroundDeletion'] };
    scripted.put(DEPLOYMENTS, 'web', foreground);
    scripted.put(SECRETS, 'held', {
      ...DELETING,
      finalizers: ['example.com/hold'],
      ownerReferences: [ownedBy(DEPLOYMENTS, 'web', BLOCKS)],
    });
    scripted.tick();
    const view = start(scripted, 'replicaset-rs', 'Background');
    expect(view.nodes.map((record) => record.uid)).toContain('secret-held');
    expect(endOf(view).has('deployment-web')).toBe(true);
  });

  it('keeps what has another owner that lives', () => {
    const scripted = shop();
    scripted.put(DEPLOYMENTS, 'other');
    scripted.put(SECRETS, 'shared', {
      ownerReferences: [ownedBy(DEPLOYMENTS, 'web'), ownedBy(DEPLOYMENTS, 'other')],
    });
    scripted.tick();
    const end = endOf(start(scripted, 'deployment-web', 'Background'));
    expect([...end.keys()].toSorted()).toEqual(['deployment-other', 'secret-shared']);
    expect(end.get('secret-shared')?.owners).toHaveLength(1);
  });

  it('does not delete first what only a restart of the collector would delete', () => {
    const scripted = new ScriptedCluster();
    scripted.live.resources(KINDS);
    scripted.put(DEPLOYMENTS, 'web');
    scripted.put(SECRETS, 'dangling', { ownerReferences: [ownedBy(NODES, 'nobody')] });
    scripted.put(SECRETS, 's', { ownerReferences: [ownedBy(DEPLOYMENTS, 'web')] });
    scripted.sync();
    const view = start(scripted, 'secret-dangling', 'Orphan');
    expect(view.nodes.find((record) => record.uid === 'secret-dangling')).toEqual(
      scripted.record('secret-dangling'),
    );
  });

  it('assumes that an owner whose kind cannot be read lives, and says so', () => {
    const scripted = new ScriptedCluster().sync(KINDS.filter((kind) => kind !== SECRETS));
    scripted.put(DEPLOYMENTS, 'web');
    scripted.put(PODS, 'a', {
      ownerReferences: [ownedBy(DEPLOYMENTS, 'web'), ownedBy(SECRETS, 'unread')],
    });
    scripted.tick();
    const view = start(scripted, 'deployment-web', 'Background');
    expect(endOf(view).has('pod-a')).toBe(true);
    expect(view.assumptions.map(plainText)).toContain(
      'gcscope cannot read Secret `ns/unread` and assumes that it exists.',
    );
  });

  it('[KM-02] [KM-03] assumes that such an owner in lower case lives, and that a list does not', () => {
    const scripted = new ScriptedCluster().sync(KINDS.filter((kind) => kind !== SECRETS));
    scripted.put(DEPLOYMENTS, 'web');
    for (const kind of ['secret', 'SecretList']) {
      const misspelt = { ...ownedBy(SECRETS, 'unread'), kind };
      scripted.put(PODS, kind, { ownerReferences: [ownedBy(DEPLOYMENTS, 'web'), misspelt] });
    }
    scripted.tick();
    const view = start(scripted, 'deployment-web', 'Background');
    expect([...endOf(view).keys()].filter((uid) => uid.startsWith('pod-'))).toEqual(['pod-secret']);
    expect(view.assumptions).toHaveLength(2);
  });

  it('refuses what it cannot simulate', () => {
    const scripted = shop();
    const registry = new ForkRegistry(scripted.cluster);
    expect(registry.fork('nobody')).toBe('uid-unknown');
    scripted.put(PODS, 'c', { ownerReferences: [ownedBy(REPLICA_SETS, 'ghost')] });
    expect(registry.fork('replicaset-ghost')).toBe('uid-virtual');
    for (let at = 0; at < MOST_OBJECTS; at++) {
      scripted.put(PODS, `many-${at}`, { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    }
    expect(registry.fork('deployment-web')).toBe('too-large');
    expect(typeof registry.fork('pod-alone')).toBe('object');
  });

  it('comes to an end with a circle of owners', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(PODS, 'b', BLOCKS)] });
    scripted.put(PODS, 'b', { ownerReferences: [ownedBy(PODS, 'a', BLOCKS), ownedBy(PODS, 'b')] });
    scripted.tick();
    for (const policy of ['Background', 'Foreground', 'Orphan'] as const) {
      expect(start(scripted, 'pod-a', policy).steps.length).toBeLessThan(200);
    }
  });

  it('keeps a bounded number of forks, those used last', () => {
    const registry = new ForkRegistry(shop().cluster);
    const ids = Array.from({ length: 33 }, () => {
      const fork = registry.fork('pod-alone');
      return typeof fork === 'string' ? fork : fork.id;
    });
    expect(registry.get(ids[0] ?? '')).toBeUndefined();
    expect(registry.get(ids[1] ?? '')).toBeDefined();
    registry.fork('pod-alone');
    expect(registry.get(ids[1] ?? '')).toBeDefined();
    expect(registry.get(ids[2] ?? '')).toBeUndefined();
  });
});
