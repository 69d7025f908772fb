import { goText, goType } from './go-text.ts';
import { isJsonMap } from './json-value.ts';
import { identityIn, isSet } from './merged-list-keys.ts';
import { isDirective } from './patch-directives.ts';
import { PatchError } from './patch-error.ts';

/**
 * The order that the value of a `$setElementOrder/<name>` gives to what tells elements apart. Throws for one that is none,
 * or that the patch of the list contradicts.
 */
export function givenOrder(
  name: string,
  directive: readonly unknown[],
  patched: unknown,
): readonly unknown[] {
  const order = directive.map((item, index) => requiredIdentity(name, item, index));
  let at = -1;
  const follows = ownOrder(name, patched).every((id) => {
    at = order.indexOf(id, at + 1);
    return at >= 0;
  });
  if (follows) return order;
  throw new PatchError(
    `The order in patch list:\n${goText(patched)}\n doesn't match $setElementOrder list:\n${goText(directive)}\n`,
  );
}

/** The order in which the patch of a list names elements that stay. */
export function ownOrder(name: string, patched: unknown): unknown[] {
  const elements = Array.isArray(patched) ? patched.filter((item) => !isDirective(item)) : [];
  return elements.map((item) => identityIn(name, item));
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

function requiredIdentity(name: string, item: unknown, index: number): unknown {
  if (isSet(name) || isJsonMap(item)) return identityIn(name, item);
  throw new PatchError(`value for key ${index} is not a map`);
}
