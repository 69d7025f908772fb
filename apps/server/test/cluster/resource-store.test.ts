import type { GraphChange, ObjectMeta } from '@gcscope/gc-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResourceStore } from '../../src/cluster/reflect/resource-store.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { Replay } from '../support/reflector-run.ts';

const RESOURCE = {
  group: 'apps',
  version: 'v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
  namespaced: true,
};

function meta(name: string, uid: string, version: number): ObjectMeta {
  return { name, namespace: 'shop', uid, resourceVersion: String(version) };
}

/** A whole list in one go. */
function replace(
  store: ResourceStore,
  ...list: Parameters<ResourceStore['replace']>
): GraphChange[] {
  return [...store.replace(...list)].flat();
}

describe('stores', () => {
  it('takes a long list slice by slice; a later one completes what was left off', () => {
    const store = new ResourceStore(RESOURCE);
    const list = Array.from({ length: 1200 }, (_, index) =>
      meta(`n${index}`, `u${index}`, index + 1),
    );
    const [first = []] = store.replace(list, '1200', false);
    expect([first.length, store.size]).toEqual([500, 500]);
    const later = replace(store, list.slice(1), '1200', false);
    const types = later.map(({ type }) => type);
    expect([types[0], types.filter((type) => type === 'ADDED').length]).toEqual(['DELETED', 700]);
    expect(store.size).toBe(1199);
  });

  it('[DM-01] names objects by the kind and version of their monitor', () => {
    const [change] = new ResourceStore(RESOURCE).apply('ADDED', meta('a', 'u1', 1));
    expect(change?.identity).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      namespace: 'shop',
      name: 'a',
      uid: 'u1',
    });
  });

  it('a list is one batch of differences, deletions first', () => {
    const store = new ResourceStore(RESOURCE);
    replace(store, [meta('a', 'u1', 1), meta('b', 'u2', 2), meta('c', 'u3', 3)], '3', false);
    const changes = replace(
      store,
      [meta('b', 'u2', 2), meta('c', 'u3', 5), meta('a', 'u4', 4)],
      '5',
      false,
    );
    expect(changes.map(({ type, identity }) => [type, identity.uid])).toEqual([
      ['DELETED', 'u1'],
      ['MODIFIED', 'u3'],
      ['ADDED', 'u4'],
    ]);
  });

  it('a consistent list is the truth even when it is older, as after a restored backup', () => {
    const store = new ResourceStore(RESOURCE);
    replace(store, [meta('a', 'u1', 90), meta('b', 'u2', 91)], '91', false);
    const changes = replace(store, [meta('a', 'u1', 40)], '50', true);
    expect(changes.map(({ type, meta: m }) => [type, m?.resourceVersion])).toEqual([
      ['DELETED', '91'],
      ['MODIFIED', '40'],
    ]);
    expect(store.apply('MODIFIED', meta('a', 'u1', 51))).toHaveLength(1);
  });

  it('renames every object when the kind is served in another version', () => {
    const store = new ResourceStore(RESOURCE);
    replace(store, [meta('a', 'u1', 1)], '1', false);
    const later = { ...RESOURCE, version: 'v2' };
    store.rename(later);
    expect([store.isOf(RESOURCE), store.isOf(later)]).toEqual([false, false]);
    const [change] = replace(store, [meta('a', 'u1', 1)], '1', false);
    expect(change).toMatchObject({ type: 'MODIFIED', identity: { apiVersion: 'apps/v2' } });
    expect(store.isOf(later)).toBe(true);
    expect(replace(store, [meta('a', 'u1', 1)], '1', false)).toEqual([]);
  });

  it('does not bring back what was deleted, however late, by an event or by the list of a server that is behind', () => {
    const store = new ResourceStore(RESOURCE);
    replace(store, [meta('a', 'u1', 5), meta('b', 'u2', 6)], '8', false);
    store.apply('DELETED', meta('a', 'u1', 9));
    store.observe('9');
    expect(store.apply('ADDED', meta('a', 'u1', 8))).toEqual([]);
    expect(replace(store, [meta('a', 'u1', 5), meta('b', 'u2', 6)], '8', false)).toEqual([]);
    expect(store.apply('MODIFIED', meta('c', 'u3', 10))).toHaveLength(1);
    replace(store, [], '12', true);
    expect(store.apply('ADDED', meta('c', 'u3', 11))).toEqual([]);
  });

  it('takes any different version for newer where versions are no numbers', () => {
    const store = new ResourceStore(RESOURCE);
    store.apply('ADDED', { name: 'a', uid: 'u1', resourceVersion: 'x-9' });
    expect(store.apply('MODIFIED', { name: 'a', uid: 'u1', resourceVersion: 'x-9' })).toEqual([]);
    expect(store.apply('MODIFIED', { name: 'a', uid: 'u1', resourceVersion: 'x-1' })).toHaveLength(
      1,
    );
  });

  it('an object takes the place of an older one of its name whose deletion was lost', () => {
    const store = new ResourceStore(RESOURCE);
    store.apply('ADDED', meta('a', 'old', 1));
    const changes = store.apply('ADDED', meta('a', 'new', 3));
    expect(changes.map(({ type, identity }) => [type, identity.uid])).toEqual([
      ['DELETED', 'old'],
      ['ADDED', 'new'],
    ]);
    expect(store.apply('ADDED', meta('a', 'older', 2))).toEqual([]);
    expect(store.size).toBe(1);
  });

  it('keeps apart a namespace and a name that hold slashes', () => {
    const store = new ResourceStore(RESOURCE);
    store.apply('ADDED', { namespace: 'a/b', name: 'c', uid: 'u1', resourceVersion: '1' });
    store.apply('ADDED', { namespace: 'a', name: 'b/c', uid: 'u2', resourceVersion: '2' });
    expect(store.find('a/b', 'c')?.uid).toBe('u1');
    expect(store.find('a', 'b/c')?.uid).toBe('u2');
  });

  it('what its changes amount to is always the store itself, whatever order events and lists come in', () => {
    const object = fc.record({
      name: fc.constantFrom('a', 'b', '__proto__'),
      uid: fc.constantFrom('1', '2', '3', '__proto__'),
      version: fc.integer({ min: 1, max: 30 }),
    });
    const event = fc.record({
      type: fc.constantFrom('ADDED' as const, 'MODIFIED' as const, 'DELETED' as const),
      object,
    });
    const list = fc.record({
      objects: fc.array(object, { maxLength: 4 }),
      version: fc.integer({ min: 1, max: 30 }),
      consistent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(event, list), { maxLength: 30 }), (steps) => {
        const store = new ResourceStore(RESOURCE);
        const replay = new Replay();
        const made = (o: { name: string; uid: string; version: number }): ObjectMeta =>
          meta(o.name, o.uid, o.version);
        for (const step of steps) {
          const changes =
            'type' in step
              ? store.apply(step.type, made(step.object))
              : replace(store, step.objects.map(made), String(step.version), step.consistent);
          for (const change of changes) replay.apply(change);
          expect(replay.objects.size).toBe(store.size);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
