import fc from 'fast-check';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

/** Kinds of the random worlds: namespaced and cluster-scoped, built-in and custom. */
const KINDS = [
  { apiVersion: 'v1', kind: 'ConfigMap', namespaced: true },
  { apiVersion: 'v1', kind: 'Secret', namespaced: true },
  { apiVersion: 'v1', kind: 'Pod', namespaced: true },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', namespaced: true },
  { apiVersion: 'example.com/v1', kind: 'Widget', namespaced: true },
  { apiVersion: 'v1', kind: 'Node', namespaced: false },
] as const;

/** The table that serves them. `example.com/v1/Gone` is named by references, but not served. */
export const worldTable: ResourceTable = ResourceTable.builtIn([
  {
    group: 'example.com',
    version: 'v1',
    resource: 'widgets',
    kind: 'Widget',
    namespaced: true,
    custom: true,
  },
]);

interface Slot {
  readonly kind: number;
  readonly namespace: number;
  readonly name: number;
}

const UIDS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', '__proto__', 'constructor', 'ü/ 7'] as const;
const NAMESPACES = ['a', 'b', 'constructor'] as const;

/** Where the object with a uid lives: fixed per world, so that references can be right or wrong about it. */
function identityAt(
  slot: Slot,
  uid: string,
): { apiVersion: string; kind: string; namespace: string; name: string; uid: string } {
  const kind = KINDS[slot.kind % KINDS.length] ?? KINDS[0];
  return {
    apiVersion: kind.apiVersion,
    kind: kind.kind,
    namespace: kind.namespaced ? (NAMESPACES[slot.namespace % NAMESPACES.length] ?? 'a') : '',
    name: `n${slot.name}-${UIDS.indexOf(uid as (typeof UIDS)[number])}`,
    uid,
  };
}

const slot = fc.record({ kind: fc.nat(5), namespace: fc.nat(2), name: fc.nat(1) });
const slots = fc.tuple(...UIDS.map(() => slot));

/** How a reference lies about its owner, if at all. */
const flaw = fc.constantFrom('none', 'none', 'none', 'none', 'name', 'kind', 'uid', 'unserved');

const reference = fc.record({
  owner: fc.nat(UIDS.length - 1),
  flaw,
  controller: fc.option(fc.boolean(), { nil: undefined }),
  blockOwnerDeletion: fc.option(fc.boolean(), { nil: undefined }),
});

const objectShape = fc.record({
  references: fc.array(reference, { maxLength: 3 }),
  finalizers: fc.subarray(['example.com/hold', 'kubernetes.io/other'], { maxLength: 1 }),
  onNode: fc.boolean(),
});

type Shape = typeof objectShape extends fc.Arbitrary<infer T> ? T : never;

type ReferenceShape = Shape['references'][number];

function build(all: readonly Slot[], index: number, shape: Shape, distinct: boolean): ApiObject {
  const { apiVersion, kind, namespace, name, uid } = identityOf(all, index);
  const references = shape.references.map((each) => referenceTo(all, each));
  const ownerReferences = distinct ? distinctByUid(references) : references;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      uid,
      resourceVersion: '1',
      ...(ownerReferences.length > 0 ? { ownerReferences } : {}),
      ...(shape.finalizers.length > 0 ? { finalizers: shape.finalizers } : {}),
    },
    ...(kind === 'Pod' && shape.onNode ? { spec: { nodeName: 'node-1' } } : {}),
  };
}

function identityOf(all: readonly Slot[], index: number): ReturnType<typeof identityAt> {
  return identityAt(all[index] ?? { kind: 0, namespace: 0, name: 0 }, UIDS[index] ?? 'u0');
}

function referenceTo(all: readonly Slot[], shape: ReferenceShape): OwnerReference {
  const { apiVersion, kind, name, uid } = identityOf(all, shape.owner);
  const { controller, blockOwnerDeletion } = shape;
  return {
    ...flawed(shape.flaw, { apiVersion, kind, name, uid }),
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

function flawed(how: ReferenceShape['flaw'], truth: OwnerReference): OwnerReference {
  if (how === 'name') return { ...truth, name: `not-${truth.name}` };
  if (how === 'kind') return { ...truth, apiVersion: 'v1', kind: 'Service' };
  if (how === 'uid') return { ...truth, uid: `old-${truth.uid}` };
  if (how === 'unserved') return { ...truth, apiVersion: 'example.com/v1', kind: 'Gone' };
  return truth;
}

function distinctByUid(references: readonly OwnerReference[]): OwnerReference[] {
  return [...new Map(references.map((each) => [each.uid, each])).values()];
}

/** Objects of a random ugly world: cross-namespace and cluster-scoped mistakes, cycles, self-owners, stale and unserved owners. */
export function arbitraryWorld(
  options: { readonly distinctOwners?: boolean } = {},
): fc.Arbitrary<ApiObject[]> {
  return fc
    .tuple(
      slots,
      fc.array(fc.tuple(fc.nat(UIDS.length - 1), objectShape), { minLength: 1, maxLength: 9 }),
    )
    .map(([all, chosen]) => {
      const byIndex = new Map(chosen);
      return [...byIndex].map(([index, shape]) =>
        build(all, index, shape, options.distinctOwners ?? false),
      );
    });
}

/** A story: states of objects in the order in which they are seen, `undefined` meaning deleted. */
export interface Sighting {
  readonly object: ApiObject;
  readonly deleted: boolean;
}

/** A random story of objects coming, changing and going. */
export function arbitraryStory(
  options: { readonly distinctOwners?: boolean } = {},
): fc.Arbitrary<Sighting[]> {
  return fc
    .tuple(
      slots,
      fc.array(fc.tuple(fc.nat(UIDS.length - 1), objectShape, fc.boolean()), {
        minLength: 1,
        maxLength: 40,
      }),
    )
    .map(([all, events]) =>
      events.map(([index, shape, deleted]) => ({
        object: build(all, index, shape, options.distinctOwners ?? false),
        deleted,
      })),
    );
}
