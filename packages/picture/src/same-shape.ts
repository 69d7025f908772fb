import type { Rows } from './rows.ts';

/** Whether these rows differ in nothing but uids and names, so that a layout of the one is a layout of the other. */
export function haveSameShape(one: Rows, other: Rows): boolean {
  return (
    isEqual(one.kind, other.kind) &&
    isEqual(one.namespace, other.namespace) &&
    isEqual(one.marks, other.marks) &&
    isEqual(one.edges.firsts, other.edges.firsts) &&
    isEqual(one.edges.owners, other.edges.owners) &&
    isEqual(one.edges.traits, other.edges.traits) &&
    isEqual(one.namespaces, other.namespaces) &&
    isEqual(one.kinds.flat(), other.kinds.flat())
  );
}

function isEqual<Value>(one: ArrayLike<Value>, other: ArrayLike<Value>): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
