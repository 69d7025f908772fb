import { inOrder, ownOrder } from './element-order.ts';
import { goText } from './go-text.ts';
import { valueForm } from './json-types.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
import { identityIn, isStringSet, requiredIdentity } from './merged-list-keys.ts';
import { isDirective, PATCH_DIRECTIVE, unknownDirective } from './patch-directives.ts';
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
  if (isStringSet(name)) return inOrder(name, [...new Set([...old, ...patch])], old, order);
  if (!patch.every(isJsonMap)) return patch;
  const directives = patch.filter(isDirective);
  const elements = patch.filter((element) => !isDirective(element));
  const left = withoutDeleted(name, old, directives);
  if (directives.some((each) => field(each, PATCH_DIRECTIVE) === 'replace')) {
    return elements.map((element) => merge(undefined, element));
  }
  return inOrder(name, withElements(name, left, elements, merge), left, order);
}

/** Throws unless what is to be merged is of one form. */
export function requireOneForm(old: readonly unknown[], patch: readonly unknown[]): void {
  const forms = new Set([...old, ...patch].map(valueForm));
  if (forms.size < 2) return;
  throw new PatchError(`list element types are not identical: ${goText([old, patch])}`);
}

/** What directives in a list leave of it. Every element of a key goes: an object may hold two references of one uid. */
function withoutDeleted(
  name: string,
  list: readonly unknown[],
  directives: readonly JsonMap[],
): readonly unknown[] {
  const deleted = new Set<unknown>();
  for (const each of directives) {
    switch (field(each, PATCH_DIRECTIVE)) {
      case 'replace':
        break;
      case 'merge':
        throw new PatchError('merging lists cannot yet be specified in the patch');
      case 'delete':
        deleted.add(requiredIdentity(name, each));
        break;
      default:
        throw unknownDirective(each);
    }
  }
  return list.filter((item) => !deleted.has(identityIn(name, item)));
}

/** The list with each element of a patch merged into the first of its identity, or added. */
function withElements(
  name: string,
  list: readonly unknown[],
  elements: readonly JsonMap[],
  merge: MergeMaps,
): readonly unknown[] {
  const merged = [...list];
  const placeOf = new Map<unknown, number>();
  for (const [at, item] of list.entries()) {
    const identity = identityIn(name, item);
    if (!placeOf.has(identity)) placeOf.set(identity, at);
  }
  for (const element of elements) {
    const identity = identityIn(name, element);
    const at = placeOf.get(identity) ?? merged.length;
    const old = merged[at];
    placeOf.set(identity, at);
    merged[at] = merge(isJsonMap(old) ? old : undefined, element);
  }
  return merged;
}
