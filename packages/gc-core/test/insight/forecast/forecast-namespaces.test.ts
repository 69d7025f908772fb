import { describe, expect, it } from 'vitest';
import type { DeletionFacts } from '../../../src/insight/deletion-facts.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import type { KindHealth } from '../../../src/wire/frames.ts';
import type { NamespaceCondition, NamespaceStatus } from '../../../src/wire/terminating.ts';
import { blocking, deleting, forecastIn, NOTHING } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';
const HELD: Partial<ObjectMeta> = { deletionTimestamp, finalizers: ['example.com/hold'] };
const held = 'example.com/hold API-35, terminating';
const ORPHAN = { policy: 'Orphan' } as const;
const NODE = clusterNode('n', [ownedBy('shop', { kind: 'Namespace' })]);

/** Namespace `shop` since it was deleted, `finalizers` in its metadata. */
function going(...finalizers: string[]): ObjectMeta {
  return { name: 'shop', namespace: '', deletionTimestamp, finalizers } as unknown as ObjectMeta;
}

function namespace(meta: Partial<ObjectMeta> = {}, name = 'shop'): ApiObject {
  return objectOf(name, { ...meta, namespace: '' }, { kind: 'Namespace' });
}

function status(
  finalizers: readonly string[],
  ...conditions: NamespaceCondition[]
): Partial<DeletionFacts> {
  const said: NamespaceStatus = { finalizers, conditions };
  return { namespaces: new Map([['shop', said]]) };
}

/** A group version that nobody answers for. */
const UNREAD: KindHealth = {
  group: 'metrics.example.com',
  version: 'v1',
  resource: '*',
  kind: '*',
  namespaced: false,
  state: 'backoff',
  objects: 0,
  since: deletionTimestamp,
};

describe('a Namespace in deletion', () => {
  it('[NS-05] [NS-17] with nothing left in its spec hears a DELETE, and leaves what is in it alone', () => {
    const objects = [namespace(going('foregroundDeletion')), objectOf('map'), NODE];
    expect(deleting(objects, 'shop', { facts: status([]), ...ORPHAN })).toEqual({
      ...NOTHING,
      deleted: ['shop OR-07'],
      orphaned: ['n OR-03'],
    });
  });

  it('[NS-02] otherwise hears none, also with nothing in it', () => {
    const objects = [namespace(going('example.com/hold')), NODE];
    const blocked = [`shop by finalizer ${held}`];
    const ignored = { ...NOTHING, blocked: ['n by object shop AD-17', ...blocked] };
    expect(deleting(objects, 'shop', { facts: status(['kubernetes']), ...ORPHAN })).toEqual(
      ignored,
    );
    // Not read: another finalizer holds it, so its controller may be done with it.
    const done = deleting(objects, 'shop', ORPHAN);
    expect(done).toEqual({ ...NOTHING, orphaned: ['n OR-03'], blocked });
  });

  it('[NS-01] without any finalizer it has one in its spec', () => {
    expect(deleting([namespace(going()), NODE], 'shop', ORPHAN)).toEqual({
      ...NOTHING,
      deleted: ['n AD-17', 'shop NS-14'],
    });
  });

  it('[NS-01] waits for another finalizer in its spec', () => {
    const facts = status(['kubernetes', 'example.com/other']);
    expect(deleting([namespace(going()), objectOf('map', HELD)], 'shop', { facts })).toMatchObject({
      blocked: [`map by finalizer ${held}`, 'shop by object map NS-08, terminating'],
    });
    expect(deleting([namespace(going()), NODE], 'shop', { facts })).toEqual({
      ...NOTHING,
      blocked: ['n by object shop AD-17', 'shop by finalizer example.com/other NS-01, terminating'],
    });
  });

  it('[NS-06] is not finished while an API group cannot be discovered, as its conditions say', () => {
    const failure = { type: 'NamespaceDeletionDiscoveryFailure', status: 'True' };
    const blocked = ['n by object shop AD-17', 'shop by finalizer kubernetes NS-06, terminating'];
    const objects = [namespace(going()), NODE];
    const failed = status(['kubernetes'], failure);
    expect(deleting(objects, 'shop', { facts: failed })).toEqual({ ...NOTHING, blocked });
    const changed = { kinds: [UNREAD] };
    const well = status(['kubernetes'], { ...failure, status: 'False' });
    expect(deleting(objects, 'shop', { facts: well, changed }).blocked).toEqual([]);
    // Nobody has asked its controller yet.
    const live = [namespace(), objectOf('map'), NODE];
    expect(deleting(live, 'shop', { changed })).toEqual({
      ...NOTHING,
      deleted: ['map NS-08'],
      blocked,
    });
    const synced = { ...UNREAD, state: 'synced' as const };
    expect(deleting(live, 'shop', { changed: { kinds: [synced] } }).blocked).toEqual([]);
  });

  it('[NS-08] keeps what could not be deleted', () => {
    const failure = { type: 'NamespaceDeletionContentFailure', status: 'True' };
    const objects = [namespace(going()), objectOf('map')];
    expect(deleting(objects, 'shop', { facts: status(['kubernetes'], failure) })).toEqual({
      ...NOTHING,
      blocked: ['shop by object map NS-08, terminating'],
    });
  });

  it('[NS-14] goes, with what it owns, when the last object in it does', () => {
    const objects = [namespace(going()), objectOf('last'), NODE];
    expect(deleting(objects, 'last')).toEqual({
      ...NOTHING,
      deleted: ['last API-38', 'n AD-17', 'shop NS-14'],
    });
    expect(deleting([...objects, objectOf('held', HELD)], 'last')).toEqual({
      ...NOTHING,
      deleted: ['last API-38'],
    });
    const elsewhere = objectOf('elsewhere', { namespace: 'far' });
    expect(deleting([...objects, elsewhere], 'elsewhere').deleted).toEqual(['elsewhere API-38']);
  });

  it('[NS-07] goes on with all the rest when its last Pod goes', () => {
    const objects = [namespace(going()), objectOf('pod', HELD, { kind: 'Pod' }), objectOf('map')];
    expect(deleting([...objects, NODE], 'pod')).toEqual({
      ...NOTHING,
      blocked: [
        'map by object pod NS-07',
        'n by object shop AD-17',
        `pod by finalizer ${held}`,
        'shop by object pod NS-07, terminating',
      ],
    });
    expect(deleting(objects, 'map')).toEqual({ ...NOTHING, deleted: ['map API-38'] });
  });

  it('[NS-09] holds nothing that waits for dependents: what was asked of it in the foreground goes', () => {
    const ownerReferences = [blocking('owner')];
    const child = objectOf('child', { ...HELD, ownerReferences });
    const finalizers = ['foregroundDeletion'];
    const owner = objectOf('owner', { deletionTimestamp, finalizers });
    expect(deleting([namespace(going()), owner, child, objectOf('map')], 'map')).toEqual({
      ...NOTHING,
      deleted: ['map API-38', 'owner NS-08'],
    });
  });

  it('[FG-02] still waits for what is in it when its dependents are gone', () => {
    const n = clusterNode('n', [blocking('shop', { kind: 'Namespace' })]);
    const objects = [namespace(going('foregroundDeletion')), objectOf('map', HELD), n];
    expect(deleting(objects, 'n')).toEqual({ ...NOTHING, deleted: ['n API-38'] });
  });

  it('[PG-06] takes no object along that was never seen', () => {
    const child = objectOf('child', { ownerReferences: [ownedBy('nobody')] });
    const objects = [namespace(), child];
    expect(deleting(objects, 'shop', { release: 'v1.4' }).deleted).toEqual([
      'child NS-08',
      'shop NS-14',
    ]);
  });
});

describe('a Namespace that the collector deletes', () => {
  it('[NS-08] takes along what is in it', () => {
    const owned = namespace({ ownerReferences: [ownedBy('n', { kind: 'Node' })] });
    expect(deleting([clusterNode('n'), owned, objectOf('map')], 'n')).toEqual({
      ...NOTHING,
      deleted: ['map NS-08', 'n API-38', 'shop AD-17'],
    });
  });
});

describe('a protected Namespace', () => {
  it('[NS-03] is not deleted, and neither is its content', () => {
    const n = clusterNode('n');
    const own = { uid: 'shop-uid', ownerReferences: [ownedBy('n', { kind: 'Node' })] };
    const objects = [n, namespace(own, 'default'), objectOf('map', { namespace: 'default' })];
    const [described] = forecastIn('v1.36', objects, ['shop']).policies;
    const refused = [{ object: { name: 'default' }, rule: 'NS-03' }];
    expect(described).toMatchObject({ ...NOTHING, refused });
    const [byOwner] = forecastIn('v1.36', objects, ['n']).policies;
    expect(byOwner).toMatchObject({ deleted: [{ object: { name: 'n' } }], refused });
    expect(forecastIn('v1.36', objects, ['map']).policies[0]?.refused).toBeUndefined();
  });
});
