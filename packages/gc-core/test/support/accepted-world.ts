import fc from 'fast-check';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../src/meta/finalizers.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { arbitraryWorld } from './arbitrary-world.ts';

/** Each of them is fixed, or looked up, in a world of its own. */
const MOST_OWNERS = 8;

/**
 * Random worlds as an API server can hold them: each uid once, no empty one (VA-01), not both finalizers of the collector (VA-07). Half of them have one namespace, where
 * more references hold.
 */
export function acceptedWorld(): fc.Arbitrary<ApiObject[]> {
  return fc.tuple(arbitraryWorld(), fc.boolean()).map(([objects, together]) => {
    const byUid = new Map(objects.map((object) => [object.metadata.uid, object]));
    byUid.delete('');
    const accepted = [...byUid.values()].map((object) => ({
      ...object,
      metadata: {
        ...object.metadata,
        ownerReferences: withUids(object),
        finalizers: withoutBoth(object),
      },
    }));
    return together ? accepted.map(inOneNamespace) : accepted;
  });
}

function withUids({ metadata }: ApiObject): OwnerReference[] {
  const references = (metadata.ownerReferences ?? []).filter(({ uid }) => uid !== '');
  return references.slice(0, MOST_OWNERS);
}

/** Never both of the collector's (VA-07). */
function withoutBoth({ metadata }: ApiObject): string[] {
  const { finalizers = [] } = metadata;
  const isBoth = finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER);
  return finalizers.filter((each) => !isBoth || each !== ORPHAN_FINALIZER);
}

function inOneNamespace(object: ApiObject): ApiObject {
  const { namespace } = object.metadata;
  return namespace === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, namespace: 'a' } };
}
