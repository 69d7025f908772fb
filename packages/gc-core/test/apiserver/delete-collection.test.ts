import { describe, expect, it } from 'vitest';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { failureStatus } from '../../src/meta/api-status-error.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { cogs, configMaps, HOLD, kind, manifest, namespaces, testServer } from './test-server.ts';

/** An object as it is put into the storage, past admission. */
function stored(resource: ApiResource, name: string): ApiObject {
  return manifest(resource, name, { namespace: 'ns', uid: `${name}-uid` });
}

describe('DELETE of a collection', () => {
  it('[API-49] deletes one by one what the filter lets through', () => {
    const { server, add, takeEvents } = testServer();
    for (const name of ['a', 'b', 'c']) add(configMaps, name, name === 'b' ? HOLD : {});
    server.create(configMaps, 'other', manifest(configMaps, 'a'));
    takeEvents();
    const options = { propagationPolicy: 'Background' };
    const result = server.deleteCollection(
      configMaps,
      'ns',
      options,
      (o) => o.metadata.name !== 'c',
    );
    // As they were.
    expect(result).toMatchObject({
      ok: true,
      code: 200,
      items: [{ metadata: { name: 'a', resourceVersion: '1' } }, { metadata: { name: 'b' } }],
      resourceVersion: 4,
      warnings: [],
    });
    expect(takeEvents()).toEqual(['DELETED a', 'MODIFIED b']);
    expect(options).toEqual({ propagationPolicy: 'Background' });
    expect(server.list(configMaps).items.map((o) => o.metadata.name)).toEqual(['b', 'c', 'a']);
  });

  it('[API-49] ignores an object that another client removed meanwhile', () => {
    const { server, add, takeEvents } = testServer();
    const [, second] = ['a', 'b', 'c'].map((name) => add(configMaps, name));
    server.subscribe(({ type }) => {
      if (type === 'DELETED' && second) server.delete(second);
    });
    expect(server.deleteCollection(configMaps, 'ns').ok).toBe(true);
    expect(takeEvents().slice(3)).toEqual(['DELETED a', 'DELETED b', 'DELETED c']);
  });

  it('[API-49] goes by name, and answers in the version that was asked', () => {
    const { server, add, takeEvents } = testServer();
    for (const name of ['b', 'c', 'a', 'd']) add(cogs, name);
    takeEvents();
    const result = server.deleteCollection(cogs, 'ns');
    expect(takeEvents()).toEqual(['DELETED a', 'DELETED b', 'DELETED c', 'DELETED d']);
    const items = result.ok ? result.items : [];
    expect(new Set(items.map(({ apiVersion }) => apiVersion))).toEqual(
      new Set(['gc.example.com/v1']),
    );
  });

  it('[API-49] is not served for Namespaces', () => {
    const { server, add } = testServer();
    add(namespaces, 'n');
    expect(server.deleteCollection(namespaces, '')).toMatchObject({
      status: { code: 405, details: {} },
    });
  });

  it('[API-49] ends with the first refusal', () => {
    const { server, add, takeEvents } = testServer({
      admit: ({ target }) => (target.name === 'b' ? failureStatus('Forbidden', 'no') : undefined),
    });
    for (const name of ['b', 'c']) server.put([stored(configMaps, name)]);
    add(configMaps, 'a');
    takeEvents();
    const result = server.deleteCollection(configMaps, 'ns');
    expect(result).toMatchObject({ ok: false, status: { message: 'no' }, warnings: [] });
    expect(takeEvents()).toEqual(['DELETED a']);
  });

  it('[API-49] of a cluster-scoped kind finds its objects', () => {
    const { server, add, takeEvents } = testServer();
    const nodes = kind('v1', 'Node');
    add(nodes, 'n');
    expect(server.deleteCollection(nodes, '').ok).toBe(true);
    expect(takeEvents()).toEqual(['ADDED n', 'DELETED n']);
  });

  it('[API-30] of a kind that is not served is a 404, also with faulty options', () => {
    const { server } = testServer({ table: ResourceTable.builtIn() });
    const faulty = { propagationPolicy: 'x' };
    expect(server.deleteCollection(cogs, 'ns', faulty)).toMatchObject({ status: { code: 404 } });
  });

  it('[API-76] gives each warning once', () => {
    const { server, add } = testServer();
    const jobs = kind('batch/v1', 'Job');
    for (const name of ['a', 'b']) add(jobs, name);
    const result = server.deleteCollection(jobs, 'ns');
    expect(result.warnings).toEqual([
      expect.stringContaining('child pods are preserved by default'),
    ]);
    expect(server.deleteCollection(jobs, 'other').warnings).toHaveLength(1);
  });

  it('[API-49] answers with the first fault of the options, also for an empty one', () => {
    const { server } = testServer();
    const result = server.deleteCollection(configMaps, 'ns', { propagationPolicy: 'x' });
    expect(result).toMatchObject({ ok: false, status: { code: 422 } });
  });
});
