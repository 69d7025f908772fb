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
  testServer,
} from './test-server.ts';

describe('PUT', () => {
  it('[VA-09] with a grace period is refused', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(configMaps, 'c');
    expect(
      statusOf(server.update(target, manifest(configMaps, 'c', { deletionGracePeriodSeconds: 3 })))
        .code,
    ).toBe(422);
    expect(takeEvents()).toEqual(['ADDED c']);
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

  it('[API-39] keeps spec and status apart: each is written through its own path', () => {
    const { server, add, read } = testServer();
    const target = add(pods, 'p', {}, { spec: { nodeName: 'n' }, status: { phase: 'Running' } });
    const both = { spec: { nodeName: 'm' }, status: { phase: 'Failed' } };
    server.patch({ ...target, subresource: 'status' }, 'merge', both);
    expect(read(target)).toMatchObject({ spec: { nodeName: 'n' }, status: { phase: 'Failed' } });
    server.patch(target, 'merge', { ...both, status: { phase: 'Succeeded' } });
    expect(read(target)).toMatchObject({ spec: { nodeName: 'm' }, status: { phase: 'Failed' } });
  });

  it('[VA-09] a patch that gives it another name is a 400, as a PUT is', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(configMaps, 'c');
    expect(statusOf(server.patch(target, 'merge', { metadata: { name: 'd' } }))).toMatchObject({
      code: 400,
      message: 'the name of the object is d, and the URL names c',
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
});
