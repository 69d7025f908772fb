import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { type DeleteOptions, PROPAGATION_POLICIES } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { readCoordinates, refuseReading, type Unreadable } from './decode-object.ts';
import { BOOL, INT64, type JsonType, listOf, STRING, struct } from './json-types.ts';
import { isJsonMap, type JsonMap, mapOf } from './json-value.ts';
import { NAMESPACES } from './namespaces.ts';
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

const POLICIES: ReadonlySet<unknown> = new Set(PROPAGATION_POLICIES);

/** The options of a DELETE as they came, or the refusal of those that cannot be read or contradict themselves (API-31). */
export function acceptDeleteOptions(
  given: unknown,
  release: ReleaseProfile,
):
  | { readonly ok: true; readonly options: DeleteOptions }
  | { readonly ok: false; readonly status: ApiStatus } {
  if (isPlain(given, release)) return { ok: true, options: given };
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
  const given = readCoordinates(body);
  if (!given.ok) return given;
  // They are of any version.
  if (given.apiVersion.endsWith('/') || !['', 'DeleteOptions'].includes(given.kind)) {
    return refuseReading('the options of a DELETE must be a DeleteOptions of some version');
  }
  const read = readTyped(DELETE_OPTIONS, body);
  if (!read.ok) return refuseReading(misfitSentence(read));
  const {
    kind: _kind,
    apiVersion: _version,
    ignoreStoreReadErrorWithClusterBreakingPotential: _unsafe,
    propagationPolicy,
    ...options
  } = mapOf(read.value) as DeleteOptions & JsonMap;
  const isKnown = release.hasPropagationPolicies && propagationPolicy !== undefined;
  return { ok: true, options: isKnown ? { ...options, propagationPolicy } : options };
}

/** Whether the body has nothing but what the collector and kubelets send: there is nothing to decode or to refuse. */
function isPlain(body: unknown, release: ReleaseProfile): body is DeleteOptions {
  if (!isJsonMap(body)) return false;
  for (const key in body) if (!isPlainOption(key, body[key], release)) return false;
  return true;
}

function isPlainOption(
  key: string,
  value: unknown,
  { hasPropagationPolicies }: ReleaseProfile,
): boolean {
  if (key === 'propagationPolicy') return hasPropagationPolicies && POLICIES.has(value);
  if (key === 'gracePeriodSeconds') return value === 0;
  return key === 'preconditions' && arePlainPreconditions(value);
}

function arePlainPreconditions(value: unknown): boolean {
  if (!isJsonMap(value)) return false;
  for (const key in value) {
    if ((key !== 'uid' && key !== 'resourceVersion') || typeof value[key] !== 'string')
      return false;
  }
  return true;
}

const DELETE_OPTIONS: JsonType = struct({
  kind: STRING,
  apiVersion: STRING,
  gracePeriodSeconds: INT64,
  preconditions: struct({ uid: STRING, resourceVersion: STRING }),
  orphanDependents: BOOL,
  propagationPolicy: STRING,
  dryRun: listOf(STRING),
  ignoreStoreReadErrorWithClusterBreakingPotential: BOOL,
});

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

/** The 409 of a precondition that the stored object does not meet; the uid is looked at first (API-04, API-05, NS-18). */
export function checkPreconditions(
  stored: ApiObject,
  resource: ApiResource,
  preconditions: DeleteOptions['preconditions'],
): ApiStatus | undefined {
  if (!preconditions) return undefined;
  const { name, uid, resourceVersion: version = '' } = stored.metadata;
  const { uid: wanted = uid, resourceVersion: wantedVersion = version } = preconditions;
  if (wanted !== uid) {
    const guess = 'deleted and then recreated';
    return unmetPrecondition(resource, name, { what: 'UID', wanted, found: uid, guess });
  }
  if (wantedVersion === version) return undefined;
  const unmet = { what: 'ResourceVersion', wanted: wantedVersion, found: version };
  return unmetPrecondition(resource, name, { ...unmet, guess: 'modified' });
}

function unmetPrecondition(
  resource: ApiResource,
  name: string,
  { what, wanted, found, guess }: Readonly<Record<'what' | 'wanted' | 'found' | 'guess', string>>,
): ApiStatus {
  const { resource: plural, kind } = resource;
  const word = groupResource(resource) === NAMESPACES ? plural : kind;
  // A recorded case compares this sentence (evidence/15-preconditions).
  const reason =
    `the ${what} in the precondition (${wanted}) does not match ` +
    `the ${what} in record (${found}). The object might have been ${guess}`;
  return conflict(resource, word, name, reason);
}
