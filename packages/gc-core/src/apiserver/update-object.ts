import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
import { storedReferences } from './create-object.ts';
import { field, sameJson, withoutField } from './json-value.ts';
import { isFinalized, NAMESPACES, prepareNamespaceUpdate } from './namespaces.ts';
import {
  hasGeneration,
  metadataAfterStatus,
  protectsStatus,
  sameDesiredState,
} from './spec-and-status.ts';

/**
 * The object that an update of `stored` by `manifest` would store. What a client may leave out (uid, name, fields of a
 * deletion) is taken over, as are the time of creation and of an ongoing deletion whatever it says; what else it
 * changes although it may not is left so, for validation to refuse (VA-09).
 */
export function prepareForUpdate(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
  subresource: string | undefined,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): ApiObject {
  if (groupResource(resource) === NAMESPACES) {
    const sent = withSystemFields(resource, stored, manifest, release);
    return prepareNamespaceUpdate(withStatusOf(sent, manifest), stored, subresource);
  }
  const sent = withSystemFields(resource, stored, manifest, release);
  if (subresource !== 'status') return sent;
  const { generation: _wanted, ...meta } = sent.metadata;
  const { generation } = stored.metadata;
  const metadata = metadataAfterStatus(resource, stored.metadata, {
    ...meta,
    ...(generation === undefined ? {} : { generation }),
  });
  return withStatusOf({ ...inVersionOf(stored, sent), metadata }, manifest);
}

/** Whether storing `updated` would leave an object that nothing holds: it is removed instead (API-61, NS-01). */
export function isRemovedByUpdate(
  resource: ApiResource,
  stored: ApiObject,
  updated: ApiObject,
): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace = 0 } = stored.metadata;
  if (deletionTimestamp === undefined || grace !== 0) return false;
  if ((updated.metadata.finalizers?.length ?? 0) > 0) return false;
  return groupResource(resource) !== NAMESPACES || isFinalized(updated);
}

/** Whether an update to `updated` changes anything (API-39). */
export function isNoOp(stored: ApiObject, updated: ApiObject): boolean {
  const [before, after] = [stored.metadata, updated.metadata];
  if (before.deletionTimestamp !== after.deletionTimestamp) return false;
  if (before.deletionGracePeriodSeconds !== after.deletionGracePeriodSeconds) return false;
  return sameJson(inVersionOf(stored, updated), updated);
}

function withSystemFields(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
  release: ReleaseProfile,
): ApiObject {
  const { ownerReferences } = manifest.metadata;
  const old = stored.metadata;
  const metadata = {
    ...pick(old, ['name', 'namespace', 'uid', 'deletionGracePeriodSeconds']),
    ...withoutField(manifest.metadata, 'generation'),
    ...pick(old, ['resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp']),
    ...(ownerReferences ? { ownerReferences: storedReferences(ownerReferences, release) } : {}),
  } as ApiObject['metadata'];
  const wanted: ApiObject = { ...manifest, metadata };
  const updated = protectsStatus(resource) ? withStatusOf(wanted, stored) : wanted;
  if (
    !hasGeneration(resource, release) ||
    sameDesiredState(resource, inVersionOf(stored, updated), updated)
  ) {
    return updated;
  }
  return { ...updated, metadata: { ...metadata, generation: (old.generation ?? 0) + 1 } };
}

/** `object` with the status of `source`, or without one. */
function withStatusOf(object: ApiObject, source: Manifest): ApiObject {
  const status = field(source, 'status');
  const bare = withoutField(object, 'status') as ApiObject;
  return status === undefined ? bare : { ...bare, status };
}

function inVersionOf(object: ApiObject, other: ApiObject): ApiObject {
  return { ...object, apiVersion: other.apiVersion };
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Partial<T> {
  const entries = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]);
  return Object.fromEntries(entries) as Partial<T>;
}
