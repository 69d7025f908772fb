import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
import { missingVersion } from './decode-object.ts';
import { isJsonMap, mapOf } from './json-value.ts';
import { deleteOptionsType } from './meta-types.ts';
import { readTyped } from './read-typed.ts';
import { inconvertible, readTypeMeta, unregistered } from './type-meta.ts';

/** Delete options whose shape can be trusted, or the sentence that says what is wrong with them. */
export type DecodedOptions =
  | { readonly ok: true; readonly options: DeleteOptions }
  | { readonly ok: false; readonly message: string };

/** What else is known where options are read; some of it in every version. */
const NEIGHBOURS: ReadonlySet<string> = new Set(
  ['ListOptions', 'CreateOptions', 'UpdateOptions'].flatMap((kind) => [
    `v1/${kind}`,
    `meta.k8s.io/v1/${kind}`,
  ]),
);
const NEIGHBOURS_OF_ANY_VERSION: ReadonlySet<string> = new Set([
  ...['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'],
]);

/** Reads any JSON as the options of a DELETE; fields that do not matter here, or not yet, are dropped (API-01, VA-13). */
export function decodeDeleteOptions(
  body: unknown,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): DecodedOptions {
  if (isPlain(body, release)) return { ok: true, options: body };
  const given = readTypeMeta(body);
  if (!given.ok) return given;
  const other = refuseKind(body, given.apiVersion, given.kind);
  if (other !== undefined) return { ok: false, message: other };
  const read = readTyped(deleteOptionsType(release), body);
  if (!read.ok) return read;
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

/** What is said of a body that says it is something else, or `undefined`; options are of any version. */
function refuseKind(body: unknown, givenVersion: string, kind: string): string | undefined {
  if (givenVersion.endsWith('/')) return missingVersion(body);
  if (kind === '' || kind === 'DeleteOptions') return undefined;
  const apiVersion = givenVersion === '' ? 'meta.k8s.io/v1' : givenVersion;
  const isNeighbour =
    NEIGHBOURS_OF_ANY_VERSION.has(kind) || NEIGHBOURS.has(`${apiVersion}/${kind}`);
  return isNeighbour
    ? inconvertible(`v1.${kind}`, 'v1.DeleteOptions')
    : unregistered(apiVersion, kind);
}
