import { describe, expect, it } from 'vitest';
import { generatedName } from '../../src/apiserver/name-source.ts';
import {
  cogs,
  configMaps,
  manifest,
  namespaces,
  objectOf,
  pods,
  targetOf,
  testServer,
} from './test-server.ts';

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

  it('[API-37] [API-61] tolerates that a listener removed the object first', () => {
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
    expect(read(targetOf(namespaces, 'ns'))?.metadata.resourceVersion).toBe('501');
    expect(read(add(configMaps, 'c'))?.metadata.resourceVersion).toBe('502');
    expect(server.resourceVersion).toBe(502);
    server.remove([targetOf(configMaps, 'x')]);
    expect([...server.all()].map((o) => o.metadata.name)).toEqual(['ns', 'c']);
    expect(events).toHaveLength(1);
  });

  it('[API-05] [MO-01] an older version that is put, or one that is no number, does not turn the counter back', () => {
    const { server, add, read } = testServer();
    const put = (name: string, resourceVersion: string): void =>
      server.put([manifest(configMaps, name, { namespace: 'ns', uid: name, resourceVersion })]);
    put('new', '500');
    put('old', '7');
    put('odd', 'x');
    expect(server.resourceVersion).toBe(500);
    expect(read(add(configMaps, 'next'))?.metadata.resourceVersion).toBe('501');
  });

  it('[API-70] goes on delivering after a listener that threw', () => {
    const { server, add, takeEvents } = testServer();
    const stop = server.subscribe(() => {
      throw new Error('not now');
    });
    expect(() => add(configMaps, 'a')).toThrow('not now');
    stop();
    add(configMaps, 'b');
    expect(takeEvents()).toContain('ADDED b');
  });

  it('[API-48] a generated name that is taken already is passed over', () => {
    const { server } = testServer();
    const taken = generatedName('web-', 1);
    server.put([manifest(configMaps, taken, { namespace: 'ns', uid: 'u' })]);
    const body = { ...manifest(configMaps, ''), metadata: { generateName: 'web-' } };
    const { name } = objectOf(server.create(configMaps, 'ns', body)).metadata;
    expect(name).toBe(generatedName('web-', 2));
  });

  it('[API-48] a name of its own counts, whatever is to be generated', () => {
    const { server } = testServer();
    const body = manifest(configMaps, 'mine', { generateName: 'web-' });
    expect(objectOf(server.create(configMaps, 'ns', body)).metadata.name).toBe('mine');
  });

  it('[NS-15] an object that bears the name of a namespace that was never stored is none', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'free');
    server.delete(target);
    expect(server.create(configMaps, 'free', manifest(configMaps, 'c')).ok).toBe(true);
  });

  it('[MO-01] a kind that the table does not know cannot be put', () => {
    const { server } = testServer();
    const unknown = { ...manifest(configMaps, 'x', { uid: 'x' }), apiVersion: 'no/v1' };
    expect(() => server.put([unknown])).toThrow('the resource table does not know no/v1 ConfigMap');
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
    const spec = { k: ['v'] };
    const target = add(cogs, 'c', {}, { spec });
    spec.k.push('w');
    expect(read(target)?.spec).toEqual({ k: ['v'] });
    expect(() => Object.assign(read(target)?.spec as object, { k: 1 })).toThrow(TypeError);
  });
});
