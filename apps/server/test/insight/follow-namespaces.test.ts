import { describe, expect, it } from 'vitest';
import { followNamespaces } from '../../src/insight/follow-namespaces.ts';
import { NAMESPACES, ScriptedCluster } from '../live/support/scripted-cluster.ts';

const failure = {
  type: 'NamespaceDeletionDiscoveryFailure',
  status: 'True',
  message: 'stale GroupVersion discovery: metrics.example.com/v1',
};

describe('Namespaces in deletion', () => {
  it('are blocked by a condition before anybody asks, until it is gone', async () => {
    const scripted = new ScriptedCluster().sync();
    const { cluster, clock } = scripted;
    const read: string[] = [];
    let conditions = [failure];
    const stop = followNamespaces(cluster, async (name) => {
      read.push(name);
      return { conditions, finalizers: ['kubernetes'] };
    });
    scripted.put(NAMESPACES, 'stays');
    const uid = scripted.put(NAMESPACES, 'stuck', { deletionTimestamp: '2025-12-31T00:00:00Z' });
    const blockedBy = (): string | undefined => cluster.live.records.get(uid)?.summary?.blockedBy;
    const later = async (millis: number): Promise<void> => {
      clock.advance(millis);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      clock.advance(100);
    };
    scripted.tick();
    expect(blockedBy()).toBeUndefined();
    await later(1000);
    expect(read).toEqual(['stuck']);
    expect(blockedBy()).toMatch(/discover/i);
    conditions = [];
    await later(30_000);
    await later(30_000);
    expect(blockedBy()).not.toMatch(/discover/i);
    stop();
    const reads = read.length;
    await later(60_000);
    expect(read.length).toBe(reads);
  });
});
