import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import {
  type ApiObject,
  formatTimestamp,
  type Manifest,
  type Millis,
} from '../meta/object-meta.ts';
import type { OwnerReference, Uid } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { jsonKey, pick } from './json-value.ts';
import { NAMESPACES, prepareNewNamespace } from './namespaces.ts';
import { hasGeneration } from './spec-and-status.ts';

/** The fields of a new object that the server itself sets. */
export interface Identity {
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly uid: Uid;
}

/** The object that a create stores; what a user cannot set is overwritten or dropped. */
export function prepareForCreate(
  resource: ApiResource,
  manifest: Manifest,
  identity: Identity,
  now: Millis,
  release: ReleaseProfile,
): ApiObject {
  const { generation, ownerReferences } = manifest.metadata;
  const { name, namespace, uid } = identity;
  const metadata = {
    name,
    ...pick(manifest.metadata, ['generateName']),
    ...(namespace === '' ? {} : { namespace }),
    uid,
    // Kinds without a generation of their own keep the generation that they are given.
    ...(hasGeneration(resource, release)
      ? { generation: 1 }
      : (generation ?? 0) === 0
        ? {}
        : { generation }),
    creationTimestamp: formatTimestamp(now),
    ...pick(manifest.metadata, ['labels', 'annotations']),
    ...(ownerReferences ? { ownerReferences: storedReferences(ownerReferences, release) } : {}),
    ...pick(manifest.metadata, ['finalizers']),
  };
  const object: ApiObject = { ...manifest, metadata };
  return groupResource(resource) === NAMESPACES ? prepareNewNamespace(object) : object;
}

/** The references as they are stored: those equal in every field once (DM-12), since 1.20; others of the same uid are kept. */
export function storedReferences(
  references: readonly OwnerReference[],
  release: ReleaseProfile,
): readonly OwnerReference[] {
  if (!release.storesEqualReferencesOnce) return references;
  return [...new Map(references.map((each) => [jsonKey(each), each])).values()];
}

/** The warning for references that are equal in every field, also where the object is refused; in a patch they are met late (DM-12). */
export function repetitionWarnings(
  { metadata: { ownerReferences = [] } }: Manifest,
  release: ReleaseProfile,
  isPatched: boolean = false,
): readonly string[] {
  const kept = new Set(storedReferences(ownerReferences, release));
  const uids = ownerReferences.filter((reference) => !kept.has(reference)).map(({ uid }) => uid);
  if (uids.length === 0) return [];
  const where = isPatched ? ' after mutating admission happens' : '';
  // The recorded answers hold the words of this warning (answers-decoding).
  return [
    `.metadata.ownerReferences contains duplicate entries${where}; API server dedups owner ` +
      'references in 1.20+, and may reject such requests as early as 1.24; please fix your ' +
      `requests; duplicate UID(s) observed: ${uids.join(', ')}`,
  ];
}
