import { PatchError } from './json-patch.ts';
import { field, isJsonMap, type JsonMap, jsonKey } from './json-value.ts';

/** Tells what to do with the map that holds it: `replace` or `delete`. */
const DIRECTIVE = '$patch';
/** Names the fields of a map that stay. */
const RETAIN_KEYS = '$retainKeys';
const SET_ORDER = '$setElementOrder/';
const DELETE_FROM_SET = '$deleteFromPrimitiveList/';

/**
 * Lists that are merged, by the name of their field: with the keys that identify an element, the first that it has; without
 * a key they are sets of strings. All other lists are replaced.
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

/**
 * The target after a strategic merge patch as the collector and kubectl send it (PA-02, PA-03, PA-05): maps are merged, `null`
 * removes, lists of `MERGED_LISTS` are merged by their key, all else replaces. Four directives are known: `$patch` with `replace` or
 * `delete` in a map or in an element of a merged list, `$retainKeys`, `$setElementOrder/<list>` and
 * `$deleteFromPrimitiveList/<list>`. A contradicting order is not refused. Throws `PatchError` for another
 * `$patch` and for an element without the key of its list. `parent` is the field that holds the target, none for an object.
 */
export function strategicMergePatch(target: JsonMap, patch: JsonMap, parent?: string): JsonMap {
  const { [DIRECTIVE]: _directive, ...rest } = patch;
  const directive = directiveOf(patch);
  if (directive !== undefined) return directive === 'delete' ? {} : rest;
  const old = retained(target, patch);
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) {
    const set = key.startsWith(DELETE_FROM_SET) ? key.slice(DELETE_FROM_SET.length) : undefined;
    if (set !== undefined) merged.set(set, withoutItems(merged.get(set), value));
    else if (isField(key)) merged.set(key, mergedValue(key, merged.get(key), value, parent));
  }
  setOrders(merged, old, patch, parent);
  return Object.fromEntries([...merged].filter(([, value]) => value !== undefined));
}

/** Puts merged lists into the order that a directive gives them. */
function setOrders(
  merged: Map<string, unknown>,
  old: JsonMap,
  patch: JsonMap,
  parent: string | undefined,
): void {
  for (const [key, order] of Object.entries(patch)) {
    const name = key.slice(SET_ORDER.length);
    const list = key.startsWith(SET_ORDER) ? merged.get(name) : undefined;
    if (!Array.isArray(list) || !isMergedList(name, parent)) continue;
    const ranks = listOf(order).map((item) => identityIn(name, item));
    if (ranks.length > 0) merged.set(name, inOrder(name, list, listOf(field(old, name)), ranks));
  }
}

/** The `$patch` of a map, or `undefined`. Throws for one that no server knows. */
function directiveOf(value: unknown): 'delete' | 'replace' | undefined {
  if (!isJsonMap(value) || !Object.hasOwn(value, DIRECTIVE)) return undefined;
  const directive = value[DIRECTIVE];
  if (directive === 'delete' || directive === 'replace') return directive;
  throw new PatchError(`${DIRECTIVE}: ${JSON.stringify(directive)} is neither replace nor delete`);
}

/** Whether the key is a field, and no directive about others. */
function isField(key: string): boolean {
  return key !== RETAIN_KEYS && !key.startsWith(SET_ORDER) && !key.startsWith(DELETE_FROM_SET);
}

/** The ports of an EndpointSlice, which stand in the object itself, are replaced. */
function isMergedList(name: string, parent: string | undefined): boolean {
  return MERGED_LISTS.has(name) && !(name === 'ports' && parent === undefined);
}

function retained(target: JsonMap, patch: JsonMap): JsonMap {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return target;
  const kept = new Set(listOf(patch[RETAIN_KEYS]));
  return Object.fromEntries(Object.entries(target).filter(([key]) => kept.has(key)));
}

/** A value that is no list loses nothing. */
function withoutItems(old: unknown, removed: unknown): unknown {
  const gone = new Set(listOf(removed));
  return Array.isArray(old) ? old.filter((item) => !gone.has(item)) : old;
}

function mergedValue(
  name: string,
  old: unknown,
  value: unknown,
  parent: string | undefined,
): unknown {
  if (value === null) return undefined;
  if (isJsonMap(old) && isJsonMap(value)) return strategicMergePatch(old, value, name);
  if (!(Array.isArray(old) && Array.isArray(value))) return newPart(value);
  return isMergedList(name, parent) ? mergedList(name, old, value) : value;
}

/** A part that is new: without its nulls, its directives, and the elements that are directives. */
function newPart(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => directiveOf(item) === undefined).map(newPart);
  }
  if (!isJsonMap(value)) return value;
  return directiveOf(value) === undefined ? newMap(value) : undefined;
}

function newMap(map: JsonMap): JsonMap {
  const entries = Object.entries(map)
    .filter(([key, part]) => part !== null && isField(key))
    .map(([key, part]) => [key, newPart(part)] as const);
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

/** Every element of a deleted key goes: an object may hold two references of one uid. */
function mergedList(
  name: string,
  old: readonly unknown[],
  patch: readonly unknown[],
): readonly unknown[] {
  const elements = patch.filter((element) => directiveOf(element) === undefined);
  if (patch.some((element) => directiveOf(element) === 'replace')) return elements.map(newPart);
  const deleted = patch.filter((element) => directiveOf(element) === 'delete');
  const gone = new Set(deleted.map((element) => requiredIdentity(name, element)));
  const kept = keysOf(name).length === 0 ? [...new Set(old)] : old;
  const left = kept.filter((item) => !gone.has(identityIn(name, item)));
  const order = elements.map((element) => requiredIdentity(name, element));
  const merged = [...left];
  const places = firstPlaces(left.map((item) => identityIn(name, item)));
  for (const [index, element] of elements.entries()) {
    const at = places.get(order[index]) ?? merged.length;
    places.set(order[index], at);
    const before = merged[at];
    const isMerged = isJsonMap(before) && isJsonMap(element);
    merged[at] = isMerged ? strategicMergePatch(before, element, name) : newPart(element);
  }
  return inOrder(name, merged, left, order);
}

/** Puts the items that the order names in that order among the others; each other item stays behind the item before it. */
function inOrder(
  name: string,
  list: readonly unknown[],
  before: readonly unknown[],
  order: readonly unknown[],
): readonly unknown[] {
  const placeOf = firstPlaces(before.map((item) => identityIn(name, item)));
  const rankOf = firstPlaces(order);
  const placed = list.map((item) => {
    const identity = identityIn(name, item);
    return { item, place: placeOf.get(identity) ?? -1, rank: rankOf.get(identity) ?? -1 };
  });
  // Items of one key stand where the first of them stood.
  const others = placed.filter(({ rank }) => rank < 0).sort((a, b) => a.place - b.place);
  const named = placed.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank);
  const merged: unknown[] = [];
  let next = 0;
  for (const { item, place } of named) {
    for (let other = others[next]; other && other.place < place; other = others[next]) {
      merged.push(other.item);
      next += 1;
    }
    merged.push(item);
  }
  return [...merged, ...others.slice(next).map(({ item }) => item)];
}

/** Where each identity comes first. */
function firstPlaces(identities: readonly unknown[]): Map<unknown, number> {
  const places = new Map<unknown, number>();
  for (const [at, identity] of identities.entries()) {
    if (!places.has(identity)) places.set(identity, at);
  }
  return places;
}

/** The same value for the same element of a merged list: that of its key, or the element where it has none. */
function identityIn(name: string, element: unknown): unknown {
  if (!isJsonMap(element)) return element;
  const key = keysOf(name).find((each) => Object.hasOwn(element, each));
  return key === undefined ? element : jsonKey([key, field(element, key)]);
}

function requiredIdentity(name: string, element: unknown): unknown {
  const identity = identityIn(name, element);
  if (identity !== element || keysOf(name).length === 0) return identity;
  throw new PatchError(`${name}: each element needs ${keysOf(name).join(' or ')}`);
}

function keysOf(name: string): readonly string[] {
  return MERGED_LISTS.get(name) ?? [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
