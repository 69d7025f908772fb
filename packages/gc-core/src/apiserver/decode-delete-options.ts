import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
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

/** Delete options whose shape can be trusted, or the sentence that says what is wrong with them. */
export type DecodedOptions = { readonly ok: true; readonly options: DeleteOptions } | Unreadable;

/** Reads any JSON as the options of a DELETE; fields that do not matter here, or not yet, are dropped (API-01, VA-13). */
export function decodeDeleteOptions(
  body: unknown,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): DecodedOptions {
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
