import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/meta/object-meta.ts';
import { configMaps, manifest, objectOf, statusOf, testServer } from './test-server.ts';

const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

describe('POST', () => {
  it('[API-48] refuses what says that it is stored already, without a reason', () => {
    const { server, events } = testServer();
    const body = manifest(configMaps, 'c', { resourceVersion: '77' });
    expect(statusOf(server.create(configMaps, 'ns', body))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'resourceVersion should not be set on objects to be created',
      code: 500,
    });
    expect(events).toEqual([]);
  });

  it('[API-48] never gives a uid twice, whatever was put or removed before', () => {
    const { server, add, read } = testServer();
    server.put([manifest(configMaps, 'other', { namespace: 'ns', uid: 'configmap-c-2' })]);
    const first = add(configMaps, 'c');
    server.create(configMaps, 'ns', manifest(configMaps, 'c'));
    server.delete(first);
    const uid = read(add(configMaps, 'c'))?.metadata.uid;
    expect(uid).toBe('configmap-c-3');
  });

  it('[DM-12] warns of each uid that is there twice, and of no other', () => {
    const { server } = testServer();
    const owners = ['a', 'b', 'c'].map((uid) => ({ ...reference, uid }));
    const ownerReferences = [...owners, { ...reference, uid: 'a' }, { ...reference, uid: 'c' }];
    const result = server.create(configMaps, 'ns', manifest(configMaps, 'c', { ownerReferences }));
    expect(result.warnings).toEqual([expect.stringMatching(/observed: a, c$/)]);
  });

  it('[VA-05] does not look at what owner references point to', () => {
    const { add, read } = testServer();
    const unserved = { apiVersion: 'no.such/v9', kind: 'Thing', name: 'n', uid: 'x' };
    const itself = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'x' };
    const ownerReferences = [unserved, { ...unserved, name: 'other' }, itself];
    expect(read(add(configMaps, 'c', { ownerReferences }))?.metadata.ownerReferences).toEqual(
      ownerReferences,
    );
  });

  it.each<[string, object]>([
    ['another namespace', { metadata: { name: 'c', namespace: 'b' } }],
    ['endless nesting', { metadata: { name: 'c' }, data: nested(100_000) }],
  ])('[VA-01] answers 400 to %s', (_name, body) => {
    const { server, events } = testServer();
    const status = statusOf(server.create(configMaps, 'ns', body as Manifest));
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(status.message?.length).toBeGreaterThan(20);
    expect(events).toEqual([]);
  });

  it('[API-08] with dryRun stores nothing and uses up no uid', () => {
    const { server, add, read, events } = testServer();
    const dry = server.create(configMaps, 'ns', manifest(configMaps, 'c'), { dryRun: ['All'] });
    expect(objectOf(dry).metadata).toMatchObject({ uid: 'configmap-c-1' });
    expect(events).toEqual([]);
    expect(read(add(configMaps, 'c'))?.metadata.uid).toBe('configmap-c-1');
  });
});

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
