import { valueForm } from './json-types.ts';
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
  const directive = Object.hasOwn(patch, PATCH) ? field(patch, PATCH) : 'merge';
  if (directive === 'delete') return {};
  if (directive !== 'merge' && directive !== 'replace') {
    throw new PatchError(`unknown patch type: ${goText(directive)} in map: ${goText(patch)}`);
  }
  const old = directive === 'replace' ? {} : target;
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) mergeField(merged, key, value);
  const orders = new Map(directives(patch, SET_ORDER));
  for (const key of MERGED_LISTS.keys()) {
    const list = merged.get(key);
    const order = orderOf(key, field(patch, key), orders.get(key));
    if (Array.isArray(list) && order)
      merged.set(key, inOrder(key, list, listOf(field(old, key)), order));
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
  requireOneForm(listOf(old), value);
  if (keys.length > 0) return mergeList(listOf(old), value, keys);
  return [...listOf(old), ...value.filter((item) => !listOf(old).includes(item))];
}

/** What is to be merged must be of one form; without an old list there is nothing to merge. */
function requireOneForm(old: readonly unknown[], patch: readonly unknown[]): void {
  const forms = new Set([...old, ...patch].map(valueForm));
  if (old.length === 0 || forms.size < 2) return;
  throw new PatchError(`list element types are not identical: ${goText([old, patch])}`);
}

function mergeList(
  old: readonly unknown[],
  patch: readonly unknown[],
  keys: readonly string[],
): readonly unknown[] {
  // Whoever reads the object will say what is wrong with them.
  if (!patch.every(isJsonMap)) return patch;
  const saysReplace = (m: JsonMap): boolean =>
    field(m, PATCH) === 'replace' && Object.keys(m).length === 1;
  const elements = patch.filter((m) => !saysReplace(m));
  return elements.reduce<readonly unknown[]>(
    (list, element) => mergeElement(list, element, keys),
    patch.some(saysReplace) ? [] : old,
  );
}

function mergeElement(
  list: readonly unknown[],
  element: JsonMap,
  keys: readonly string[],
): readonly unknown[] {
  const key = keys.find((candidate) => field(element, candidate) !== undefined);
  if (key === undefined) {
    throw new PatchError(`map: ${goText(element)} does not contain declared merge key: ${keys[0]}`);
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

/** What is no list removes nothing. */
function without(list: readonly unknown[], removed: unknown): readonly unknown[] {
  return list.filter((item) => !listOf(removed).includes(item));
}

/** What tells the elements of a merged list apart. */
function identityIn(name: string, item: unknown): unknown {
  const keys = MERGED_LISTS.get(name) ?? [];
  return isJsonMap(item)
    ? keys.map((key) => field(item, key)).find((id) => id !== undefined)
    : item;
}

/** In which order a patch wants what it names: that of the directive, else of its own elements. */
function orderOf(name: string, patched: unknown, directive: unknown): unknown[] | undefined {
  const elements = listOf(patched).filter(
    (item) => !(isJsonMap(item) && Object.hasOwn(item, PATCH)),
  );
  const own = elements.map((item) => identityIn(name, item));
  if (directive === undefined) return Array.isArray(patched) ? own : undefined;
  if (!Array.isArray(directive)) throw new PatchError(`${SET_ORDER}${name} needs a list`);
  const order = directive.map((item) => identityIn(name, item));
  const places = own.map((id) => order.indexOf(id));
  if (places.every((place, index) => place > (places[index - 1] ?? -1))) return order;
  throw new PatchError(
    `The order in patch list:\n${goText(patched)}\n doesn't match ${SET_ORDER.slice(0, -1)} list:\n${goText(directive)}\n`,
  );
}

/** What the order names, in that order, among the others: each of them stays behind what was before it. */
function inOrder(
  name: string,
  list: readonly unknown[],
  before: readonly unknown[],
  order: readonly unknown[],
): readonly unknown[] {
  const old = before.map((item) => identityIn(name, item));
  const placeOf = (item: unknown): number => old.indexOf(identityIn(name, item));
  const rank = (item: unknown): number => order.indexOf(identityIn(name, item));
  // Those of one key stand where the first of them stood.
  const others = list.filter((item) => rank(item) < 0).sort((a, b) => placeOf(a) - placeOf(b));
  const named = list.filter((item) => rank(item) >= 0).sort((a, b) => rank(a) - rank(b));
  const merged: unknown[] = [];
  for (const item of named) {
    while (others.length > 0 && placeOf(others[0]) < placeOf(item)) merged.push(others.shift());
    merged.push(item);
  }
  return [...merged, ...others];
}

/** A value as the server prints it in errors. */
export function goText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonMap(value)) return value === null ? '<nil>' : String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, part]) => `${key}:${goText(part)}`).join(' ')}]`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
