import { goText } from './go-text.ts';
import { field, isJsonMap, type JsonMap, jsonKey } from './json-value.ts';
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

/** Lists that are replaced where they stand in the object itself: the ports of an EndpointSlice. */
const REPLACED_OF_OBJECT: ReadonlySet<string> = new Set(['ports']);

/** Whether a field of this name is a list that is merged; `holder` is the field that holds it, none for the object itself. */
export function isMergedList(name: string, holder: string | undefined): boolean {
  return MERGED_LISTS.has(name) && !(holder === undefined && REPLACED_OF_OBJECT.has(name));
}

/** Whether the elements of the list are texts, not maps with a key. */
export function isStringSet(name: string): boolean {
  return MERGED_LISTS.get(name)?.length === 0;
}

/**
 * What tells the elements of a merged list apart, the same value for the same element: the value of their key; they
 * themselves in a set, and where they have no key.
 */
export function identityIn(name: string, element: unknown): unknown {
  if (!isJsonMap(element) || isStringSet(name)) return element;
  const key = keyOf(name, element);
  return key === undefined ? element : jsonKey([key, field(element, key)]);
}

/** The identity of an element of a patch; throws for a map without the key of the list. */
export function requiredIdentity(name: string, element: unknown): unknown {
  if (!isJsonMap(element) || isStringSet(name) || keyOf(name, element) !== undefined) {
    return identityIn(name, element);
  }
  const [key] = keysOf(name);
  throw new PatchError(`map: ${goText(element)} does not contain declared merge key: ${key}`);
}

function keyOf(name: string, element: JsonMap): string | undefined {
  return keysOf(name).find((key) => Object.hasOwn(element, key));
}

function keysOf(name: string): readonly string[] {
  return MERGED_LISTS.get(name) ?? [];
}
