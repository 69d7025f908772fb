import { goText, goVerb } from './go-text.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
import { PatchError } from './patch-error.ts';

/** What says of a map in a strategic merge patch what is to be done with it. */
export const PATCH = '$patch';

/** Whether the map says what is to be done, and is nothing that stays. */
export function isDirective(value: unknown): boolean {
  return isJsonMap(value) && Object.hasOwn(value, PATCH);
}

/** The 500 of a directive that the server does not know. */
export function unknownDirective(map: JsonMap): PatchError {
  return new PatchError(`unknown patch type: ${goVerb(field(map, PATCH))} in map: ${goText(map)}`);
}
