import { goText, goType } from './go-text.ts';
import { isJsonMap } from './json-value.ts';
import { identityIn, isStringSet, requiredIdentity } from './merged-list-keys.ts';
import { isDirective } from './patch-directives.ts';
import { PatchError } from './patch-error.ts';

/**
 * The order that the value of a `$setElementOrder/<name>` gives to what tells elements apart. Throws for one that is none,
 * or that the patch of the list contradicts.
 */
export function givenOrder(
  name: string,
  given: readonly unknown[],
  patched: unknown,
): readonly unknown[] {
  const order = given.map((item, index) => identityAt(name, item, index));
  let at = -1;
  const follows = ownOrder(name, patched).every((id) => {
    at = order.indexOf(id, at + 1);
    return at >= 0;
  });
  if (follows) return order;
  throw new PatchError(
    `The order in patch list:\n${goText(patched)}\n doesn't match $setElementOrder list:\n${goText(given)}\n`,
  );
}

/** The order in which the patch of a list names elements that stay. */
export function ownOrder(name: string, patched: unknown): unknown[] {
  const elements = Array.isArray(patched) ? patched.filter((item) => !isDirective(item)) : [];
  return elements.map((item) => requiredIdentity(name, item));
}

/** The value if it is a list; throws in the server's words if not. */
export function requireList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new PatchError(`expected a []interface {}, but received a ${goType(value)}`);
}

/** What the order names, in that order, among the others: each of them stays behind what was before it. */
export function inOrder(
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
  // Those of one key stand where the first of them stood.
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

function identityAt(name: string, item: unknown, index: number): unknown {
  if (isStringSet(name) || isJsonMap(item)) return requiredIdentity(name, item);
  throw new PatchError(`value for key ${index} is not a map`);
}
