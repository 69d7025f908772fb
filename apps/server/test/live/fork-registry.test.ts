import { play } from '@gcscope/gc-core';
import {
  applyDelta,
  type Fork,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { ForkRegistry, MOST_OBJECTS } from '../../src/live/fork-registry.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
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
  const scripted = new ScriptedCluster().sync().putWeb(BLOCKS);
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

  it('[NS-07] [NS-08] [NS-14] takes along the content of a namespace, Pods first, of any owner', () => {
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

  it('does not touch the live cluster', () => {
    const scripted = shop();
    const before = JSON.stringify(snapshotOf(scripted.cluster));
    start(scripted, 'deployment-web', 'Foreground');
    scripted.tick();
    expect(JSON.stringify(snapshotOf(scripted.cluster))).toBe(before);
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

  it('[CL-06] [KM-02] [KM-03] assumes that an owner of a kind that is not read lives, also in lower case, but no list', () => {
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
