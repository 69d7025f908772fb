import { goText, goVerb } from './go-text.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/** Says of a map in a strategic merge patch, or of one in its lists, what is to be done with it. */
export const PATCH_DIRECTIVE = '$patch';
/** Names the fields of a map that stay. */
export const RETAIN_KEYS = '$retainKeys';
/** Begins the name of a field that gives the order of a list. */
export const SET_ORDER = '$setElementOrder/';
/** Begins the name of a field that takes texts out of a list. */
export const DELETE_FROM_SET = '$deleteFromPrimitiveList/';

/** Whether the map says what is to be done with it, and is nothing that stays. */
export function isDirective(value: unknown): boolean {
  return isJsonMap(value) && Object.hasOwn(value, PATCH_DIRECTIVE);
}

/** Whether the key is a field, and no directive about others. */
export function isField(key: string): boolean {
  return key !== RETAIN_KEYS && !key.startsWith(SET_ORDER) && !key.startsWith(DELETE_FROM_SET);
}

/** The fault of a map whose directive no server knows. */
export function unknownDirective(map: JsonMap): PatchError {
  const directive = goVerb(field(map, PATCH_DIRECTIVE));
  return new PatchError(`unknown patch type: ${directive} in map: ${goText(map)}`);
}
