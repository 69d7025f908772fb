import { goText } from './go-text.ts';
import { field, isJsonMap, type JsonMap } from './json-value.ts';
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

/** Whether a field of this name is a list that is merged. */
export function isMergedList(name: string): boolean {
  return MERGED_LISTS.has(name);
}

/** Whether the elements of the list are texts, not maps with a key. */
export function isSet(name: string): boolean {
  return MERGED_LISTS.get(name)?.length === 0;
}

/** What tells the elements of a merged list apart: the value of their key, or they themselves. Throws for a map without. */
export function identityIn(name: string, item: unknown): unknown {
  return isJsonMap(item) && !isSet(name) ? field(item, keyIn(name, item)) : item;
}

/** The key that the element of a list has; throws if it has none. */
export function keyIn(name: string, element: JsonMap): string {
  const keys = MERGED_LISTS.get(name) ?? [];
  const key = keys.find((candidate) => Object.hasOwn(element, candidate));
  if (key !== undefined) return key;
  throw new PatchError(`map: ${goText(element)} does not contain declared merge key: ${keys[0]}`);
}
