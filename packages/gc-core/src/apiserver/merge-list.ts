import { inOrder, ownOrder } from './element-order.ts';
import { goText } from './go-text.ts';
import { valueForm } from './json-types.ts';
import { field, isJsonMap, type JsonMap, sameJson } from './json-value.ts';
import { isSet, keyIn } from './merged-list-keys.ts';
import { isDirective, PATCH, unknownDirective } from './patch-directives.ts';
import { PatchError } from './patch-error.ts';

/** Makes one map of an old one, if there is one, and what a patch has for it. */
export type MergeMaps = (old: JsonMap | undefined, patch: JsonMap) => JsonMap;

/** A list, by the name of its field, after a strategic merge patch that names some of its elements. */
export function mergeList(
  name: string,
  old: readonly unknown[],
  patch: readonly unknown[],
  merge: MergeMaps,
): readonly unknown[] {
  requireOneForm(old, patch);
  const order = ownOrder(name, patch);
  if (isSet(name)) return inOrder(name, [...new Set([...old, ...patch])], old, order);
  if (!patch.every(isJsonMap)) return patch;
  const directives = patch.filter(isDirective);
  const elements = patch.filter((element) => !isDirective(element));
  const left = directives.reduce((list, each) => withoutElement(name, list, each), old);
  if (directives.some((each) => field(each, PATCH) === 'replace'))
    return elements.map((element) => merge(undefined, element));
  const merged = elements.reduce((list, each) => withElement(name, list, each, merge), left);
  return inOrder(name, merged, left, order);
}

/** Throws unless what is to be merged is of one form. */
export function requireOneForm(old: readonly unknown[], patch: readonly unknown[]): void {
  const forms = new Set([...old, ...patch].map(valueForm));
  if (forms.size < 2) return;
  throw new PatchError(`list element types are not identical: ${goText([old, patch])}`);
}

/** Follows a directive that stands in a list. Every element of its key goes: an object may hold two references of one uid. */
function withoutElement(
  name: string,
  list: readonly unknown[],
  directive: JsonMap,
): readonly unknown[] {
  switch (field(directive, PATCH)) {
    case 'replace':
      return list;
    case 'merge':
      throw new PatchError('merging lists cannot yet be specified in the patch');
    case 'delete':
      return list.filter((other) => !isSame(other, directive, keyIn(name, directive)));
    default:
      throw unknownDirective(directive);
  }
}

function withElement(
  name: string,
  list: readonly unknown[],
  element: JsonMap,
  merge: MergeMaps,
): readonly unknown[] {
  const key = keyIn(name, element);
  const at = list.findIndex((other) => isSame(other, element, key));
  const old = list[at];
  return isJsonMap(old) ? list.with(at, merge(old, element)) : [...list, merge(undefined, element)];
}

function isSame(other: unknown, element: JsonMap, key: string): boolean {
  return isJsonMap(other) && sameJson(field(other, key), field(element, key));
}
