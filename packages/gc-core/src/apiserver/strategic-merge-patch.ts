import { field, isJsonMap, type JsonMap, sameJson } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/**
 * Lists that are merged, by the name of their field: with the key that makes elements the same, the first that the
 * element has; without a key they are sets of strings. All other lists are replaced.
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

const PATCH = '$patch';
const RETAIN_KEYS = '$retainKeys';
const SET_ORDER = '$setElementOrder/';
const DELETE_FROM_SET = '$deleteFromPrimitiveList/';

/**
 * The target after a strategic merge patch: maps are merged, `null` removes, the lists named here are merged by their
 * key, all else replaces (PA-02, PA-03, PA-05). Knows the directives `$patch`, `$retainKeys`,
 * `$setElementOrder/<list>` and `$deleteFromPrimitiveList/<list>`. Throws `PatchError` for a patch that makes no sense.
 */
export function strategicMergePatch(target: JsonMap, patch: JsonMap): JsonMap {
  const directive = field(patch, PATCH) ?? 'merge';
  if (directive === 'delete') return {};
  if (directive !== 'merge' && directive !== 'replace') {
    throw new PatchError(`unknown ${PATCH} directive ${JSON.stringify(directive)}`);
  }
  const old = directive === 'replace' ? {} : target;
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) mergeField(merged, key, value);
  for (const [key, order] of directives(patch, SET_ORDER)) {
    if (merged.has(key)) merged.set(key, inOrder(key, listOf(merged.get(key)), order));
  }
  const retained = field(patch, RETAIN_KEYS);
  const entries = [...merged].filter(([key]) => !Array.isArray(retained) || retained.includes(key));
  return Object.fromEntries(entries);
}

/** Directives on a list are fields of the map around it, with the list's name after the prefix. */
function directives(patch: JsonMap, prefix: string): [string, unknown][] {
  return Object.entries(patch)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]) => [key.slice(prefix.length), value]);
}

function mergeField(merged: Map<string, unknown>, key: string, value: unknown): void {
  if (key === PATCH || key === RETAIN_KEYS || key.startsWith(SET_ORDER)) return;
  if (key.startsWith(DELETE_FROM_SET)) {
    const name = key.slice(DELETE_FROM_SET.length);
    if (merged.has(name)) merged.set(name, without(listOf(merged.get(name)), value));
  } else if (value === null) merged.delete(key);
  else merged.set(key, mergeValue(key, merged.get(key), value));
}

function mergeValue(name: string, old: unknown, value: unknown): unknown {
  if (isJsonMap(value)) return strategicMergePatch(isJsonMap(old) ? old : {}, value);
  const keys = MERGED_LISTS.get(name);
  if (!Array.isArray(value) || keys === undefined) return value;
  return keys.length === 0
    ? [...listOf(old), ...value.filter((item) => !listOf(old).includes(item))]
    : mergeList(name, listOf(old), value, keys);
}

function mergeList(
  name: string,
  old: readonly unknown[],
  patch: readonly unknown[],
  keys: readonly string[],
): readonly unknown[] {
  const maps = patch.map((element) => {
    if (isJsonMap(element)) return element;
    throw new PatchError(`the elements of ${name} must be objects`);
  });
  const saysReplace = (m: JsonMap): boolean =>
    field(m, PATCH) === 'replace' && Object.keys(m).length === 1;
  const isReplaced = maps.some(saysReplace);
  const elements = maps.filter((m) => !saysReplace(m));
  return elements.reduce<readonly unknown[]>(
    (list, element) => mergeElement(name, list, element, keys),
    isReplaced ? [] : old,
  );
}

function mergeElement(
  name: string,
  list: readonly unknown[],
  element: JsonMap,
  keys: readonly string[],
): readonly unknown[] {
  const key = keys.find((candidate) => field(element, candidate) !== undefined);
  if (key === undefined) {
    throw new PatchError(`an element of ${name} does not contain declared merge key: ${keys[0]}`);
  }
  const isSame = (other: unknown): boolean =>
    isJsonMap(other) && sameJson(field(other, key), field(element, key));
  // Every element of that key goes: an object may hold two references of one uid.
  if (field(element, PATCH) === 'delete') return list.filter((other) => !isSame(other));
  const at = list.findIndex(isSame);
  const old = list[at];
  const merged = strategicMergePatch(isJsonMap(old) ? old : {}, element);
  return at < 0 ? [...list, merged] : list.with(at, merged);
}

function without(list: readonly unknown[], removed: unknown): readonly unknown[] {
  if (!Array.isArray(removed)) throw new PatchError(`${DELETE_FROM_SET} needs a list`);
  return list.filter((item) => !removed.includes(item));
}

/** The elements that the order names, in that order; others keep their places. */
function inOrder(name: string, list: readonly unknown[], order: unknown): readonly unknown[] {
  if (!Array.isArray(order)) throw new PatchError(`${SET_ORDER}${name} needs a list`);
  const keys = MERGED_LISTS.get(name) ?? [];
  const identity = (item: unknown): unknown =>
    isJsonMap(item) ? keys.map((key) => field(item, key)).find((id) => id !== undefined) : item;
  const ranks = new Map(order.map((item, index) => [identity(item), index]));
  const rank = (item: unknown): number | undefined => ranks.get(identity(item));
  const named = list.filter((item) => rank(item) !== undefined);
  const sorted = named.sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0)).values();
  return list.map((item) => (rank(item) === undefined ? item : sorted.next().value));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
