import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { duplicateReferenceWarnings } from './create-object.ts';
import { NAMESPACES, validateNamespaceUpdate, validateNewNamespace } from './namespaces.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  invalid,
  requiredValue,
  unreadable,
} from './status-errors.ts';
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

/** The 400 of an update whose object has no name or another one than its path, or `undefined`. */
export function validateNamed(name: string, manifest: Manifest): ApiStatus | undefined {
  const { name: given } = manifest.metadata;
  if (given === name) return undefined;
  return badRequest(
    given === undefined
      ? `the name of the object (${name} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${given}) does not match the name on the URL (${name})`,
  );
}

/** The 409 of a PUT whose manifest is of another object of that name, or `undefined`. */
export function validateUid(
  { resource, name }: RequestTarget,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  const { uid: wanted } = manifest.metadata;
  const { uid } = stored.metadata;
  if (wanted === undefined || wanted === uid) return undefined;
  const reason = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
  return conflict(resource, resource.resource, name, reason);
}

/**
 * The 500 of an object to be created that says which version of it is stored, or `undefined`; a text that is no version
 * is passed over, and so is 0, which is none.
 */
export function refuseResourceVersion({ metadata }: Manifest): ApiStatus | undefined {
  const { resourceVersion } = metadata;
  if (resourceVersion === undefined || versionFault(resourceVersion) !== undefined)
    return undefined;
  if (isNoVersion(resourceVersion)) return undefined;
  return unreadable('resourceVersion should not be set on objects to be created');
}

/** The 422 of an update of a custom resource that does not say from which version it was made, or `undefined` (VA-09). */
export function requireResourceVersion(
  { custom, group, resource: plural }: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  if (custom !== true || !isNoVersion(manifest.metadata.resourceVersion)) return undefined;
  const fault: FieldError = {
    field: 'metadata.resourceVersion',
    reason: 'FieldValueInvalid',
    // Unlike other faults it is a number, and the object is called by its plural.
    message: 'Invalid value: 0: must be specified for an update',
  };
  return invalid({ group, kind: plural }, stored.metadata.name, [fault]);
}

/**
 * The 409 of a manifest made from an older version of the object, the 500 of one that names no version at all, or
 * `undefined`; without a version it is unconditional, or the 422 of a custom resource.
 */
export function validateResourceVersion(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  const { resourceVersion } = manifest.metadata;
  if (resourceVersion === undefined || isNoVersion(resourceVersion)) {
    return requireResourceVersion(resource, stored, manifest);
  }
  if (resourceVersion === stored.metadata.resourceVersion) return undefined;
  const fault = versionFault(resourceVersion);
  if (fault !== undefined) {
    const message = `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: ${fault}`;
    return unreadable(message);
  }
  const reason =
    'the object has been modified; please apply your changes to the latest version and try again';
  return conflict(resource, resource.resource, stored.metadata.name, reason);
}

const LARGEST_VERSION = 2n ** 64n - 1n;

/** Whether it is absent, or 0, which is the same. */
function isNoVersion(version: string | undefined): boolean {
  return version === undefined || /^0+$/.test(version);
}

/** Why a resourceVersion cannot be one, or `undefined`. */
function versionFault(version: string): string | undefined {
  if (!/^[0-9]+$/.test(version)) return 'invalid syntax';
  return BigInt(version) > LARGEST_VERSION ? 'value out of range' : undefined;
}

/** The 422 of a new object with faulty metadata, or `undefined`. */
export function validateNew(resource: ApiResource, object: ApiObject): ApiStatus | undefined {
  const errors = [
    ...validateName(resource, object.metadata),
    ...validateObjectMeta(object.metadata, { custom: takesAnyFinalizer(resource) }),
    ...(groupResource(resource) === NAMESPACES ? validateNewNamespace(object) : []),
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
  const isNamespace = groupResource(resource) === NAMESPACES;
  const others = isNamespace ? validateNamespaceUpdate(updated) : [];
  if (errors.length + others.length === 0) return undefined;
  // Built-in kinds validate metadata twice: every cause is there twice (VA-07).
  const twice = custom ? errors : [...errors, ...errors];
  return invalid(resource, stored.metadata.name, [...twice, ...others]);
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
