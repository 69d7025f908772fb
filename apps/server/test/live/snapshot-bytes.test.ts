import { gunzipSync } from 'node:zlib';
import {
  outlineNodes,
  type PackedSnapshot,
  type SnapshotIdentity,
  type SnapshotStructure,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { makeSnapshot, type SnapshotBytes } from '../../src/live/snapshot-bytes.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { PODS, REPLICA_SETS, ScriptedCluster } from './support/scripted-cluster.ts';

function read<Answer>(gzip: Buffer | undefined): Answer {
  return JSON.parse(String(gunzipSync(gzip ?? Buffer.from('')))) as Answer;
}

async function wholeOf(snapshot: SnapshotBytes): Promise<PackedSnapshot> {
  return read(await snapshot.whole());
}

describe('the snapshot as bytes', () => {
  it('is the snapshot, made and compressed once until something changes', async () => {
    const scripted = new ScriptedCluster().sync();
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'replicaset-rs' };
    scripted.put(REPLICA_SETS, 'rs');
    scripted.put(PODS, '"<b>\u2028', { ownerReferences: [owner], finalizers: ['a/b'] });
    scripted.tick();
    const { cluster } = scripted;
    const first = await cluster.snapshotBytes();
    const { nodes, ...head } = await wholeOf(first);
    const { nodes: expected, ...expectedHead } = JSON.parse(JSON.stringify(snapshotOf(cluster)));
    expect(head).toEqual(expectedHead);
    expect(unpackNodes(nodes)).toEqual(unpackNodes(expected).reverse());
    expect(await cluster.snapshotBytes()).toBe(first);
    scripted.put(PODS, 'b');
    scripted.tick();
    const [second, third] = await Promise.all([cluster.snapshotBytes(), cluster.snapshotBytes()]);
    expect(third).toBe(second);
    expect(second.id).not.toBe(first.id);
    const names = unpackNodes((await wholeOf(second)).nodes).map(({ name }) => name);
    expect(names).toEqual(['"<b>\u2028', 'b', 'rs']);
  });

  it('has its rows in the order of namespace, kind, name and uid', async () => {
    const scripted = new ScriptedCluster().sync();
    for (const [kind, name, namespace] of [
      [PODS, 'b', 'two'],
      [REPLICA_SETS, 'a', 'one'],
      [PODS, 'Z', 'one'],
      [PODS, 'a', 'one'],
      [PODS, '__proto__', 'one'],
    ] as const) {
      scripted.put(kind, name, { namespace });
    }
    scripted.tick();
    const { nodes } = await wholeOf(await scripted.cluster.snapshotBytes());
    const rows = unpackNodes(nodes).map(({ namespace, kind, name }) => [namespace, kind, name]);
    expect(rows).toEqual([
      ['one', 'Pod', 'Z'],
      ['one', 'Pod', '__proto__'],
      ['one', 'Pod', 'a'],
      ['one', 'ReplicaSet', 'a'],
      ['two', 'Pod', 'b'],
    ]);
  });

  it('has two parts of the same moment when objects are many', async () => {
    const scripted = new ScriptedCluster().sync();
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'replicaset-rs' };
    scripted.put(REPLICA_SETS, 'rs');
    scripted.put(PODS, 'misled', { ownerReferences: [{ ...owner, name: 'hidden' }] });
    scripted.put(PODS, 'lost', { ownerReferences: [{ ...owner, uid: 'never' }] });
    scripted.tick();
    const { info: cluster, health, log, live } = scripted.cluster;
    const head = { position: log.position, cluster, health };
    const snapshot = await makeSnapshot(live, head, 'state-1', 2);
    const whole = await wholeOf(snapshot);
    const identity = read<SnapshotIdentity>(await snapshot.identity());
    const structure = read<SnapshotStructure>(snapshot.structure);
    expect(whole).toEqual({ ...head, nodes: { ...structure.nodes, ...identity.nodes } });
    expect([structure.id, identity.id]).toEqual(['state-1', 'state-1']);
    expect(JSON.stringify(structure)).not.toMatch(/misled|lost|hidden|pod-|replicaset-/);
    expect(structure.nodes.uids).toBeUndefined();
    const seen = unpackNodes(outlineNodes(structure)).map(({ kind, owners: [to] }) => [
      kind,
      to?.uid,
    ]);
    const uids = unpackNodes(outlineNodes(structure)).map(({ uid }) => uid);
    expect(seen).toEqual([
      ['Pod', uids[2]],
      ['Pod', uids[3]],
      ['ReplicaSet', undefined],
      ['ReplicaSet', undefined],
    ]);
  });

  it('keeps the one before it, for readers of its first part', async () => {
    const scripted = new ScriptedCluster().sync();
    const { cluster } = scripted;
    const kept: SnapshotBytes[] = [];
    for (const name of ['a', 'b', 'c']) {
      scripted.put(PODS, name);
      scripted.tick();
      kept.push(await cluster.snapshotBytes());
    }
    expect(kept.map(({ id }) => cluster.keptSnapshot(id))).toEqual([undefined, kept[1], kept[2]]);
  });

  it('begun before a change is not the answer to who asks after it', async () => {
    const scripted = new ScriptedCluster().sync();
    scripted.put(PODS, 'a');
    scripted.tick();
    const before = scripted.cluster.snapshotBytes();
    scripted.put(PODS, 'b');
    scripted.tick();
    const after = scripted.cluster.snapshotBytes();
    expect((await after).position).toBe(scripted.cluster.log.position);
    expect((await before).position).not.toBe((await after).position);
  });

  it('of many objects is kept for seconds: the frames since complete it', async () => {
    const scripted = new ScriptedCluster().sync();
    for (let pod = 0; pod <= 20_000; pod++) scripted.put(PODS, `p${pod}`);
    scripted.tick();
    const { cluster, clock } = scripted;
    const first = await cluster.snapshotBytes();
    scripted.put(PODS, 'late');
    scripted.tick();
    expect(await cluster.snapshotBytes()).toBe(first);
    expect(cluster.log.since(first.position)).toHaveLength(1);
    clock.advance(6000);
    expect((await cluster.snapshotBytes()).position).toBe(cluster.log.position);
  });
});
