import type { ApiObject, Manifest } from '@gcscope/gc-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectToLoopback } from '../../../src/cluster/access/connect.ts';
import type { ClusterConnection } from '../../../src/cluster/access/connection.ts';
import {
  type EmbeddedCluster,
  startEmbeddedCluster,
} from '../../../src/embedded/embedded-cluster.ts';
import {
  RunObjects,
  UnwatchedKindError,
} from '../../../src/writes/scenario-cluster/run-objects.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets', kind: 'Secret', namespaced: true };
const SELECTOR = 'gcscope.dev/run=one,!gcscope.dev/set-up';

describe('the objects of a run', () => {
  let cluster: EmbeddedCluster;
  let connection: ClusterConnection;
  const objects = new RunObjects();

  beforeAll(async () => {
    cluster = await startEmbeddedCluster();
    connection = connectToLoopback(cluster.url, 'embedded');
  });
  afterAll(async () => {
    await objects.stop();
    await connection.close();
    await cluster.close();
  });

  const secret = (name: string, labels: Readonly<Record<string, string>>): ApiObject => {
    const metadata = { name, namespace: 'shop', labels, finalizers: ['x/y'] };
    const manifest: Manifest = { apiVersion: 'v1', kind: 'Secret', metadata };
    const answer = cluster.apiServer.create(SECRETS, 'shop', manifest);
    if (!answer.ok) throw new Error(answer.status.message);
    return answer.object as ApiObject;
  };

  it('are those of its label, as they were after each change', async () => {
    const { metadata: first } = secret('one', { 'gcscope.dev/run': 'one' });
    secret('another', { 'gcscope.dev/run': 'two' });
    secret('carrier', { 'gcscope.dev/run': 'one', 'gcscope.dev/set-up': '' });
    await objects.watch(connection.client, [SECRETS], SELECTOR);
    expect([...objects.at('now').keys()]).toEqual([first.uid]);

    const place = { resource: SECRETS, namespace: 'shop', name: 'one' };
    const held = cluster.apiServer.delete(place, {});
    cluster.apiServer.patch(place, 'merge', { metadata: { finalizers: null } });
    await expect.poll(() => objects.removal(first.uid)).toBeDefined();

    const marked = held.ok ? (held.object as ApiObject).metadata.resourceVersion : undefined;
    const { resourceVersion: created = '' } = first;
    const state = (moment: string): unknown => objects.at(moment).get(first.uid)?.meta;
    expect(objects.hasObserved(first.uid, marked ?? '')).toBe(true);
    expect(state(created)).not.toHaveProperty('deletionTimestamp');
    expect(state(marked ?? '')).toMatchObject({ finalizers: ['x/y'] });
    expect(state(marked ?? '')).toHaveProperty('deletionTimestamp');
    expect(state('now')).toBeUndefined();
    expect(objects.latest).toBe(objects.removal(first.uid));
  });

  it('rejects a kind that cannot be watched', async () => {
    const unserved = { ...SECRETS, resource: 'nothings', kind: 'Nothing' };
    const nothing = new RunObjects();
    const watch = nothing.watch(connection.client, [unserved], SELECTOR);
    await expect(watch).rejects.toThrow(UnwatchedKindError);
    await nothing.stop();
  });
});
