import { givenOrder, inOrder, requireList } from './element-order.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
import { mergeList, requireOneForm } from './merge-list.ts';
import { isMergedList } from './merged-list-keys.ts';
import {
  DELETE_FROM_SET,
  isDirective,
  isField,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  SET_ORDER,
  unknownDirective,
} from './patch-directives.ts';
import { PatchError } from './patch-error.ts';

/** Fields that hold maps of a user's keys, not structures: directives but `$patch` are keys like others where such a map is new. */
const PLAIN_MAPS: ReadonlySet<string | undefined> = new Set([
  ...['labels', 'annotations', 'matchLabels', 'nodeSelector'],
  ...['data', 'binaryData', 'stringData'],
]);

/**
 * The target after a strategic merge patch: maps are merged, `null` removes, some lists are merged by their key, all else
 * replaces (PA-02, PA-03, PA-05). Knows the directives `$patch`, `$retainKeys`, `$setElementOrder/<list>` and
 * `$deleteFromPrimitiveList/<list>`; `name` is the field that holds the target, none for a whole object. Throws `PatchError`
 * for a patch that makes no sense.
 */
export function strategicMergePatch(target: JsonMap, patch: JsonMap, name?: string): JsonMap {
  if (isDirective(patch)) return directedMap(patch);
  const old = retained(target, patch);
  const orders = ordersIn(old, patch, name);
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith(DELETE_FROM_SET)) {
      removeFromSet(merged, key.slice(DELETE_FROM_SET.length), value);
    } else if (isField(key)) mergeField(merged, key, value, name);
  }
  for (const [key, order] of orders) {
    const list = merged.get(key);
    if (Array.isArray(list)) merged.set(key, inOrder(key, list, listOf(field(old, key)), order));
  }
  return Object.fromEntries(merged);
}

/** A map that says what is to become of the one that is there. */
function directedMap(patch: JsonMap): JsonMap {
  const { [PATCH_DIRECTIVE]: directive, ...rest } = patch;
  if (directive === 'delete') return {};
  if (directive === 'replace') return rest;
  throw unknownDirective(patch);
}

/** The target without what `$retainKeys` does not name; all that the patch sets must be named. */
function retained(target: JsonMap, patch: JsonMap): JsonMap {
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return target;
  const names = field(patch, RETAIN_KEYS);
  const kept = new Set<unknown>(listOf(names));
  const fields = Object.keys(patch).filter(isField);
  if (!Array.isArray(names) || !fields.every((key) => kept.has(key))) {
    throw new PatchError('invalid patch format of retainKeys', true);
  }
  return Object.fromEntries(Object.entries(target).filter(([key]) => kept.has(key)));
}

/** The orders that directives give to lists that are there, or come. */
function ordersIn(
  old: JsonMap,
  patch: JsonMap,
  name: string | undefined,
): Map<string, readonly unknown[]> {
  const orders = new Map<string, readonly unknown[]>();
  for (const [directive, value] of Object.entries(patch)) {
    if (!directive.startsWith(SET_ORDER)) continue;
    const key = directive.slice(SET_ORDER.length);
    const wanted = requireList(value);
    const lists = [field(old, key), field(patch, key)].filter((list) => list !== undefined);
    lists.forEach(requireList);
    if (PLAIN_MAPS.has(name)) {
      throw new PatchError(
        'merging an object in json but data type is not struct, instead is: map',
      );
    }
    // An empty order is none, and forbids nothing.
    if (lists.length > 0 && isMergedList(key, name) && wanted.length > 0)
      orders.set(key, givenOrder(key, wanted, field(patch, key)));
  }
  return orders;
}

function mergeField(
  merged: Map<string, unknown>,
  key: string,
  value: unknown,
  holder: string | undefined,
): void {
  const part = value === null ? undefined : mergedValue(key, merged.get(key), value, holder);
  if (part === undefined) merged.delete(key);
  else merged.set(key, part);
}

function mergedValue(
  name: string,
  old: unknown,
  value: unknown,
  holder: string | undefined,
): unknown {
  if (isJsonMap(old) && isJsonMap(value)) return strategicMergePatch(old, value, name);
  if (!(Array.isArray(old) && Array.isArray(value))) return newPart(value, name);
  if (!isMergedList(name, holder)) return value;
  return mergeList(name, old, value, (element, patch) =>
    element ? strategicMergePatch(element, patch, name) : newMap(patch, name),
  );
}

/** What is not a list, or not there, loses nothing. */
function removeFromSet(merged: Map<string, unknown>, name: string, removed: unknown): void {
  const old = merged.get(name);
  if (!(Array.isArray(old) && Array.isArray(removed))) return;
  requireOneForm(old, removed);
  const texts = new Set<unknown>(removed);
  merged.set(
    name,
    old.filter((item) => !texts.has(item)),
  );
}

/** What a patch brings where nothing of the form was: maps that are directives are not kept, whatever else they say. */
function newPart(value: unknown, name?: string): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => !isDirective(item)).map((item) => newPart(item));
  }
  if (!isJsonMap(value)) return value;
  return isDirective(value) ? undefined : newMap(value, name);
}

function newMap(map: JsonMap, name?: string): JsonMap {
  const isPlain = PLAIN_MAPS.has(name);
  const entries = Object.entries(map).flatMap(([key, part]) => {
    const made = part === null || !(isPlain || isField(key)) ? undefined : newPart(part, key);
    return made === undefined ? [] : [[key, made] as const];
  });
  return Object.fromEntries(entries);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
