import fc from 'fast-check';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../src/meta/finalizers.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';

/** What an owner of the item is like; each has the finalizers, and is being deleted when it has one. */
const OWNERS = {
  living: [],
  held: ['example.com/hold'],
  orphaning: [ORPHAN_FINALIZER],
  waiting: [FOREGROUND_FINALIZER],
  /** Bears another uid than the reference says. */
  replaced: [],
  absent: undefined,
} as const;

const OTHERS = ['dependent', 'blocking dependent', 'waiting dependent', 'stranger'] as const;

const owner = fc.record({
  role: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(OWNERS) as (keyof typeof OWNERS)[])) },
    // Most is decided where nothing solid is in its way.
    { weight: 3, arbitrary: fc.constantFrom('waiting' as const, 'absent' as const) },
  ),
  isClusterScoped: fc.boolean(),
  blockOwnerDeletion: fc.boolean(),
});

const item = fc.constantFrom(
  { finalizers: [], isDeleted: false },
  { finalizers: [], isDeleted: false },
  { finalizers: ['example.com/hold'], isDeleted: false },
  { finalizers: [ORPHAN_FINALIZER], isDeleted: false },
  { finalizers: [FOREGROUND_FINALIZER], isDeleted: false },
  { finalizers: ['example.com/hold'], isDeleted: true },
  { finalizers: [FOREGROUND_FINALIZER], isDeleted: true },
  { finalizers: [FOREGROUND_FINALIZER], isDeleted: true },
);

/**
 * Random worlds around one item, the first of the objects, in which every decision about it is likely: its owners are
 * alive, in each kind of deletion, replaced or absent, beside some dependents and strangers.
 */
export function decidedWorld(): fc.Arbitrary<ApiObject[]> {
  const owners = fc.array(owner, { maxLength: 3 });
  const others = fc.array(fc.constantFrom(...OTHERS), { maxLength: 3 });
  return fc.tuple(item, owners, others).map(([{ finalizers, isDeleted }, chosen, rest]) => {
    const ownerReferences = chosen.map(referenceTo);
    return [
      configMap('item', finalizers, isDeleted, ownerReferences),
      ...chosen.flatMap(ownerOf),
      ...rest.map(otherOf),
    ];
  });
}

type Owner = typeof owner extends fc.Arbitrary<infer T> ? T : never;

function referenceTo(
  { role, isClusterScoped, blockOwnerDeletion }: Owner,
  at: number,
): OwnerReference {
  const kind = isClusterScoped ? 'Node' : 'ConfigMap';
  const name = `${role}-${at}`;
  return { apiVersion: 'v1', kind, name, uid: `${name}-uid`, blockOwnerDeletion };
}

function ownerOf({ role, isClusterScoped }: Owner, at: number): ApiObject[] {
  const finalizers = OWNERS[role];
  if (!finalizers) return [];
  const { metadata, ...object } = configMap(`${role}-${at}`, finalizers, finalizers.length > 0);
  const uid = role === 'replaced' ? `new-${metadata.uid}` : metadata.uid;
  if (!isClusterScoped) return [{ ...object, metadata: { ...metadata, uid } }];
  const { namespace: _, ...clusterScoped } = metadata;
  return [{ ...object, kind: 'Node', metadata: { ...clusterScoped, uid } }];
}

function otherOf(role: (typeof OTHERS)[number], at: number): ApiObject {
  const name = `other-${at}`;
  if (role === 'stranger') return configMap(name, [], false);
  const waits = role === 'waiting dependent';
  const blockOwnerDeletion = role === 'blocking dependent';
  const identity = { apiVersion: 'v1', kind: 'ConfigMap', name: 'item', uid: 'item-uid' };
  const reference = { ...identity, blockOwnerDeletion };
  return configMap(name, waits ? [FOREGROUND_FINALIZER] : [], waits, [reference]);
}

/** Without a finalizer a deleted one would be gone. */
function configMap(
  name: string,
  finalizers: readonly string[],
  isDeleted: boolean,
  ownerReferences: readonly OwnerReference[] = [],
): ApiObject {
  const deletion = { deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'a',
      uid: `${name}-uid`,
      resourceVersion: '1',
      ownerReferences,
      finalizers,
      ...(isDeleted && finalizers.length > 0 ? deletion : {}),
    },
  };
}
