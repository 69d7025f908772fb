import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { type DeleteOptions, PROPAGATION_POLICIES } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { decodeDeleteOptions } from './decode-delete-options.ts';
import {
  badRequest,
  conflict,
  type FieldError,
  invalid,
  invalidValue,
  unreadable,
  unsupportedValue,
} from './status-errors.ts';

const POLICIES: ReadonlySet<string> = new Set(PROPAGATION_POLICIES);

/** The options of a DELETE as they came, or the refusal of those that cannot be read or contradict themselves (API-31). */
export function acceptDeleteOptions(
  given: unknown,
  release: ReleaseProfile,
):
  | { readonly ok: true; readonly options: DeleteOptions }
  | { readonly ok: false; readonly status: ApiStatus } {
  const decoded = decodeDeleteOptions(given, release);
  if (!decoded.ok) {
    const refuse = release.unreadableOptions === 'bad-request' ? badRequest : unreadable;
    return { ok: false, status: refuse(decoded.message) };
  }
  const status = validateDeleteOptions(decoded.options);
  return status ? { ok: false, status } : decoded;
}

/** The 422 of options that contradict themselves, or `undefined` (API-02, API-03). */
function validateDeleteOptions(options: DeleteOptions): ApiStatus | undefined {
  const { propagationPolicy: policy, orphanDependents, dryRun } = options;
  const errors: FieldError[] = [];
  if (policy !== undefined && orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalidValue('propagationPolicy', policy, detail));
  }
  if (policy !== undefined && !POLICIES.has(policy)) {
    const supported = ['Foreground', 'Background', 'Orphan', 'nil'];
    errors.push(unsupportedValue('propagationPolicy', supported));
  }
  errors.push(...validateDryRun(dryRun));
  return errors.length === 0
    ? undefined
    : invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
}

/** Faults of a `dryRun` list: only `All` is known. */
export function validateDryRun(dryRun: readonly string[] = []): FieldError[] {
  return dryRun.every((stage) => stage === 'All') ? [] : [unsupportedValue('dryRun', ['All'])];
}

/** The 409 of a precondition that the stored object does not meet; the uid is looked at first (API-04, API-05). */
export function checkPreconditions(
  stored: ApiObject,
  resource: ApiResource,
  preconditions: DeleteOptions['preconditions'],
): ApiStatus | undefined {
  const { name, uid, resourceVersion } = stored.metadata;
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    const guess = 'deleted and then recreated';
    return unmet(resource, name, 'UID', preconditions.uid, uid, guess);
  }
  const version = preconditions?.resourceVersion;
  if (version !== undefined && version !== resourceVersion) {
    return unmet(resource, name, 'ResourceVersion', version, resourceVersion ?? '', 'modified');
  }
  return undefined;
}

function unmet(
  resource: ApiResource,
  name: string,
  what: string,
  wanted: string,
  found: string,
  guess: string,
): ApiStatus {
  const reason =
    `the ${what} in the precondition (${wanted}) does not match ` +
    `the ${what} in record (${found}). The object might have been ${guess}`;
  return conflict(resource, resource.kind, name, reason);
}
