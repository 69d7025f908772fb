import { describe, expect, it } from 'vitest';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { cogs, kind, manifest, objectOf, testServer } from './test-server.ts';

describe('versions of one kind', () => {
  const other = kind('gc.example.com/v2', 'Cog');

  it('[MO-01] share their objects, each answer in the version that was asked for', () => {
    const { server, add, events } = testServer();
    const target = add(cogs, 'c');
    expect(objectOf(server.get(target)).apiVersion).toBe('gc.example.com/v1');
    expect(objectOf(server.get({ ...target, resource: other })).apiVersion).toBe(
      'gc.example.com/v2',
    );
    expect(server.list(cogs, 'ns').items[0]?.apiVersion).toBe('gc.example.com/v1');
    expect(events[0]?.object.apiVersion, 'the preferred one').toBe('gc.example.com/v2');
  });

  it('[API-39] do not make a change by themselves', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(cogs, 'c', {}, { spec: { a: 1 } });
    const body = manifest(other, 'c', { resourceVersion: '1' }, { spec: { a: 1 } });
    expect(server.update({ ...target, resource: other }, body).ok).toBe(true);
    expect(takeEvents()).toEqual(['ADDED c']);
  });

  it('[MO-01] keep their objects when the preferred one is no longer served', () => {
    const { server, add, events } = testServer();
    const target = add(cogs, 'c');
    server.table = ResourceTable.builtIn([cogs]);
    expect(objectOf(server.get(target)).apiVersion).toBe('gc.example.com/v1');
    expect([...server.all()].map((o) => o.apiVersion)).toEqual(['gc.example.com/v1']);
    server.patch(target, 'merge', { spec: { a: 1 } });
    expect(events.at(-1)?.object).toMatchObject({
      apiVersion: 'gc.example.com/v1',
      metadata: { generation: 2 },
    });
  });
});
