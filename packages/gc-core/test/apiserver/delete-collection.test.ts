import { describe, expect, it } from 'vitest';
import { configMaps, manifest, statusOf, testServer } from './test-server.ts';

const HOLD = { finalizers: ['example.com/hold'] };

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
    expect(statusOf(result)).toMatchObject({ status: 'Success', details: { kind: 'configmaps' } });
    expect(takeEvents()).toEqual(['DELETED a', 'MODIFIED b']);
    expect(options).toEqual({ propagationPolicy: 'Background' });
    expect(server.list(configMaps).items.map((o) => o.metadata.name)).toEqual(['b', 'c', 'a']);
  });

  it('[API-49] ignores what somebody else removed meanwhile', () => {
    const { server, add, takeEvents } = testServer();
    const [, second] = ['a', 'b', 'c'].map((name) => add(configMaps, name));
    server.subscribe(({ type }) => {
      if (type === 'DELETED' && second) server.delete(second);
    });
    expect(server.deleteCollection(configMaps, 'ns').ok).toBe(true);
    expect(takeEvents().slice(3)).toEqual(['DELETED a', 'DELETED b', 'DELETED c']);
  });

  it('[API-49] answers with the first fault of the options, also for an empty one', () => {
    const { server } = testServer();
    const result = server.deleteCollection(configMaps, 'ns', { propagationPolicy: 'x' });
    expect(statusOf(result)).toMatchObject({ code: 422 });
  });
});
