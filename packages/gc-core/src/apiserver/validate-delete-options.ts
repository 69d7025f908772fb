import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { type DeleteOptions, PROPAGATION_POLICIES } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { readCoordinates, refuseReading, type Unreadable } from './decode-object.ts';
import {
  BOOL,
  INT64,
  type JsonType,
  listOf,
  STRING,
  type StructType,
  struct,
} from './json-types.ts';
import { isJsonMap, mapOf } from './json-value.ts';
import { misfitSentence, readTyped } from './read-typed.ts';
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

/** Delete options whose shape can be trusted, or the sentence that says what is wrong with them. */
type DecodedOptions = { readonly ok: true; readonly options: DeleteOptions } | Unreadable;

/** Reads any JSON as the options of a DELETE; fields that do not matter here, or not yet, are dropped (API-01, VA-13). */
function decodeDeleteOptions(body: unknown, release: ReleaseProfile): DecodedOptions {
  if (isPlain(body, release)) return { ok: true, options: body };
  const given = readCoordinates(body);
  if (!given.ok) return given;
  // They are of any version.
  if (given.apiVersion.endsWith('/') || !['', 'DeleteOptions'].includes(given.kind)) {
    return refuseReading('the options of a DELETE must be a DeleteOptions of some version');
  }
  const type = release.hasPropagationPolicies ? DELETE_OPTIONS : DELETE_OPTIONS_WITHOUT_POLICY;
  const read = readTyped(type, body);
  if (!read.ok) return refuseReading(misfitSentence(read));
  const {
    kind: _kind,
    apiVersion: _version,
    ignoreStoreReadErrorWithClusterBreakingPotential: _unsafe,
    ...options
  } = mapOf(read.value);
  return { ok: true, options };
}

/** Whether the body has nothing but what the collector and kubelets send: there is nothing to read into it. */
function isPlain(body: unknown, { hasPropagationPolicies }: ReleaseProfile): body is DeleteOptions {
  if (!isJsonMap(body)) return false;
  return Object.keys(body).every((key) => {
    const value = body[key];
    if (key === 'propagationPolicy') return hasPropagationPolicies && typeof value === 'string';
    if (key === 'gracePeriodSeconds') return value === 0;
    if (key !== 'preconditions' || !isJsonMap(value)) return false;
    return Object.keys(value).every((condition) => {
      const isKnown = condition === 'uid' || condition === 'resourceVersion';
      return isKnown && typeof value[condition] === 'string';
    });
  });
}

function deleteOptions(policy: Readonly<Record<string, JsonType>>): StructType {
  return struct({
    kind: STRING,
    apiVersion: STRING,
    gracePeriodSeconds: INT64,
    preconditions: struct({ uid: STRING, resourceVersion: STRING }),
    orphanDependents: BOOL,
    ...policy,
    dryRun: listOf(STRING),
    ignoreStoreReadErrorWithClusterBreakingPotential: BOOL,
  });
}

// A collector sends thousands of them.
const DELETE_OPTIONS = deleteOptions({ propagationPolicy: STRING });
const DELETE_OPTIONS_WITHOUT_POLICY = deleteOptions({});

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
