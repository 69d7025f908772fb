import { describe, expect, it } from 'vitest';
import { configMaps, manifest, namespaces, pods, testServer } from './test-server.ts';

describe('storage', () => {
  it('[API-70] delivers every event to every listener in order, also when a listener makes the next change', () => {
    const { server, add } = testServer();
    const seen: string[] = [];
    server.subscribe(({ type, object }) => {
      if (type !== 'ADDED') return;
      server.delete({ resource: configMaps, namespace: 'ns', name: object.metadata.name });
    });
    const stop = server.subscribe((event) =>
      seen.push(`${event.type} ${event.object.metadata.resourceVersion}`),
    );
    add(configMaps, 'a');
    expect(seen).toEqual(['ADDED 1', 'DELETED 2']);
    stop();
    add(configMaps, 'b');
    expect(seen).toHaveLength(2);
  });

  it('[API-37] tolerates that a listener removed the object first', () => {
    const { server, add, takeEvents } = testServer();
    const target = add(pods, 'p');
    server.subscribe(({ type }) => {
      if (type === 'MODIFIED') server.delete(target);
    });
    expect(server.delete(target)).toMatchObject({ ok: true });
    expect(takeEvents()).toEqual(['ADDED p', 'MODIFIED p', 'DELETED p']);
  });

  it('[API-05] goes on from the newest resourceVersion that was put', () => {
    const { server, add, read, events } = testServer();
    server.put([
      manifest(configMaps, 'x', { namespace: 'ns', uid: 'x', resourceVersion: '500' }),
      manifest(namespaces, 'ns', { uid: 'n' }),
    ]);
    expect(events).toEqual([]);
    expect(
      read({ resource: namespaces, namespace: '', name: 'ns' })?.metadata.resourceVersion,
    ).toBe('501');
    expect(read(add(configMaps, 'c'))?.metadata.resourceVersion).toBe('502');
    expect(server.resourceVersion).toBe(502);
    server.remove([{ resource: configMaps, namespace: 'ns', name: 'x' }]);
    expect([...server.all()].map((o) => o.metadata.name)).toEqual(['ns', 'c']);
    expect(events).toHaveLength(1);
  });

  it('[API-49] lists in creation order, which a change does not alter', () => {
    const { server, add } = testServer();
    const targets = ['b', 'a', 'c'].map((name) => add(configMaps, name));
    add(pods, 'p');
    for (const target of targets) server.patch(target, 'merge', { data: { k: 'v' } });
    server.put([manifest(configMaps, 'a', { namespace: 'ns', uid: 'other' })]);
    expect(server.list(configMaps).items.map((o) => o.metadata.name)).toEqual(['b', 'a', 'c']);
    expect([...server.all()].map((o) => o.metadata.name)).toEqual(['b', 'a', 'c', 'p']);
  });

  it('[API-62] keeps no hold on what a caller may still change', () => {
    const { add, read } = testServer();
    const data = { k: ['v'] };
    const target = add(configMaps, 'c', {}, { data });
    data.k.push('w');
    expect(read(target)?.data).toEqual({ k: ['v'] });
    expect(() => Object.assign(read(target)?.data as object, { k: 1 })).toThrow(TypeError);
  });
});
