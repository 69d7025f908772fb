import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { type ApiResult, refused, succeeded } from './api-result.ts';
import type { ApiServerOptions } from './api-server-options.ts';
import { repetitionWarnings, storedReferences } from './create-object.ts';
import { field, pick, sameJson, withoutField } from './json-value.ts';
import { isFinalized, NAMESPACES, prepareNamespaceUpdate } from './namespaces.ts';
import { inVersion, type ObjectRegistry } from './object-registry.ts';
import {
  hasGeneration,
  metadataAfterStatus,
  protectsStatus,
  sameDesiredState,
} from './spec-and-status.ts';
import {
  isDryRun,
  validateResourceVersion,
  validateUpdate,
  validWarnings,
} from './validate-request.ts';

/** The rest of a PUT or PATCH by somebody who may send it, once it is clear what `stored` is to become. */
export function replaceRequest(
  registry: ObjectRegistry,
  { release, admit }: ApiServerOptions,
  target: RequestTarget,
  stored: ApiObject,
  manifest: Manifest,
  options: WriteOptions,
  by: 'update' | 'patch' = 'update',
): ApiResult {
  const { resource, subresource } = target;
  const updated = prepareForUpdate(resource, stored, manifest, subresource, release);
  const isWhole = subresource === undefined;
  const repetitions = repetitionWarnings(manifest, release, by === 'patch');
  const invalid =
    registry.refuseLostNamespace(target.namespace) ??
    validateResourceVersion(resource, stored, manifest) ??
    validateUpdate(target, stored, updated, release);
  if (invalid) return refused(invalid, repetitions);
  const warnings = [...repetitions, ...(isWhole ? validWarnings(resource, manifest, stored) : [])];
  const { user } = options;
  const denied = admit?.({ operation: 'UPDATE', target, object: updated, oldObject: stored, user });
  if (denied) return refused(denied, warnings);
  if (isRemovedByUpdate(resource, stored, updated)) {
    if (!isDryRun(options)) registry.delete(resource, stored);
    return succeeded(inVersion(updated, resource), 200, warnings);
  }
  const isStored = !isDryRun(options) && !isNoOp(stored, updated);
  const answer = isStored ? registry.write(resource, updated) : updated;
  return succeeded(inVersion(answer, resource), 200, warnings);
}

/**
 * The object that an update of `stored` by `manifest` would store. What a client may leave out (uid, name, fields of a
 * deletion) is taken over, as are the time of creation and of an ongoing deletion whatever it says; what else it
 * changes although it may not is left so, for validation to refuse (VA-09).
 */
function prepareForUpdate(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
  subresource: string | undefined,
  release: ReleaseProfile,
): ApiObject {
  const sent = withSystemFields(resource, stored, manifest, release);
  if (groupResource(resource) === NAMESPACES) {
    return prepareNamespaceUpdate(withStatusOf(sent, manifest), stored, subresource);
  }
  if (subresource !== 'status') return sent;
  const { generation: _wanted, ...meta } = sent.metadata;
  const metadata = metadataAfterStatus(resource, stored.metadata, {
    ...meta,
    ...pick(stored.metadata, ['generation']),
  });
  return withStatusOf({ ...inVersionOf(stored, sent), metadata }, manifest);
}

/** Whether storing `updated` would leave an object that nothing holds: it is removed instead (API-61, NS-01). */
function isRemovedByUpdate(resource: ApiResource, stored: ApiObject, updated: ApiObject): boolean {
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
