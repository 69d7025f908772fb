import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { duplicateReferenceWarnings } from './create-object.ts';
import { badRequest, conflict, type FieldError, invalid, requiredValue } from './status-errors.ts';
import { validateDryRun } from './validate-delete-options.ts';
import { validateName } from './validate-name.ts';
import {
  finalizerWarnings,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './validate-object-meta.ts';

/** Whether nothing is to be stored (API-08). */
export function isDryRun(options: WriteOptions): boolean {
  return (options.dryRun?.length ?? 0) > 0;
}

/** The 422 of options with an unknown `dryRun`, or `undefined`. */
export function validateWriteOptions(
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  options: WriteOptions,
): ApiStatus | undefined {
  const errors = validateDryRun(options.dryRun);
  return errors.length === 0 ? undefined : invalid({ group: 'meta.k8s.io', kind }, '', errors);
}

/** The 422 of an object to be created without a name. */
export function missingName(resource: ApiResource): ApiStatus {
  const fault = requiredValue('metadata.name', 'name or generateName is required');
  return invalid(resource, '', [fault]);
}

/** The 400 of a manifest whose namespace is not the request's, or `undefined`. */
export function validatePlace(
  resource: ApiResource,
  namespace: string,
  manifest: Manifest,
): ApiStatus | undefined {
  if (resource.namespaced && namespace === '') {
    return badRequest(`${resource.resource} live in a namespace: the request must name one`);
  }
  if (!resource.namespaced && namespace !== '') {
    return badRequest(
      `${resource.resource} are cluster-scoped: the request must name no namespace`,
    );
  }
  const wanted = manifest.metadata.namespace;
  if (wanted === undefined || wanted === namespace) return undefined;
  return badRequest(
    'the namespace of the provided object does not match the namespace sent on the request',
  );
}

/** The refusal of a PUT whose manifest names another object than its path, or `undefined`. */
export function validateIdentity(
  { resource, name }: RequestTarget,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  const { name: given = name, uid: wanted } = manifest.metadata;
  if (given !== name) {
    const message = `the name of the object (${given}) does not match the name on the URL (${name})`;
    return badRequest(message);
  }
  const { uid } = stored.metadata;
  if (wanted === undefined || wanted === uid) return undefined;
  const reason = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
  return conflict(resource, resource.resource, name, reason);
}

/** The refusal of an object to be created that says which version of it is stored, or `undefined`. The server names no reason. */
export function refuseResourceVersion({ metadata }: Manifest): ApiStatus | undefined {
  if (metadata.resourceVersion === undefined) return undefined;
  const message = 'resourceVersion should not be set on objects to be created';
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
}

/** The 422 of a PUT of a custom resource that does not say from which version it was made, or `undefined` (VA-09). */
export function requireResourceVersion(
  { custom, group, resource: plural }: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  if (custom !== true || manifest.metadata.resourceVersion !== undefined) return undefined;
  const fault: FieldError = {
    field: 'metadata.resourceVersion',
    reason: 'FieldValueInvalid',
    // Unlike other faults it is a number, and the object is called by its plural.
    message: 'Invalid value: 0: must be specified for an update',
  };
  return invalid({ group, kind: plural }, stored.metadata.name, [fault]);
}

/** The 409 of a manifest made from an older version of the object, or `undefined`; without a version it is unconditional. */
export function validateResourceVersion(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  const { resourceVersion } = manifest.metadata;
  if (resourceVersion === undefined) return undefined;
  if (resourceVersion === stored.metadata.resourceVersion) return undefined;
  const reason =
    'the object has been modified; please apply your changes to the latest version and try again';
  return conflict(resource, resource.resource, stored.metadata.name, reason);
}

/** The 422 of a new object with faulty metadata, or `undefined`. */
export function validateNew(resource: ApiResource, object: ApiObject): ApiStatus | undefined {
  const errors = [
    ...validateName(resource, object.metadata.name),
    ...validateObjectMeta(object.metadata, { custom: takesAnyFinalizer(resource) }),
  ];
  return errors.length === 0 ? undefined : invalid(resource, object.metadata.name, errors);
}

/** The 422 of an update with faulty metadata, or `undefined`. */
export function validateUpdate(
  resource: ApiResource,
  stored: ApiObject,
  updated: ApiObject,
): ApiStatus | undefined {
  const custom = resource.custom === true;
  const errors = validateObjectMetaUpdate(updated.metadata, stored.metadata, {
    custom: takesAnyFinalizer(resource),
  });
  if (errors.length === 0) return undefined;
  // Built-in kinds validate metadata twice: every cause is there twice (VA-07).
  return invalid(resource, stored.metadata.name, custom ? errors : [...errors, ...errors]);
}

/** Warnings of a create or update, from the manifest as it was sent. */
export function writeWarnings(
  resource: ApiResource,
  manifest: Manifest,
  release: ReleaseProfile,
): readonly string[] {
  const { finalizers = [], ownerReferences } = manifest.metadata;
  return [
    ...(release.storesEqualReferencesOnce ? duplicateReferenceWarnings(ownerReferences) : []),
    ...(resource.custom === true ? finalizerWarnings(finalizers) : []),
  ];
}

/** APIs beside the core one; a CustomResourceDefinition carries an unqualified finalizer of its own (VA-06). */
const EXTENSION_GROUPS = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** Whether the short list of unqualified finalizer names is not asked of this kind (VA-06). */
function takesAnyFinalizer({ custom, group }: ApiResource): boolean {
  return custom === true || EXTENSION_GROUPS.has(group);
}
