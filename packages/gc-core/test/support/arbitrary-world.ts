import fc from 'fast-check';
import type { RequestTarget } from '../../src/apiserver/api-server.ts';
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

const WIDGETS = {
  group: 'example.com',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
} as const;

/** The table that serves them, Widgets in two versions. `example.com/v1/Gone` is named by references, but not served. */
export const worldTable: ResourceTable = ResourceTable.builtIn([
  { ...WIDGETS, version: 'v1' },
  { ...WIDGETS, version: 'v1beta1' },
]);

/** Where an object of a random world is; `undefined` when its kind is not served. */
export function targetIn({ apiVersion, kind, metadata }: ApiObject): RequestTarget | undefined {
  const resource = worldTable.forKind(apiVersion, kind);
  const { namespace = '', name } = metadata;
  return resource && { resource, namespace, name };
}

interface Slot {
  readonly kind: number;
  readonly namespace: number;
  readonly name: number;
}

/** Some of the form that the API server gives, which a graph keeps as numbers; the first two have one place in its table. */
const UIDS = [
  '0badc0de-0000-4000-8000-000000000001',
  '0badc0de-0001-4000-8000-000000000001',
  '0badc0de-0000-4000-8000-000000000002',
  '00000000-0000-0000-0000-000000000000',
  'u4',
  '0BADC0DE-0000-4000-8000-000000000001',
  '__proto__',
  'constructor',
  'ü/ 7',
  '',
] as const;
/** Owners of an object that has more than anybody would give it. */
const MANY = 1000;
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

/** Kinds that nothing is of, as a reference to an owner of this kind may say them (KM-01..06). */
const OTHER_KINDS: Readonly<Record<string, (kind: string) => Partial<OwnerReference>>> = {
  'lower case': (kind) => ({ kind: kind.toLowerCase() }),
  'upper case': (kind) => ({ kind: kind.toUpperCase() }),
  plural: (kind) => ({ kind: `${kind.toLowerCase()}s` }),
  'list of the kind': (kind) => ({ kind: `${kind}List` }),
  list: () => ({ kind: 'List' }),
  binding: () => ({ apiVersion: 'v1', kind: 'Binding' }),
  review: () => ({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' }),
  // The server takes no v1 Event as an owner (VA-03).
  event: () => ({ apiVersion: 'events.k8s.io/v1', kind: 'Event' }),
  'event in lower case': () => ({ apiVersion: 'v1', kind: 'event' }),
  'component status': () => ({ apiVersion: 'v1', kind: 'ComponentStatus' }),
};

/** How a reference lies about its owner, if at all. */
const flaw = fc.oneof(
  { weight: 5, arbitrary: fc.constant('none' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('name', 'kind', 'uid', 'unserved', 'version', 'other version'),
  },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(OTHER_KINDS)) },
);

const reference = fc.record({
  owner: fc.nat(UIDS.length - 1),
  flaw,
  controller: fc.option(fc.boolean(), { nil: undefined }),
  blockOwnerDeletion: fc.option(fc.boolean(), { nil: undefined }),
});

/** The same reference again, and one of the same owner that says otherwise. */
const contradiction = fc
  .tuple(reference, fc.boolean(), flaw)
  .map(([one, blocks, other]) => [one, one, { ...one, flaw: other, blockOwnerDeletion: blocks }]);

const many = fc
  .array(reference, { minLength: 1, maxLength: 3 })
  .map((few) => Array.from({ length: MANY }, (_, at) => few[at] ?? { ...NOBODY, owner: at }));

/** An owner that never was; each with another uid. */
const NOBODY: ReferenceShape = {
  owner: 0,
  flaw: 'nobody',
  controller: undefined,
  blockOwnerDeletion: undefined,
};

interface ReferenceShape {
  readonly owner: number;
  readonly flaw: string;
  readonly controller: boolean | undefined;
  readonly blockOwnerDeletion: boolean | undefined;
}

const references: fc.Arbitrary<readonly ReferenceShape[]> = fc.oneof(
  { weight: 80, arbitrary: fc.array(reference, { maxLength: 3 }) },
  { weight: 10, arbitrary: contradiction },
  { weight: 1, arbitrary: many },
);

const FINALIZERS = ['example.com/hold', 'kubernetes.io/other', 'orphan', 'foregroundDeletion'];

const objectShape = fc.record({
  references,
  finalizers: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.subarray(FINALIZERS) },
  ),
  /** Being deleted since some time. */
  isDeleted: fc.nat(7).map((dice) => dice === 0),
  onNode: fc.boolean(),
  /** Bears the uid of another object. */
  twin: fc.option(fc.nat(UIDS.length - 1), { freq: 20, nil: undefined }),
});

type Shape = typeof objectShape extends fc.Arbitrary<infer T> ? T : never;

function build(
  all: readonly Slot[],
  index: number,
  shape: Shape,
  { distinctOwners, uniqueUids }: WorldOptions,
): ApiObject {
  const { apiVersion, kind, namespace, name, ...own } = identityOf(all, index);
  const uid = uniqueUids || shape.twin === undefined ? own.uid : (UIDS[shape.twin] ?? own.uid);
  const listed = shape.references.map((each) => referenceTo(all, each));
  const ownerReferences = distinctOwners ? distinctByUid(listed) : listed;
  // Without a finalizer the object would be gone.
  const isDeleted = shape.isDeleted && shape.finalizers.length > 0;
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
      ...(isDeleted ? { deletionTimestamp: LONG_AGO, deletionGracePeriodSeconds: 0 } : {}),
    },
    ...(kind === 'Pod' && shape.onNode ? { spec: { nodeName: 'node-1' } } : {}),
  };
}

const LONG_AGO = '2020-01-01T00:00:00Z';

function identityOf(all: readonly Slot[], index: number): ReturnType<typeof identityAt> {
  return identityAt(all[index] ?? { kind: 0, namespace: 0, name: 0 }, UIDS[index] ?? UIDS[0]);
}

function referenceTo(all: readonly Slot[], shape: ReferenceShape): OwnerReference {
  const { apiVersion, kind, name, uid } = identityOf(all, shape.owner);
  const { controller, blockOwnerDeletion } = shape;
  return {
    ...flawed(shape, { apiVersion, kind, name, uid }),
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  };
}

function flawed({ flaw: how, owner }: ReferenceShape, truth: OwnerReference): OwnerReference {
  if (how === 'nobody') return { ...truth, name: `nobody-${owner}`, uid: `nobody-${owner}` };
  if (how === 'version') return { ...truth, apiVersion: truth.apiVersion.replace(/v1$/, 'v9') };
  if (how === 'other version') {
    return {
      ...truth,
      apiVersion: truth.apiVersion.replace('example.com/v1', 'example.com/v1beta1'),
    };
  }
  if (how === 'name') return { ...truth, name: `not-${truth.name}` };
  if (how === 'kind') return { ...truth, apiVersion: 'v1', kind: 'Service' };
  if (how === 'uid') return { ...truth, uid: `old-${truth.uid}` };
  if (how === 'unserved') return { ...truth, apiVersion: 'example.com/v1', kind: 'Gone' };
  return { ...truth, ...OTHER_KINDS[how]?.(truth.kind) };
}

function distinctByUid(references: readonly OwnerReference[]): OwnerReference[] {
  return [...new Map(references.map((each) => [each.uid, each])).values()];
}

/** What a world is spared. */
export interface WorldOptions {
  /** No object has two references of one uid. */
  readonly distinctOwners?: boolean;
  /** No two objects have one uid. */
  readonly uniqueUids?: boolean;
}

/**
 * Objects of a random ugly world: cross-namespace and cluster-scoped mistakes, cycles, self-owners, duplicate and
 * contradictory references, one uid under two identities, empty and `__proto__` uids, a thousand owners, stale owners,
 * unserved kinds and versions, kinds that nothing is of, all finalizers, deletions under way.
 */
export function arbitraryWorld(options: WorldOptions = {}): fc.Arbitrary<ApiObject[]> {
  return fc
    .tuple(
      slots,
      fc.array(fc.tuple(fc.nat(UIDS.length - 1), objectShape), { minLength: 1, maxLength: 9 }),
    )
    .map(([all, chosen]) => {
      const byIndex = new Map(chosen);
      return [...byIndex].map(([index, shape]) => build(all, index, shape, options));
    });
}

/** An observation: an object is seen in some state, or is gone, or a worker found it or one of its owners absent. */
export interface Sighting {
  readonly object: ApiObject;
  readonly what: 'seen' | 'gone' | 'absent';
  /** The absent object: 0 for the object itself, else its owner of that place, round and round. */
  readonly whose: number;
}

const what = fc.constantFrom('seen', 'seen', 'seen', 'gone', 'gone', 'absent');

/** Random observations of objects that come, change and go, in the order in which they arrive. */
export function arbitrarySightings(options: WorldOptions = {}): fc.Arbitrary<Sighting[]> {
  const line = fc.tuple(fc.nat(UIDS.length - 1), objectShape, what, fc.nat(3));
  return fc.tuple(slots, fc.array(line, { minLength: 1, maxLength: 40 })).map(([all, lines]) =>
    lines.map(([index, shape, kind, whose]) => ({
      object: build(all, index, shape, options),
      what: kind,
      whose,
    })),
  );
}
