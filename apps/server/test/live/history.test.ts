import { plainText } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { objectDetails } from '../../src/live/object-details.ts';
import {
  DEPLOYMENTS,
  KINDS,
  NAMESPACES,
  ownedBy,
  PODS,
  REPLICA_SETS,
  ScriptedCluster,
} from './support/scripted-cluster.ts';

function textsOf(scripted: ScriptedCluster, uid: string): string[] {
  return scripted.cluster.history.of(uid).map((entry) => plainText(entry.text));
}

describe('history', () => {
  it('tells what happened to an object, in order', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(REPLICA_SETS, 'rs');
    const meta = { creationTimestamp: '2026-01-01T00:00:01Z' };
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', { blockOwnerDeletion: true })];
    const pod = scripted.put(PODS, 'a', { ...meta, ownerReferences });
    scripted.tick();
    scripted.put(PODS, 'a', {
      ...meta,
      ownerReferences,
      finalizers: ['example.com/hold'],
      deletionTimestamp: '2026-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
    });
    scripted.tick();
    expect(textsOf(scripted, pod)).toEqual([
      'Created.',
      'Deletion began. A controller or a person probably deleted it, not the collector: its owner ReplicaSet `rs` existed, as far as gcscope knew. Its grace period is 30 s.',
      'Finalizer `example.com/hold` added.',
    ]);
  });

  it('says nothing of a first verdict that had to wait for the lists of other kinds', () => {
    const scripted = new ScriptedCluster().sync(KINDS.filter((kind) => kind !== REPLICA_SETS));
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.put(REPLICA_SETS, 'rs');
    scripted.health(REPLICA_SETS, 'synced');
    expect(scripted.judge(pod)?.verdict).toBe('stays');
    expect(textsOf(scripted, pod)).toEqual([]);
    // Once it had one, it tells both that it was lost and that it is there again.
    for (const state of ['forbidden', 'synced'] as const) {
      scripted.health(REPLICA_SETS, state);
      scripted.tick();
    }
    expect(textsOf(scripted, pod)).toHaveLength(2);
  });

  it.each([
    [
      'somebody deleted it',
      {},
      'Gone. A controller or a person deleted it, not the collector: it had no owner.',
    ],
    [
      'foreground',
      { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] },
      'Gone: it was deleted in the foreground, and no dependent blocked it any more. gcscope has no record of how its deletion began.',
    ],
    [
      'finalizer',
      { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/hold'] },
      'Gone: its deletion ended when the last of its finalizers was removed (`example.com/hold`). gcscope has no record of how its deletion began.',
    ],
    [
      'grace',
      { deletionTimestamp: '2026-01-01T00:00:00Z' },
      'Gone: its deletion is complete. gcscope has no record of how its deletion began.',
    ],
  ])('remembers how an object went: %s', (_, meta, text) => {
    const scripted = new ScriptedCluster().sync();
    const uid = scripted.put(DEPLOYMENTS, 'web', meta);
    scripted.tick();
    scripted.delete(DEPLOYMENTS, uid);
    scripted.tick();
    const gone = scripted.cluster.history.tombstone(uid);
    expect(plainText(gone?.text ?? [])).toBe(text);
    expect(gone?.record.name).toBe('web');
  });

  it('says of no owner that it existed which was never seen', () => {
    const scripted = new ScriptedCluster().sync();
    scripted.health(REPLICA_SETS, 'forbidden');
    const never = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'never', uid: 'never' };
    scripted.put(DEPLOYMENTS, 'web');
    const ownerReferences = [never, ownedBy(DEPLOYMENTS, 'web')];
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.delete(PODS, pod);
    scripted.tick();
    expect(textsOf(scripted, pod).at(-1)).toBe(
      'Gone. A controller or a person probably deleted it, not the collector: its owner Deployment `web` existed, as far as gcscope knew.',
    );
  });

  it.each([
    [
      'a client',
      { byCollector: 0, byOthers: 1, unknown: 0 },
      'A controller or a person probably deleted it, not the collector: its owner ReplicaSet `rs` existed, as far as gcscope knew.',
    ],
    [
      'the collector',
      { byCollector: 1, byOthers: 1, unknown: 0 },
      'The collector probably deleted it: its owner ReplicaSet `rs` was gone (AD-17).',
    ],
    [
      'the namespace controller',
      { byCollector: 0, byOthers: 2, unknown: 0 },
      'The namespace controller probably deleted it: its Namespace was being deleted.',
    ],
    [
      'unknown',
      { byCollector: 0, byOthers: 0, unknown: 1 },
      'gcscope does not know who deleted it: its verdict was not verified.',
    ],
  ])(
    'says who deleted a Pod, when its grace period begins and when it is gone, as the numbers do: %s',
    (by, deletions, who) => {
      const scripted = new ScriptedCluster().sync();
      const owner = scripted.put(REPLICA_SETS, 'rs');
      scripted.put(NAMESPACES, 'ns');
      const ownerReferences = [ownedBy(REPLICA_SETS, 'rs')];
      const pod = scripted.put(PODS, 'a', { ownerReferences });
      scripted.tick();
      const deletionTimestamp = '2026-01-01T00:00:30Z';
      if (by === 'the collector') scripted.delete(REPLICA_SETS, owner);
      if (by === 'the namespace controller') scripted.put(NAMESPACES, 'ns', { deletionTimestamp });
      if (by === 'unknown') scripted.health(PODS, 'stale');
      scripted.tick();
      scripted.put(PODS, 'a', {
        ownerReferences,
        deletionTimestamp,
        deletionGracePeriodSeconds: 30,
      });
      scripted.tick();
      scripted.delete(PODS, pod);
      scripted.tick();
      const texts = scripted.cluster.history.of(pod).filter(({ type }) => type !== 'verdict');
      expect(texts.map(({ text }) => plainText(text))).toEqual([
        `Deletion began. ${who} Its grace period is 30 s.`,
        `Gone: its deletion is complete. ${who}`,
      ]);
      expect(texts.map(({ withoutDeleter = [] }) => plainText(withoutDeleter))).toEqual([
        'Deletion began. Its grace period is 30 s.',
        'Gone: its deletion is complete.',
      ]);
      const byCollector = by === 'the collector' ? true : undefined;
      expect(texts.map((each) => each.byCollector)).toEqual([byCollector, byCollector]);
      expect(scripted.cluster.decisions.deletions).toEqual(deletions);
    },
  );

  it('says that the owner had gone, also when both went at once', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const pod = scripted.put(PODS, 'a', { ownerReferences: [ownedBy(REPLICA_SETS, 'rs')] });
    scripted.tick();
    scripted.delete(REPLICA_SETS, owner);
    scripted.delete(PODS, pod);
    scripted.tick();
    expect(plainText(scripted.cluster.history.tombstone(pod)?.text ?? [])).toBe(
      'Gone. The collector probably deleted it: its owner ReplicaSet `rs` was gone.',
    );
  });

  it('has the beginning of a deletion before the ends that it led to, also when both are seen at once', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    const ownerReferences = [ownedBy(REPLICA_SETS, 'rs', { blockOwnerDeletion: true })];
    const pod = scripted.put(PODS, 'a', { ownerReferences });
    scripted.tick();
    scripted.put(REPLICA_SETS, 'rs', {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['foregroundDeletion'],
    });
    scripted.delete(PODS, pod);
    scripted.tick();
    const { history } = scripted.cluster;
    const lines = [...history.of(pod), ...history.of(owner)].sort((a, b) => a.seq - b.seq);
    expect(lines.map(({ type }) => type)).toEqual(['deleting', 'gone', 'verdict']);
    expect(plainText(lines[1]?.text ?? [])).toBe(
      'Gone. The collector probably deleted it: its owner ReplicaSet `rs` was being deleted in the foreground.',
    );
  });

  it('answers for an object that is gone, until it comes back', () => {
    const scripted = new ScriptedCluster().sync();
    const uid = scripted.put(PODS, 'a');
    scripted.delete(PODS, uid);
    expect(objectDetails(scripted.cluster, uid)).toBeUndefined();
    scripted.put(PODS, 'a');
    scripted.tick();
    scripted.delete(PODS, uid);
    expect(objectDetails(scripted.cluster, uid)).toMatchObject({
      gone: { text: [{ type: 'text', text: expect.stringContaining('Gone') }] },
      record: { uid },
      kubectl: 'pods/a -n ns',
    });
    scripted.put(PODS, 'a');
    expect(objectDetails(scripted.cluster, uid)).not.toHaveProperty('gone');
  });

  it('lists at most 500 dependents, by name, and counts all', () => {
    const scripted = new ScriptedCluster().sync();
    const owner = scripted.put(REPLICA_SETS, 'rs');
    for (let at = 0; at < 600; at++) {
      scripted.put(PODS, `p${String(999 - at)}`, {
        ownerReferences: [ownedBy(REPLICA_SETS, 'rs')],
      });
    }
    const details = objectDetails(scripted.cluster, owner);
    expect(details).toMatchObject({ dependentsTotal: 600 });
    expect(details?.dependents).toHaveLength(500);
    expect(details?.dependents[0]?.name).toBe('p400');
  });

  it('quotes for the shell what is no plain name', () => {
    const scripted = new ScriptedCluster().sync();
    const uid = scripted.put(PODS, "a'; rm -rf ~", { uid: 'u' });
    expect(objectDetails(scripted.cluster, uid)?.kubectl).toBe("'pods/a'\\''; rm -rf ~' -n ns");
  });
});
