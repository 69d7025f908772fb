import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { DEFAULT_RELEASE, RELEASES, type ReleaseProfile } from '../meta/releases.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';

/** Delete options whose shape can be trusted, or the sentence that says what is wrong with them. */
export type DecodedOptions =
  | { readonly ok: true; readonly options: DeleteOptions }
  | { readonly ok: false; readonly message: string };

/** What each field must be, and the words for it. `null` is the same as absent. */
const FIELDS: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['propagationPolicy', isText, 'a string'],
  ['orphanDependents', (value) => typeof value === 'boolean', 'true or false'],
  ['gracePeriodSeconds', Number.isSafeInteger, 'a whole number'],
  ['dryRun', (value) => Array.isArray(value) && value.every(isText), 'a list of strings'],
  ['preconditions', isPreconditions, 'an object with uid and resourceVersion as strings'],
];

/** Reads any JSON as the options of a DELETE; fields that do not matter here, or not yet, are dropped (API-01). */
export function decodeDeleteOptions(
  body: unknown,
  release: ReleaseProfile = RELEASES[DEFAULT_RELEASE],
): DecodedOptions {
  if (!isJsonMap(body)) return refuse('the options', 'a JSON object');
  const other = refuseKind(body);
  if (other) return other;
  const options = new Map<string, unknown>();
  for (const [name, isRight, words] of FIELDS) {
    if (name === 'propagationPolicy' && !release.hasPropagationPolicies) continue;
    const value = field(body, name) ?? undefined;
    if (value === undefined) continue;
    if (!isRight(value)) return refuse(name, words);
    options.set(name, name === 'preconditions' ? withoutNulls(value) : value);
  }
  return { ok: true, options: Object.fromEntries(options) };
}

/** The refusal of a body that says it is something else. */
function refuseKind(body: JsonMap): DecodedOptions | undefined {
  const kind = field(body, 'kind') ?? '';
  if (kind === '' || kind === 'DeleteOptions') return undefined;
  if (!isText(kind)) return refuse('kind', 'a string');
  const version = field(body, 'apiVersion') ?? 'meta.k8s.io/v1';
  return { ok: false, message: `no kind "${kind}" is registered for version "${version}"` };
}

function refuse(name: string, words: string): DecodedOptions {
  return { ok: false, message: `DeleteOptions cannot be read: ${name} must be ${words}` };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isPreconditions(value: unknown): boolean {
  if (!isJsonMap(value)) return false;
  return ['uid', 'resourceVersion'].every((key) => isText(field(value, key) ?? ''));
}

function withoutNulls(value: unknown): unknown {
  const entries = Object.entries(isJsonMap(value) ? value : {});
  return Object.fromEntries(entries.filter(([, part]) => part !== null));
}
