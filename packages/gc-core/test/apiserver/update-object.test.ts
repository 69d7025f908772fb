import { describe, expect, it } from 'vitest';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  cogs,
  configMaps,
  deployments,
  failure,
  HOLD,
  manifest,
  objectOf,
  pods,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

const UNDELETED = { deletionTimestamp: null, deletionGracePeriodSeconds: null } as object;
const LATER = '2027-01-01T00:00:00Z';

describe('PUT', () => {
  it('[VA-09] without resourceVersion replaces what is stored and keeps what only the server knows', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(configMaps, 'c', { labels: { a: 'b' } }, { data: { k: 'v' } });
    const result = server.update(target, manifest(configMaps, 'c', {}, { data: { k: 'w' } }));
    expect(JSON.stringify(objectOf(result))).toBe(
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"ns","uid":"configmap-c-1","resourceVersion":"2","creationTimestamp":"2026-11-21T12:00:00Z"},"data":{"k":"w"}}',
    );
    expect(read(target)).toBe(objectOf(result));
    expect(takeEvents()).toEqual(['ADDED c', 'MODIFIED c']);
  });

  it('[VA-09] made from an older version is a 409 that names the resource', () => {
    const { server, add, read } = testServer();
    const target = add(deployments, 'web');
    const first = objectOf(server.get(target));
    server.update(target, { ...first, spec: { replicas: 2 } });
    const message =
      'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again';
    const details = { name: 'web', group: 'apps', kind: 'deployments' };
    expect(statusOf(server.update(target, { ...first, spec: { replicas: 3 } }))).toEqual(
      failure(409, 'Conflict', message, details),
    );
    expect(read(target)?.spec).toEqual({ replicas: 2 });
  });

  it.each([
    ['another uid', { uid: 'old' }, 409],
    ['another name', { name: 'd' }, 400],
    ['another namespace', { namespace: 'other' }, 400],
    ['a deletionTimestamp', { deletionTimestamp: '2026-11-21T12:00:00Z' }, 422],
    ['a grace period', { deletionGracePeriodSeconds: 3 }, 422],
  ])('[VA-09] with %s is refused', (_name, metadata, code) => {
    const { server, add, takeEvents } = testServer();
    const target = add(configMaps, 'c');
    expect(statusOf(server.update(target, manifest(configMaps, 'c', metadata))).code).toBe(code);
    expect(takeEvents()).toEqual(['ADDED c']);
  });

  it.each([
    ['a PUT without them', UNDELETED],
    ['a PUT with a later time', { deletionTimestamp: LATER }],
    ['a PUT with another time of creation', { creationTimestamp: LATER }],
  ])('[VA-09] cannot bring an object back: %s leaves them as they are', (_name, change) => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c', HOLD);
    server.delete(target);
    const { metadata } = objectOf(server.get(target));
    const body = manifest(configMaps, 'c', { ...metadata, ...change }, { data: { k: 'v' } });
    const after = objectOf(server.update(target, body));
    expect(after.data).toEqual({ k: 'v' });
    expect({ ...after.metadata, resourceVersion: '' }).toEqual({
      ...metadata,
      resourceVersion: '',
    });
  });

  it('[VA-09] a patch that clears them changes nothing, one with another grace is refused', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c', HOLD);
    server.delete(target);
    const before = read(target);
    const cleared = { deletionTimestamp: null, deletionGracePeriodSeconds: null };
    expect(server.patch(target, 'merge', { metadata: cleared }).ok).toBe(true);
    expect(read(target)).toBe(before);
    const body = { metadata: { deletionGracePeriodSeconds: 7 } };
    expect(statusOf(server.patch(target, 'merge', body)).message).toBe(
      'ConfigMap "c" is invalid: metadata.deletionGracePeriodSeconds: field is immutable',
    );
  });

  it('[VA-09] of a custom resource needs a resourceVersion', () => {
    const { server, add, read } = testServer();
    const target = add(cogs, 'c');
    const body = manifest(cogs, 'c', {}, { spec: { a: 1 } });
    const message = 'must be specified for an update';
    const causes = [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }];
    expect(statusOf(server.update(target, body))).toEqual(
      failure(
        422,
        'Invalid',
        `cogs.gc.example.com "c" is invalid: metadata.resourceVersion: ${message}`,
        { name: 'c', group: 'gc.example.com', kind: 'cogs', causes },
      ),
    );
    const resourceVersion = read(target)?.metadata.resourceVersion ?? '';
    const made = manifest(cogs, 'c', { resourceVersion }, { spec: { a: 1 } });
    expect(server.update(target, made).ok).toBe(true);
    expect(server.patch(target, 'merge', { spec: { a: 2 } }).ok).toBe(true);
  });

  it('[API-30] of what is missing is a 404', () => {
    const { server } = testServer();
    const target = targetOf(configMaps, 'c');
    expect(statusOf(server.update(target, manifest(configMaps, 'c'))).code).toBe(404);
    expect(statusOf(server.patch(target, 'merge', {})).code).toBe(404);
  });

  it('[API-39] that changes nothing writes nothing', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(
      deployments,
      'web',
      { labels: { a: 'b', c: 'd' } },
      { spec: { replicas: 1 } },
    );
    const before = read(target);
    const same = manifest(
      deployments,
      'web',
      { labels: { c: 'd', a: 'b' }, finalizers: [] },
      { spec: { replicas: 1 } },
    );
    expect(server.update(target, same)).toMatchObject({ ok: true, code: 200 });
    expect(read(target)).toBe(before);
    expect(takeEvents()).toEqual(['ADDED web']);
  });

  it('[API-35] counts the generation for a changed spec only', () => {
    const { server, add, read } = testServer();
    const target = add(deployments, 'web', {}, { spec: { replicas: 1 } });
    const generationAfter = (body: unknown, subresource?: string): unknown => {
      server.patch({ ...target, ...(subresource ? { subresource } : {}) }, 'merge', body);
      return read(target)?.metadata.generation;
    };
    expect(generationAfter({ metadata: { labels: { a: 'b' }, generation: 7 } })).toBe(1);
    expect(generationAfter({ status: { replicas: 1 } }, 'status')).toBe(1);
    expect(generationAfter({ spec: { replicas: 2 } })).toBe(2);
  });

  it('[API-39] keeps spec and status apart: each is written through its own path', () => {
    const { server, add, read } = testServer();
    const target = add(pods, 'p', {}, { spec: { nodeName: 'n' }, status: { phase: 'Running' } });
    const both = { spec: { nodeName: 'm' }, status: { phase: 'Failed' } };
    server.patch({ ...target, subresource: 'status' }, 'merge', both);
    expect(read(target)).toMatchObject({ spec: { nodeName: 'n' }, status: { phase: 'Failed' } });
    server.patch(target, 'merge', { ...both, status: { phase: 'Succeeded' } });
    expect(read(target)).toMatchObject({ spec: { nodeName: 'm' }, status: { phase: 'Failed' } });
  });

  it('[DM-12] names the uid of each reference that is there again, also where the status is written', () => {
    const { server, add } = testServer();
    const target = add(pods, 'p');
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const metadata = { ownerReferences: [reference, reference, reference] };
    const [late] = server.patch(target, 'merge', { metadata }).warnings;
    expect(late).toMatch(/duplicate entries after mutating admission happens; .* observed: u, u$/);
    const status = { ...target, subresource: 'status' } as const;
    expect(server.patch(status, 'merge', { metadata }).warnings).toEqual([late]);
    const missing = { ...target, name: 'q' };
    const [early] = server.update(missing, manifest(pods, 'q', metadata)).warnings;
    expect(early).toMatch(/duplicate entries; API server dedups/);
  });

  it('[VA-09] a patch that gives it another name is a 400, as a PUT is', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(configMaps, 'c');
    expect(statusOf(server.patch(target, 'merge', { metadata: { name: 'd' } }))).toMatchObject({
      code: 400,
      message: 'the name of the object (d) does not match the name on the URL (c)',
    });
    expect(takeEvents()).toEqual(['ADDED c']);
  });

  it('[CL-03] of a kind that is not served is a 404, whatever it says', () => {
    const { server, add } = testServer();
    const target = add(cogs, 'c');
    server.table = ResourceTable.builtIn();
    expect(statusOf(server.update(target, manifest(configMaps, 'd'))).code).toBe(404);
  });

  it('[CL-03] of a subresource that is not there is a 404', () => {
    const { server, add } = testServer();
    const target = { ...add(configMaps, 'c'), subresource: 'status' };
    expect(statusOf(server.update(target, manifest(configMaps, 'c'))).code).toBe(404);
    expect(statusOf(server.get({ ...add(pods, 'p'), subresource: 'finalize' })).code).toBe(404);
  });

  it('[API-08] with dryRun answers with the outcome and stores nothing', () => {
    const { server, add, read, takeEvents } = testServer();
    const target = add(configMaps, 'c', HOLD);
    server.delete(target);
    takeEvents();
    const options = { dryRun: ['All'] };
    const body = { metadata: { labels: { a: 'b' } } };
    expect(objectOf(server.patch(target, 'merge', body, options)).metadata.labels).toEqual({
      a: 'b',
    });
    server.patch(target, 'merge', { metadata: { finalizers: null } }, options);
    expect(read(target)?.metadata.labels).toBeUndefined();
    expect(takeEvents()).toEqual([]);
  });
});

describe('an update that removes', () => {
  it('[API-62] is answered with the updated object, 200', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c', HOLD);
    server.delete(target, { propagationPolicy: 'Background' });
    const result = server.patch(target, 'merge', { metadata: { finalizers: null } });
    expect(result).toMatchObject({ ok: true, code: 200 });
    expect(objectOf(result).metadata.name).toBe('c');
    expect(objectOf(result).metadata).not.toHaveProperty('finalizers');
  });

  it('[API-61] the last finalizer of a terminating object removes it: DELETED only', () => {
    const { server, add, read, events, takeEvents } = testServer();
    const target = add(configMaps, 'c', HOLD);
    server.delete(target, { propagationPolicy: 'Background' });
    server.patch(target, 'merge', { metadata: { finalizers: null } });
    expect(read(target)).toBeUndefined();
    expect(takeEvents()).toEqual(['ADDED c', 'MODIFIED c', 'DELETED c']);
    expect(events[2]?.object.metadata, '[API-70]').toMatchObject({
      finalizers: ['example.com/hold'],
      resourceVersion: '3',
    });
    expect(events[2]?.previous?.metadata.resourceVersion).toBe('2');
  });

  it('[API-64] anything else of a terminating object without finalizers removes it, too', () => {
    const { server, read } = testServer();
    const metadata = { namespace: 'ns', uid: 'u', deletionTimestamp: '2026-11-21T11:00:00Z' };
    server.put([manifest(configMaps, 'c', metadata)]);
    const target = targetOf(configMaps, 'c');
    server.patch(target, 'merge', { metadata: { labels: { a: 'b' } } });
    expect(read(target)).toBeUndefined();
  });

  it('[API-61] is not held by a spec.finalizers, which only a Namespace has', () => {
    const { server, add, read } = testServer();
    const target = add(cogs, 'c', HOLD, { spec: { finalizers: ['a.b/c'] } });
    server.delete(target);
    server.patch(target, 'merge', { metadata: { finalizers: null } });
    expect(read(target)).toBeUndefined();
  });
});
