import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiResult } from '../../src/apiserver/api-result.ts';
import type { AccessQuestion } from '../../src/apiserver/authorizer.ts';
import { ownerReferencesPermissionEnforcement } from '../../src/apiserver/owner-references-permission.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  configMaps,
  manifest,
  pods,
  statusOf,
  type TestServer,
  testServer,
} from './test-server.ts';

const DEV = { user: 'dev' };
const reference = (fields: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'owner',
  uid: 'o',
  ...fields,
});
const blocking = (fields: Partial<OwnerReference> = {}): OwnerReference =>
  reference({ blockOwnerDeletion: true, ...fields });

/** `verb group/version/resource/subresource namespace/name`, as the plugin asks. */
function line(question: AccessQuestion): string {
  const { verb, group, version, resource, subresource, namespace, name } = question;
  return `${verb} ${group}/${version}/${resource}/${subresource} ${namespace}/${name}`;
}

/** A server with the plugin, where `dev` may do all but what `cannot` fits; `asked` are the plugin's questions. */
function guarded(cannot: RegExp, table?: ResourceTable): TestServer & { asked: string[] } {
  const asked: string[] = [];
  const world = testServer({
    ...(table ? { table } : {}),
    admit: (request) =>
      ownerReferencesPermissionEnforcement(
        () => world.server.table,
        (question) => {
          asked.push(line(question));
          return !cannot.test(line(question));
        },
      )(request),
  });
  return Object.assign(world, { asked });
}

function create(world: TestServer, ownerReferences: readonly OwnerReference[]): ApiResult {
  return world.server.create(pods, 'ns', manifest(pods, 'p', { ownerReferences }), DEV);
}

function refer(
  world: TestServer,
  target: RequestTarget,
  ownerReferences: readonly OwnerReference[] | null,
): ApiResult {
  return world.server.patch(target, 'merge', { metadata: { ownerReferences } }, DEV);
}

const CANNOT_FINALIZE =
  'pods "p" is forbidden: to block its owner Thing owner, ' +
  "you must be allowed to update the owner's finalizers";

describe('OwnerReferencesPermissionEnforcement', () => {
  it('[AM-01] is not there unless it is asked for, and does not look at DELETE', () => {
    const { server, add } = testServer({ authorize: ({ verb }) => verb !== 'update' });
    const body = manifest(pods, 'p', { ownerReferences: [blocking()] });
    expect(server.create(pods, 'ns', body, DEV).ok).toBe(true);
    const world = guarded(/./);
    const target = world.add(pods, 'q', { ownerReferences: [blocking()] });
    expect(world.server.delete(target, {}, DEV).ok).toBe(true);
    expect(world.asked).toEqual([]);
    expect(add(pods, 'r')).toBeDefined();
  });

  it('[AM-02] passes over the status of Pods', () => {
    const world = guarded(/./);
    const target = { ...world.add(pods, 'p'), subresource: 'status' };
    const admit = ownerReferencesPermissionEnforcement(
      () => world.server.table,
      () => false,
    );
    const object = manifest(pods, 'p', { ownerReferences: [blocking()] });
    const request = {
      operation: 'UPDATE',
      object,
      oldObject: manifest(pods, 'p'),
      ...DEV,
    } as const;
    expect(admit({ ...request, target })).toBeUndefined();
    expect(admit({ ...request, target: { ...target, subresource: 'other' } })).toBeDefined();
    expect(admit({ ...request, target: { ...target, resource: configMaps } })).toBeDefined();
  });

  it('[AM-03] passes over what keeps its references, and what is created without', () => {
    const world = guarded(/./);
    expect(create(world, []).ok).toBe(true);
    const target = world.add(pods, 'q', { ownerReferences: [blocking(), reference({ uid: 'p' })] });
    const same = [{ ...blocking() }, reference({ uid: 'p' })];
    expect(refer(world, target, same).ok).toBe(true);
    expect(world.server.patch(target, 'merge', { metadata: { labels: { a: 'b' } } }, DEV).ok).toBe(
      true,
    );
    expect(world.asked).toEqual([]);
    const swapped = refer(world, target, same.toReversed());
    expect(swapped.ok, 'another order is a change').toBe(false);
    expect(refer(world, target, null).ok, 'so is to take them away').toBe(false);
    const unsaid = [{ ...blocking() }, reference({ uid: 'p', blockOwnerDeletion: false })];
    expect(refer(world, target, unsaid).ok, 'and to say what was left out').toBe(false);
  });

  it('[AM-05] does not count: one that blocked before', () => {
    const world = guarded(/finalizers/);
    const target = world.add(pods, 'p', { ownerReferences: [blocking()] });
    expect(refer(world, target, [blocking({ controller: true })]).ok).toBe(true);
    expect(world.asked).toEqual(['delete /v1/pods/ ns/p']);
  });

  it('[AM-06] a user who may change all finalizers passes for any owner', () => {
    const world = guarded(/^never/);
    expect(create(world, [blocking({ apiVersion: 'no.such/v1', kind: 'Thing' })]).ok).toBe(true);
    expect(world.asked).toEqual(['update */*/*/finalizers /*']);
  });

  it('[AM-08] asks for every mapping of the kind in its version', () => {
    const thing = { group: 'example.com', version: 'v1', kind: 'Thing', namespaced: true };
    const table = ResourceTable.builtIn([
      { ...thing, version: 'v2', resource: 'things' },
      { ...thing, resource: 'things' },
      { ...thing, resource: 'thingies' },
    ]);
    const world = guarded(/\*|thingies/, table);
    const owner = blocking({ apiVersion: 'example.com/v1', kind: 'Thing' });
    expect(statusOf(create(world, [owner])).message).toBe(CANNOT_FINALIZE);
    expect(world.asked.slice(1)).toEqual([
      'update example.com/v1/things/finalizers ns/owner',
      'update example.com/v1/thingies/finalizers ns/owner',
    ]);
  });

  it('[AM-02] [AM-06] takes no other group for the core one', () => {
    const other = { group: 'x.example.com', version: 'v1', namespaced: true, custom: true };
    const otherPods = { ...other, kind: 'Pod', resource: 'pods' };
    const table = ResourceTable.builtIn([
      otherPods,
      { ...other, kind: 'ConfigMap', resource: 'configmaps' },
    ]);
    const world = guarded(/\*|x\.example\.com/, table);
    expect(create(world, [blocking()])).toMatchObject({ ok: true });
    const admit = ownerReferencesPermissionEnforcement(
      () => table,
      () => false,
    );
    const object = manifest(otherPods, 'p', { ownerReferences: [reference()] });
    const target = { resource: otherPods, namespace: 'ns', name: 'p', subresource: 'status' };
    expect(admit({ operation: 'UPDATE', user: 'dev', target, object })?.code).toBe(403);
  });
});
