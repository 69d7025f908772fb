import { goText, goVerb } from './go-text.ts';
import { valueForm } from './json-types.ts';
import { field, isJsonMap, type JsonMap, sameJson } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/**
 * Lists that a strategic merge patch merges, by the name of their field: with the key that makes elements the same, the
 * first that the element has; without a key they are sets of strings. All other lists are replaced.
 */
const MERGED_LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['finalizers', []],
  ['ownerReferences', ['uid']],
  ['conditions', ['type']],
  ['addresses', ['type']],
  ['containers', ['name']],
  ['initContainers', ['name']],
  ['ephemeralContainers', ['name']],
  ['env', ['name']],
  ['ports', ['containerPort', 'port']],
  ['volumes', ['name']],
  ['volumeMounts', ['mountPath']],
  ['volumeDevices', ['devicePath']],
  ['imagePullSecrets', ['name']],
  ['secrets', ['name']],
  ['hostAliases', ['ip']],
  ['topologySpreadConstraints', ['topologyKey']],
]);

/** What says of a map what is to be done with it. */
export const PATCH = '$patch';

/** Whether a field of this name is a list that is merged. */
export function isMergedList(name: string): boolean {
  return MERGED_LISTS.has(name);
}

/** Whether the elements of the list are texts. */
export function isSet(name: string): boolean {
  return MERGED_LISTS.get(name)?.length === 0;
}

/** Throws unless what is to be merged is of one form. */
export function requireOneForm(old: readonly unknown[], patch: readonly unknown[]): void {
  const forms = new Set([...old, ...patch].map(valueForm));
  if (forms.size < 2) return;
  throw new PatchError(`list element types are not identical: ${goText([old, patch])}`);
}

/**
 * What tells the elements of a merged list apart: the value of their key, or of a set they themselves. Throws if an element
 * of a patch has none.
 */
export function identityIn(name: string, item: unknown): unknown {
  const keys = MERGED_LISTS.get(name) ?? [];
  return keys.length > 0 && isJsonMap(item) ? field(item, keyOf(item, keys)) : item;
}

/** Makes one map of an old one, if there is one, and what a patch has for it. */
export type MergeMaps = (old: JsonMap | undefined, patch: JsonMap) => JsonMap;

/** The elements of a list after a patch that names some of them, in no order yet. */
export function mergedList(
  name: string,
  old: readonly unknown[],
  patch: readonly unknown[],
  merge: MergeMaps,
): readonly unknown[] {
  requireOneForm(old, patch);
  const keys = MERGED_LISTS.get(name) ?? [];
  if (keys.length === 0 || !patch.every(isJsonMap)) return [...new Set([...old, ...patch])];
  const directives = patch.filter(isDirective);
  const elements = patch.filter((element) => !isDirective(element));
  const left = directives.reduce((list, each) => withoutElement(list, each, keys), old);
  if (directives.some((each) => field(each, PATCH) === 'replace'))
    return elements.map((element) => merge(undefined, element));
  return elements.reduce((list, each) => withElement(list, each, keys, merge), left);
}

/** Whether the map says what is to be done, and is nothing that stays. */
export function isDirective(value: unknown): boolean {
  return isJsonMap(value) && Object.hasOwn(value, PATCH);
}

/** The 500 of a directive that the server does not know. */
export function unknownDirective(map: JsonMap): PatchError {
  return new PatchError(`unknown patch type: ${goVerb(field(map, PATCH))} in map: ${goText(map)}`);
}

/** Follows a directive that stands in a list. Every element of its key goes: an object may hold two references of one uid. */
function withoutElement(
  list: readonly unknown[],
  directive: JsonMap,
  keys: readonly string[],
): readonly unknown[] {
  switch (field(directive, PATCH)) {
    case 'replace':
      return list;
    case 'merge':
      throw new PatchError('merging lists cannot yet be specified in the patch');
    case 'delete':
      return list.filter((other) => !isSame(other, directive, keyOf(directive, keys)));
    default:
      throw unknownDirective(directive);
  }
}

function withElement(
  list: readonly unknown[],
  element: JsonMap,
  keys: readonly string[],
  merge: MergeMaps,
): readonly unknown[] {
  const key = keyOf(element, keys);
  const at = list.findIndex((other) => isSame(other, element, key));
  const old = list[at];
  return isJsonMap(old) ? list.with(at, merge(old, element)) : [...list, merge(undefined, element)];
}

function isSame(other: unknown, element: JsonMap, key: string): boolean {
  return isJsonMap(other) && sameJson(field(other, key), field(element, key));
}

function keyOf(element: JsonMap, keys: readonly string[]): string {
  const key = keys.find((candidate) => Object.hasOwn(element, candidate));
  if (key !== undefined) return key;
  throw new PatchError(`map: ${goText(element)} does not contain declared merge key: ${keys[0]}`);
}
