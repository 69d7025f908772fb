import {
  type ApiResource,
  apiVersionOf,
  groupResource,
  groupResources,
} from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import { parseApiVersion, type Uid } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { RequestTarget, WriteOptions } from './api-request.ts';
import { NAMESPACES, validateNamespaceUpdate, validateNewNamespace } from './namespaces.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  invalid,
  invalidValue,
  unreadable,
  unsupportedValue,
} from './status-errors.ts';
import { validateDryRun } from './validate-delete-options.ts';
import { validateGeneratedSegment, validateGenerateName, validateName } from './validate-name.ts';
import {
  finalizerWarnings,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateShortFinalizers,
} from './validate-object-meta.ts';

/** Whether nothing is to be stored (API-08). */
export function isDryRun(options: WriteOptions): boolean {
  return (options.dryRun?.length ?? 0) > 0;
}

const FIELD_VALIDATIONS = ['Ignore', 'Strict', 'Warn'];

/** The 422 of options with an unknown `dryRun` or `fieldValidation`, or `undefined`; it comes before all else is read. */
export function validateWriteOptions(
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  options: WriteOptions,
  release: ReleaseProfile,
): ApiStatus | undefined {
  const { dryRun, fieldValidation = '' } = options;
  const isKnown = ['', ...FIELD_VALIDATIONS].includes(fieldValidation);
  const errors = [
    ...validateDryRun(dryRun),
    ...(isKnown || !release.validatesFields
      ? []
      : [unsupportedValue('fieldValidation', FIELD_VALIDATIONS)]),
  ];
  return errors.length === 0 ? undefined : invalid({ group: 'meta.k8s.io', kind }, '', errors);
}

/** The 400 of a manifest whose namespace is not the request's, or `undefined`. */
export function validatePlace(
  resource: ApiResource,
  namespace: string,
  manifest: Manifest,
): ApiStatus | undefined {
  const { resource: plural, namespaced } = resource;
  if (namespaced !== (namespace !== '')) {
    return badRequest(
      namespaced
        ? `${plural} live in a namespace: the request must name one`
        : `${plural} are cluster-scoped: the request must name no namespace`,
    );
  }
  const wanted = manifest.metadata.namespace;
  if (wanted === undefined || wanted === namespace) return undefined;
  return badRequest('the object names another namespace than the URL');
}

/** The 400 of an update whose object has no name or another one than its path, or `undefined`. */
export function validateNamed(name: string, manifest: Manifest): ApiStatus | undefined {
  const { name: given } = manifest.metadata;
  if (given === name) return undefined;
  return badRequest(
    given === undefined
      ? `the object has no name, and the URL names ${name}`
      : `the name of the object is ${given}, and the URL names ${name}`,
  );
}

/** Answers a PUT of an object that does not exist: the 404, or first the 409 of the uid it names (VA-09). */
export function refuseMissing(
  target: RequestTarget,
  missing: ApiStatus,
  manifest: Manifest,
  { uidOfMissingObject }: ReleaseProfile,
): ApiStatus {
  // A subresource that is not served has no name.
  const isLookedAt = uidOfMissingObject === 'conflict' && missing.details?.name !== undefined;
  return (isLookedAt ? validateUid(target, '', manifest) : undefined) ?? missing;
}

/** The 409 of a PUT whose manifest is of another object than the one of this uid, or `undefined`. */
export function validateUid(
  target: RequestTarget,
  uid: Uid,
  manifest: Manifest,
): ApiStatus | undefined {
  const { uid: wanted } = manifest.metadata;
  if (wanted === undefined || wanted === uid) return undefined;
  const { resource, name } = target;
  const reason = `the stored object is not the one of uid ${wanted}`;
  return conflict(resource, resource.resource, name, reason);
}

/**
 * The 500 of an object to be created that says which version of it is stored, or `undefined`; a text that is no version
 * is passed over, and so is 0, which is none.
 */
export function refuseResourceVersion(manifest: Manifest): ApiStatus | undefined {
  const { resourceVersion } = manifest.metadata;
  if (isNoVersion(resourceVersion) || refuseUnreadableVersion(manifest)) return undefined;
  return unreadable('resourceVersion should not be set on objects to be created');
}

/** The 500 of an object that says of which version it is in a text that is none, or `undefined`. */
export function refuseUnreadableVersion({ metadata }: Manifest): ApiStatus | undefined {
  const { resourceVersion = '0' } = metadata;
  const isNumber = /^[0-9]+$/.test(resourceVersion) && BigInt(resourceVersion) <= LARGEST_VERSION;
  return isNumber ? undefined : unreadable('metadata.resourceVersion must be a number');
}

/** Built-in kinds whose updates must say from which version they were made, as those of custom resources. */
const NEEDS_VERSION: ReadonlySet<string> = groupResources({
  'admissionregistration.k8s.io':
    'mutatingadmissionpolicies mutatingadmissionpolicybindings ' +
    'mutatingwebhookconfigurations validatingadmissionpolicies ' +
    'validatingadmissionpolicybindings validatingwebhookconfigurations',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  'apiregistration.k8s.io': 'apiservices',
  'coordination.k8s.io': 'leases',
  'node.k8s.io': 'runtimeclasses',
  policy: 'poddisruptionbudgets',
  'storage.k8s.io': 'csidrivers csinodes csistoragecapacities volumeattachments',
});

/** The 422 of an update that does not say from which version it was made although it must, or `undefined` (VA-09). */
export function requireResourceVersion(
  resource: ApiResource,
  stored: ApiObject,
  manifest: Manifest,
): ApiStatus | undefined {
  const isNeeded = resource.custom === true || NEEDS_VERSION.has(groupResource(resource));
  if (!isNeeded || !isNoVersion(manifest.metadata.resourceVersion)) return undefined;
  const { group, resource: plural } = resource;
  const detail = 'must be specified for an update';
  const fault = invalidValue('metadata.resourceVersion', undefined, detail);
  // Unlike elsewhere the object is called by its plural.
  return invalid({ group, kind: plural }, stored.metadata.name, [fault]);
}

/**
 * The 409 of a manifest made from an older version of the object, the 500 of one that names no version at all, or
 * `undefined`; without a version it is unconditional, or the 422 of a kind that needs one.
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
  const faulty = refuseUnreadableVersion(manifest);
  if (faulty) return faulty;
  const reason = `it has changed since version ${resourceVersion}: read it again, then repeat your change`;
  return conflict(resource, resource.resource, stored.metadata.name, reason);
}

const LARGEST_VERSION = 2n ** 64n - 1n;

/** Whether it is absent, or 0, which is the same. */
function isNoVersion(version: string | undefined): boolean {
  return version === undefined || /^0+$/.test(version);
}

/** The 422 of a new object with faulty metadata, or `undefined`. */
export function validateNew(
  resource: ApiResource,
  object: ApiObject,
  release: ReleaseProfile,
): ApiStatus | undefined {
  const { metadata } = object;
  // An object that names another version or kind is not checked further.
  const foreign = coordinateFaults(resource, object);
  if (foreign.length > 0) return invalidObject(resource, object, metadata.name, foreign);
  const nameless: FieldError = {
    field: 'metadata.name',
    reason: 'FieldValueRequired',
    message: 'name or generateName is required',
  };
  const errors = [
    ...(metadata.name === '' ? [nameless] : validateName(resource, metadata, release)),
    ...validateObjectMeta(metadata, takesAnyFinalizer(resource)),
    ...(groupResource(resource) === NAMESPACES ? validateNewNamespace(object) : []),
  ];
  return errors.length === 0 ? undefined : invalid(resource, metadata.name, errors);
}

/** The 422 of an update with faulty metadata, or `undefined`. */
export function validateUpdate(
  { resource, subresource }: RequestTarget,
  stored: ApiObject,
  updated: ApiObject,
  release: ReleaseProfile,
): ApiStatus | undefined {
  const { metadata } = updated;
  const key = groupResource(resource);
  const short = takesAnyFinalizer(resource) ? [] : validateShortFinalizers(metadata);
  const isWhole = subresource === undefined && release.checksGeneratedNamesOfUpdates.has(key);
  const generated = isWhole ? validateGenerateName(resource, metadata, release) : [];
  const all = [
    ...validateGeneratedSegment(metadata),
    ...validateObjectMetaUpdate(metadata, stored.metadata),
    ...short,
    ...generated,
    ...(key === NAMESPACES ? validateNamespaceUpdate(updated, subresource) : []),
    ...coordinateFaults(resource, updated),
  ];
  return all.length === 0 ? undefined : invalidObject(resource, updated, stored.metadata.name, all);
}

/** The faults of a custom resource that says it is something else; the content of a built-in kind shows what it is. */
function coordinateFaults(resource: ApiResource, given: ApiObject): readonly FieldError[] {
  if (resource.custom !== true) return [];
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return (['kind', 'apiVersion'] as const)
    .filter((key) => given[key] !== right[key])
    .map((key) => invalidValue(key, given[key], `must be ${right[key]}`));
}

/** The 422 of an object; a custom resource is called what it says it is. */
function invalidObject(
  resource: ApiResource,
  { apiVersion, kind }: ApiObject,
  name: string,
  errors: readonly FieldError[],
): ApiStatus {
  const { group } = parseApiVersion(apiVersion);
  return invalid(resource.custom === true ? { group, kind } : resource, name, errors);
}

/** Warnings of an object that is valid, new or instead of another. */
export function validWarnings(
  { custom }: ApiResource,
  { metadata }: Manifest,
  stored?: ApiObject,
): readonly string[] {
  if (custom !== true) return [];
  return finalizerWarnings(metadata.finalizers ?? [], stored?.metadata.finalizers ?? []);
}

/** Groups whose kinds are not asked for the short list; a CustomResourceDefinition carries an unqualified finalizer of its own (VA-06). */
const ANY_FINALIZER_GROUPS: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'coordination.k8s.io',
  'node.k8s.io',
  'policy',
]);

/** Whether the short list of unqualified finalizer names is not asked of this kind (VA-06). */
function takesAnyFinalizer(resource: ApiResource): boolean {
  const isEvent = groupResource(resource) === '/events';
  return resource.custom === true || isEvent || ANY_FINALIZER_GROUPS.has(resource.group);
}
