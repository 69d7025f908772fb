import { plainText } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { objectDetails } from '../../src/live/object-details.ts';
import {
  DEPLOYMENTS,
  NAMESPACES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
} from './support/scripted-cluster.ts';

/** What is said of what was around the object: who, who is gone, who lost which owner, and what happened to whom. */
function described(scripted: ScriptedCluster, uid: string): object | undefined {
  const aftermath = objectDetails(scripted.cluster, uid)?.aftermath;
  return (
    aftermath && {
      around: aftermath.records.map((record) => record.uid),
      gone: aftermath.gone,
      removedReferences: aftermath.removedReferences.map(
        (each) => `${each.uid} from ${each.owner}`,
      ),
      entries: aftermath.entries.map(({ type, object }) => `${type} ${object?.uid}`),
    }
  );
}

describe('what becomes of the objects around one that is gone', () => {
  it('after a deletion in the background: what went with it, in order, and its owner', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    scripted.tick();
    scripted.delete(PODS, 'pod-b');
    scripted.tick();
    expect(described(scripted, 'replicaset-rs')).toEqual({
      around: ['replicaset-rs', 'deployment-web', 'pod-b', 'pod-a'],
      gone: ['replicaset-rs', 'pod-b'],
      removedReferences: [],
      entries: ['gone replicaset-rs', 'gone pod-b'],
    });
    expect(objectDetails(scripted.cluster, 'pod-a')?.aftermath).toBeUndefined();
  });

  it('after a deletion in the foreground: dependents go first, and count from its beginning', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    scripted.put(PODS, 'early', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.delete(PODS, 'pod-early');
    scripted.clock.advance(60_000);
    const ownerReferences = [ownedBy(DEPLOYMENTS, 'web')];
    scripted.put(REPLICA_SETS, 'rs', {
      ownerReferences,
      deletionTimestamp: '2026-01-01T00:01:00Z',
      finalizers: ['foregroundDeletion'],
    });
    scripted.tick();
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    scripted.delete(PODS, 'pod-b');
    scripted.tick();
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    scripted.tick();
    expect(described(scripted, 'replicaset-rs')).toEqual({
      around: ['replicaset-rs', 'deployment-web', 'pod-a', 'pod-b'],
      gone: ['replicaset-rs', 'pod-a', 'pod-b'],
      removedReferences: [],
      entries: ['deleting replicaset-rs', 'gone pod-a', 'gone pod-b', 'gone replicaset-rs'],
    });
  });

  it('after an orphan deletion: what lost its reference stays', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    scripted.put(REPLICA_SETS, 'rs', {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['orphan'],
    });
    scripted.tick();
    for (const name of ['a', 'b']) scripted.put(PODS, name, { ownerReferences: [] });
    scripted.tick();
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    scripted.tick();
    expect(described(scripted, 'replicaset-rs')).toMatchObject({
      gone: ['replicaset-rs'],
      removedReferences: ['pod-a from replicaset-rs', 'pod-b from replicaset-rs'],
    });
    expect(described(scripted, 'deployment-web')).toBeUndefined();
  });

  it('after a deletion in the foreground that was seen at its end only: dependents went first', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    const waits = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] };
    const ownerReferences = [ownedBy(DEPLOYMENTS, 'web')];
    scripted.put(DEPLOYMENTS, 'web', waits);
    scripted.put(REPLICA_SETS, 'rs', { ...waits, ownerReferences });
    scripted.tick();
    scripted.delete(DEPLOYMENTS, 'deployment-web');
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    const { entries } = described(scripted, 'deployment-web') as { entries: string[] };
    expect(entries.filter((each) => each.startsWith('gone'))).toEqual([
      'gone pod-a',
      'gone replicaset-rs',
      'gone deployment-web',
    ]);
    const gone = scripted.cluster.history.of('pod-a').at(-1)?.text ?? [];
    expect(plainText(gone)).toBe(
      'Gone. The collector probably deleted it: its owner ReplicaSet `rs` was being deleted in the foreground (AD-17).',
    );
  });

  it('after a deletion in the background that was seen at once: the owner went first', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const deletionTimestamp = '2026-01-01T00:00:30Z';
    scripted.put(PODS, 'a', { ownerReferences, deletionTimestamp, deletionGracePeriodSeconds: 30 });
    scripted.tick();
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    expect(described(scripted, 'replicaset-rs')).toMatchObject({
      entries: ['gone replicaset-rs', 'deleting pod-a', 'gone pod-a'],
    });
    const gone = scripted.cluster.history.of('pod-a').at(-1)?.text ?? [];
    expect(plainText(gone)).toBe(
      'Gone: its deletion is complete. The collector probably deleted it: its owner ReplicaSet `rs` was gone.',
    );
  });

  it('after an orphan deletion that was seen at once: references were removed before the owner went', () => {
    const scripted = new ScriptedCluster().sync().putWeb();
    for (const name of ['a', 'b']) scripted.put(PODS, name, { ownerReferences: [] });
    scripted.delete(REPLICA_SETS, 'replicaset-rs');
    scripted.tick();
    expect(described(scripted, 'replicaset-rs')).toMatchObject({
      entries: ['reference pod-a', 'reference pod-b', 'gone replicaset-rs'],
    });
    const gone = scripted.cluster.history.of('replicaset-rs').at(-1)?.text ?? [];
    expect(plainText(gone)).toMatch(
      /^Gone. A controller or a person probably deleted it with Orphan/,
    );
  });

  it('[NS-08] what was in a Namespace went with it, by the namespace controller', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(NAMESPACES, 'ns');
    scripted.put(PODS, 'early');
    scripted.put(PODS, 'a');
    scripted.tick();
    scripted.delete(PODS, 'pod-early');
    scripted.clock.advance(60_000);
    scripted.put(NAMESPACES, 'ns', { deletionTimestamp: '2026-01-01T00:01:00Z' });
    scripted.tick();
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    scripted.delete(NAMESPACES, 'namespace-ns');
    scripted.tick();
    expect(described(scripted, 'namespace-ns')).toEqual({
      around: ['namespace-ns', 'pod-a'],
      gone: ['namespace-ns', 'pod-a'],
      removedReferences: [],
      entries: ['deleting namespace-ns', 'gone pod-a', 'gone namespace-ns'],
    });
    const texts = ['pod-early', 'pod-a'].map((uid) =>
      plainText(scripted.cluster.history.of(uid).at(-1)?.text ?? []),
    );
    expect(texts).toEqual([
      'Gone. A controller or a person deleted it, not the collector: it had no owner.',
      'Gone. The namespace controller probably deleted it: its Namespace was being deleted.',
    ]);
  });

  it('ends in a circle, and counts also what it does not list', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a', { ownerReferences: [ownedBy(PODS, 'b')] });
    scripted.put(PODS, 'b', { ownerReferences: [ownedBy(PODS, 'a')] });
    for (let at = 0; at < 400; at++) {
      scripted.put(PODS, `leaf-${at}`, { ownerReferences: [ownedBy(PODS, 'a')] });
    }
    scripted.tick();
    scripted.delete(PODS, 'pod-a');
    scripted.tick();
    scripted.delete(PODS, 'pod-leaf-399');
    scripted.put(PODS, 'leaf-398', { ownerReferences: [] });
    scripted.tick();
    const { records, isCut, went, stayed } =
      objectDetails(scripted.cluster, 'pod-a')?.aftermath ?? {};
    expect([records?.length, isCut, went, stayed]).toEqual([300, true, 1, 1]);
  });
});
