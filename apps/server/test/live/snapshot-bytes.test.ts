import { unpackNodes } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { PODS, REPLICA_SETS, ScriptedCluster } from './support/scripted-cluster.ts';

describe('the snapshot as bytes', () => {
  it('is the snapshot, made and compressed once until something changes', async () => {
    const scripted = new ScriptedCluster().sync();
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'replicaset-rs' };
    scripted.put(REPLICA_SETS, 'rs');
    scripted.put(PODS, '"<b>\u2028', { ownerReferences: [owner], finalizers: ['a/b'] });
    scripted.tick();
    const { cluster } = scripted;
    const first = await cluster.snapshotBytes();
    expect(JSON.parse(String(await first.plain()))).toEqual(
      JSON.parse(JSON.stringify(cluster.snapshot)),
    );
    expect(await cluster.snapshotBytes()).toBe(first);
    scripted.put(PODS, 'b');
    scripted.tick();
    const [second, third] = await Promise.all([cluster.snapshotBytes(), cluster.snapshotBytes()]);
    expect(third).toBe(second);
    expect(second.etag).not.toBe(first.etag);
    const { nodes } = JSON.parse(String(await second.plain()));
    expect(unpackNodes(nodes).map(({ name }) => name)).toEqual(['rs', '"<b>\u2028', 'b']);
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
