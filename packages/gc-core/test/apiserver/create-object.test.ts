import { describe, expect, it } from 'vitest';
import { generatedName } from '../../src/apiserver/name-source.ts';
import type { Manifest } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  cogs,
  configMaps,
  deployments,
  manifest,
  objectOf,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

describe('POST', () => {
  it('[API-48] names, dates and numbers what it stores, and takes nothing of that from the manifest', () => {
    const { server, events } = testServer();
    const given = {
      uid: 'mine',
      generation: 9,
      creationTimestamp: '2000-01-01T00:00:00Z',
      deletionTimestamp: '2000-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 1,
      labels: { a: 'b' },
    };
    const result = server.create(
      deployments,
      'ns',
      manifest(deployments, 'web', given, { spec: { a: [null] } }),
    );
    expect(result).toMatchObject({ ok: true, code: 201, warnings: [] });
    expect(JSON.stringify(objectOf(result))).toBe(
      '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"ns","uid":"deployment-web-1","resourceVersion":"1","generation":1,"creationTimestamp":"2026-11-21T12:00:00Z","labels":{"a":"b"}},"spec":{"a":[null]}}',
    );
    expect(events).toEqual([
      { type: 'ADDED', resource: 'apps/deployments', object: objectOf(result) },
    ]);
    const stored = { ok: true, code: 200, object: objectOf(result), warnings: [] };
    expect(server.get(targetOf(deployments, 'web'))).toEqual(stored);
  });

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

  it('[API-48] generates names from generateName', () => {
    const { server } = testServer();
    const make = (): string =>
      objectOf(
        server.create(configMaps, 'ns', {
          ...manifest(configMaps, ''),
          metadata: { generateName: 'web-' },
        }),
      ).metadata.name;
    const names = Array.from({ length: 50 }, make);
    expect(new Set(names).size).toBe(50);
    for (const name of names) expect(name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2-9]{5}$/);
    const kept = { metadata: { generateName: 'web-', annotations: { a: 'b' } } };
    const given = server.create(configMaps, 'ns', { ...manifest(configMaps, ''), ...kept });
    expect(objectOf(given)).toMatchObject(kept);
    expect(
      objectOf(server.create(configMaps, 'ns', manifest(configMaps, 'plain'))),
    ).not.toHaveProperty('metadata.generateName');
    expect(generatedName('x'.repeat(80), 1)).toHaveLength(63);
  });

  it('[DM-12] [VA-05] stores owner references that are equal in every field once, with a warning', () => {
    const { server } = testServer();
    const other = { ...reference, blockOwnerDeletion: true };
    const ownerReferences = [reference, other, { ...reference }];
    const result = server.create(configMaps, 'ns', manifest(configMaps, 'c', { ownerReferences }));
    expect(objectOf(result).metadata.ownerReferences).toEqual([reference, other]);
    expect(result.warnings).toEqual([
      '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u',
    ]);
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

  it.each<[string, unknown]>([
    ['no object', 'text'],
    ['labels with numbers', { metadata: { name: 'c', labels: { a: 1 } } }],
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

  it('[CL-03] of a kind that is not served is a 404, its stored objects come back with it', () => {
    const { server, add, read } = testServer();
    const target = add(cogs, 'c');
    const all = server.table;
    server.table = ResourceTable.builtIn();
    expect(read(target)).toBeUndefined();
    expect(server.list(cogs).items).toEqual([]);
    expect(statusOf(server.create(cogs, 'ns', manifest(cogs, 'd')))).toMatchObject({
      code: 404,
      message: 'the server could not find the requested resource',
    });
    expect([...server.all()]).toHaveLength(1);
    server.table = all;
    expect(read(target)).toBeDefined();
  });
});

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}
