import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { NAMESPACE_CONTROLLER } from '../../src/simulation/namespace-controller.ts';
import { apiService, HELD, home, object, running, START, World } from './namespace-world.ts';

const GOOD = {
  discovery:
    'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered: All resources successfully discovered',
  parsed:
    'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions: All legacy kube types successfully parsed',
  deleted:
    'NamespaceDeletionContentFailure=False ContentDeleted: All content successfully deleted, may be waiting on finalization',
  removed: 'NamespaceContentRemaining=False ContentRemoved: All content successfully removed',
  finalized:
    'NamespaceFinalizersRemaining=False ContentHasNoFinalizers: All content-preserving finalizers finished',
};

describe('the namespace controller', () => {
  it('[NS-04] acts five seconds after the DELETE, not before, and on no other Namespace', () => {
    const world = new World([home(), object('ConfigMap', 'c')]);
    expect(world.wait(60_000)).toEqual([]);
    world.delete('v1', 'Namespace', 'a');
    world.wait(4_999);
    expect(world.at('v1', 'ConfigMap', 'c')).toBeDefined();
    expect(world.wait(1)).toEqual([65_000]);
    expect([...world.server.all()]).toEqual([]);
  });

  it('[NS-04] finds the Namespaces that are being deleted when it starts', () => {
    const deleted = { name: 'a', uid: 'ns-a', deletionTimestamp: '2026-11-21T11:00:00Z' };
    const world = new World([home({ metadata: deleted }), object('ConfigMap', 'c')]);
    expect(world.wait(5_000)).toEqual([5_000]);
    expect([...world.server.all()]).toEqual([]);
  });

  it('[NS-05] does nothing for one that is gone, or that nothing but its metadata holds', () => {
    const world = new World([home({ metadata: { name: 'a', uid: 'ns-a', ...HELD } })]);
    world.deleteHome();
    expect(world.namespace?.spec).toEqual({});
    const late = object('ConfigMap', 'late');
    world.server.put([late]);
    world.patch('v1', 'Namespace', 'a', { metadata: { labels: { a: 'b' } } });
    expect(world.wait(600_000).length).toBeGreaterThan(0);
    expect(world.at('v1', 'ConfigMap', 'late')).toBeDefined();
    world.patch('v1', 'Namespace', 'a', { metadata: { finalizers: null } });
    expect(world.namespace).toBeUndefined();
    expect(world.wait(600_000)).toEqual([]);
  });

  it('[NS-07] touches nothing else while a Pod is left, whatever holds it', () => {
    const world = new World([
      home(),
      running('on-node', { terminationGracePeriodSeconds: 20 }),
      object('Pod', 'pending'),
      object('ConfigMap', 'c'),
    ]);
    world.delete('v1', 'Namespace', 'a');
    // Its own status update brings the second pass before 20 / 2 + 1 seconds are over.
    expect(world.wait(12_000)).toEqual([5_000, 10_000]);
    expect(world.at('v1', 'Pod', 'pending')).toBeUndefined();
    expect(world.at('v1', 'Pod', 'on-node')?.metadata.deletionGracePeriodSeconds).toBe(20);
    expect(world.at('v1', 'ConfigMap', 'c')).toBeDefined();
    expect(world.passes.map(({ rule }) => rule)).toEqual(['NS-07', 'NS-07']);
    world.delete('v1', 'Pod', 'on-node', 0);
    expect(world.wait(20_000)).toEqual([21_000]);
    expect([...world.server.all()]).toEqual([]);
  });

  it('[NS-07] [NS-11] before 1.33 everything goes at once, and Pods are counted with the rest', () => {
    const objects = [home(), running('p'), object('ConfigMap', 'c'), object('Secret', 's', HELD)];
    const world = new World(objects, { release: RELEASES['v1.28'] });
    world.deleteHome();
    expect(world.at('v1', 'ConfigMap', 'c')).toBeUndefined();
    expect(world.conditions()[3]?.text).toBe(
      'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances, secrets. has 1 resource instances',
    );
    expect(world.passes[0]?.rule).toBe('NS-13');
  });

  it('[NS-08] goes on with the others when one resource cannot be deleted', () => {
    const others = [object('ConfigMap', 'c'), object('ServiceAccount', 'sa')];
    const world = new World([home(), object('Secret', 's'), ...others], {
      authorize: ({ user, verb, resource }) =>
        !(user === NAMESPACE_CONTROLLER && verb === 'deletecollection' && resource === 'secrets'),
    });
    world.deleteHome();
    expect(world.at('v1', 'ConfigMap', 'c')).toBeUndefined();
    expect(world.at('v1', 'ServiceAccount', 'sa'), 'of a resource behind it').toBeUndefined();
    expect(world.at('v1', 'Secret', 's')).toBeDefined();
    const refusal = `secrets is forbidden: User "${NAMESPACE_CONTROLLER}" cannot deletecollection resource "secrets" in API group "" in the namespace "a"`;
    expect(world.conditions().map(({ text }) => text)).toEqual([
      GOOD.discovery,
      GOOD.parsed,
      `NamespaceDeletionContentFailure=True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: ${refusal}`,
      GOOD.removed,
      GOOD.finalized,
    ]);
  });

  it('[NS-10] waits for the longest grace of the Pods that run, until that is over', () => {
    const world = new World([
      home(),
      running('long', { terminationGracePeriodSeconds: 40 }),
      running('short', { terminationGracePeriodSeconds: 7 }),
      object('Pod', 'done', {}, { status: { phase: 'Failed' }, spec: { nodeName: 'n' } }),
    ]);
    world.delete('v1', 'Namespace', 'a');
    // 5 s after the DELETE, 5 s after its status update, then every 40 / 2 + 1 s as long as the grace runs.
    expect(world.wait(40_000)).toEqual([5_000, 10_000, 31_000]);
    const failure = 'unexpected items still remain in namespace: a for gvr: /v1, Resource=pods';
    const after = world.wait(13_000);
    expect(after.slice(0, 2), 'an error is tried again at once').toEqual([52_000, 52_005]);
    expect(world.conditions()[2]?.text).toBe(
      `NamespaceDeletionContentFailure=True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: ${failure}`,
    );
  });

  it('[NS-10] gives a Pod that does not say 30 seconds, and what has a finalizer 15', () => {
    const pod = new World([home(), running('p')]);
    expect(pod.deleteHome(27_000)).toEqual([5_000, 10_000, 26_000]);
    const held = new World([home(), object('ConfigMap', 'c', HELD)]);
    expect(held.deleteHome(27_000)).toEqual([5_000, 10_000, 18_000, 26_000]);
  });

  it('[NS-10] waits for the grace of a Pod before its finalizer counts', () => {
    const spec = { nodeName: 'n', terminationGracePeriodSeconds: 12 };
    const world = new World([home(), object('Pod', 'p', HELD, { spec })]);
    world.delete('v1', 'Namespace', 'a');
    // 12 / 2 + 1 s after the second pass, then 15 / 2 + 1 s.
    expect(world.wait(25_000)).toEqual([5_000, 10_000, 17_000, 25_000]);
  });

  it.each(['Failed', 'Succeeded'])('[NS-10] gives nothing to a Pod that has %s', (phase) => {
    const spec = { nodeName: 'n', terminationGracePeriodSeconds: 100 };
    const world = new World([home(), object('Pod', 'p', HELD, { spec, status: { phase } })]);
    expect(world.deleteHome(20_000)).toEqual([5_000, 10_000, 18_000]);
  });

  it('[NS-11] [NS-12] says that all content is removed while Pods keep it all', () => {
    const world = new World([home(), running('p'), object('ConfigMap', 'c', HELD)]);
    world.deleteHome();
    expect(world.conditions().map(({ text }) => text)).toEqual(Object.values(GOOD));
  });

  it('[NS-12] names what is left and what holds it; a time moves on with its status only', () => {
    const two = { finalizers: ['example.com/hold', 'a.b/c'] };
    const secret = object('Secret', 's', two);
    const world = new World([
      home(),
      object('ConfigMap', 'c', HELD),
      secret,
      object('Secret', 't'),
    ]);
    world.deleteHome();
    const first = world.conditions();
    expect(first.map(({ text }) => text)).toEqual([
      GOOD.discovery,
      GOOD.parsed,
      GOOD.deleted,
      'NamespaceContentRemaining=True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, secrets. has 1 resource instances',
      'NamespaceFinalizersRemaining=True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances, example.com/hold in 2 resource instances',
    ]);
    world.patch('v1', 'Secret', 's', { metadata: { finalizers: ['a.b/c'] } });
    world.wait(10_000);
    const second = world.conditions();
    expect(second[4]?.text).toContain('a.b/c in 1 resource instances, example.com/hold in 1');
    expect(second.map(({ at }) => at)).toEqual(first.map(({ at }) => at));
    world.patch('v1', 'Secret', 's', { metadata: { finalizers: null } });
    world.patch('v1', 'ConfigMap', 'c', { metadata: { finalizers: null } });
    world.wait(10_000);
    expect(world.namespace).toBeUndefined();
  });

  it('[NS-13] comes again after half the estimate and a second while content is held', () => {
    const world = new World([home(), object('ConfigMap', 'c', HELD)]);
    world.deleteHome();
    // The second pass follows the status update; after it only the estimate of 15 s counts.
    expect(world.wait(25_000)).toEqual([10_000, 18_000, 26_000]);
    expect(world.passes.at(-1)).toMatchObject({ rule: 'NS-13', subject: { name: 'a' } });
    const last = world.passes.at(-1)?.requests.map(({ method }) => method);
    expect(last, 'unchanged conditions are not written').toEqual(['DELETE']);
  });

  it('[NS-06] [NS-13] cannot finish while a group cannot be read, and tries again and again', () => {
    const broken = apiService('metrics.gc.example.com', false);
    const world = new World([home(), object('ConfigMap', 'free'), broken]);
    const times = world.deleteHome(5_200);
    expect(world.at('v1', 'ConfigMap', 'free')).toBeUndefined();
    expect(world.conditions()[0]?.text).toBe(
      'NamespaceDeletionDiscoveryFailure=True DiscoveryFailed: Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.gc.example.com/v1beta1: stale GroupVersion discovery: metrics.gc.example.com/v1beta1',
    );
    expect(times).toEqual([5_000, 5_005, 5_015, 5_035, 5_075, 5_155]);
    const late = world.wait(600_000).slice(-2);
    expect((late[1] ?? 0) - (late[0] ?? 0), 'at most a minute').toBe(60_000);
    world.delete(broken.apiVersion, broken.kind, broken.metadata.name);
    world.wait(60_000);
    expect(world.namespace).toBeUndefined();

    world.server.put([home(), broken]);
    const [first = 0, ...again] = world.deleteHome(5_020);
    expect(
      again.map((at) => at - first),
      'all is forgotten',
    ).toEqual([5, 15]);
  });

  it('[NS-06] passes over what is in such a group, and minds no other APIService', () => {
    const thing = { group: 'things.example.com', version: 'v1beta1', kind: 'Thing' };
    const table = ResourceTable.builtIn([{ ...thing, resource: 'things', namespaced: true }]);
    const stuck = { ...object('Thing', 't'), apiVersion: 'things.example.com/v1beta1' };
    const broken = apiService('things.example.com', false);
    const world = new World([home(), stuck, broken, apiService('b.example.com', true)], { table });
    world.deleteHome();
    expect(world.at(stuck.apiVersion, 'Thing', 't')).toBeDefined();
    expect(world.conditions()[0]?.text).toContain('Discovery failed for some groups, 1 failing: ');
    world.patch(broken.apiVersion, broken.kind, broken.metadata.name, {
      spec: { group: 'nobody.example.com' },
    });
    world.wait(60_000);
    expect(world.at(stuck.apiVersion, 'Thing', 't'), 'now it can be read').toBeUndefined();
  });

  it('[NS-14] finalizes after the conflict that its own status update makes, and deletes nothing', () => {
    const world = new World([home(), object('ConfigMap', 'c')]);
    const types: string[] = [];
    world.server.subscribe((event) => types.push(`${event.type} ${event.object.kind}`));
    world.deleteHome();
    expect(types).toEqual([
      'MODIFIED Namespace',
      'DELETED ConfigMap',
      'MODIFIED Namespace',
      'DELETED Namespace',
    ]);
    const [pass] = world.passes;
    expect(pass?.rule).toBe('NS-14');
    expect(pass?.requests.map(({ method, path, code }) => `${method} ${path} ${code}`)).toEqual([
      'DELETE /api/v1/namespaces/a/configmaps 200',
      'PUT /api/v1/namespaces/a/status 200',
      'PUT /api/v1/namespaces/a/finalize 409',
      'PUT /api/v1/namespaces/a/finalize 200',
    ]);
  });

  it('[NS-14] leaves other finalizers of the spec alone', () => {
    const world = new World([home({ spec: { finalizers: ['kubernetes', 'example.com/x'] } })]);
    world.deleteHome();
    expect(world.namespace?.spec).toEqual({ finalizers: ['example.com/x'] });
  });

  it('[NS-13] knows when another pass could change something', () => {
    const world = new World([home(), object('ConfigMap', 'c', HELD)]);
    world.delete('v1', 'Namespace', 'a');
    expect(world.controller.nextUsefulDue()).toBe(START + 5_000);
    world.wait(5_000);
    expect(world.controller.nextUsefulDue()).toBe(START + 10_000);
    world.wait(5_000);
    expect(world.controller.nextUsefulDue(), 'that one changed nothing').toBeUndefined();
    expect(world.controller.nextDue()).toBe(START + 18_000);
    const resource = world.server.table.forKind('v1', 'ConfigMap');
    if (resource) world.server.remove([{ resource, namespace: 'a', name: 'c' }]);
    expect(world.controller.nextUsefulDue()).toBe(START + 18_000);
  });
});
