import type { PackedKind } from '@gcscope/gc-core/wire';
import type { Rows } from './rows.ts';

/** Whether these rows differ in nothing but uids and names, so that a layout of the one is a layout of the other. */
export function haveSameShape(one: Rows, other: Rows): boolean {
  return (
    isSame(one.kind, one.kinds.map(nameOf), other.kind, other.kinds.map(nameOf)) &&
    isSame(one.namespace, one.namespaces, other.namespace, other.namespaces) &&
    isEqual(one.marks, other.marks) &&
    isEqual(one.edges.firsts, other.edges.firsts) &&
    isEqual(one.edges.owners, other.edges.owners) &&
    isEqual(one.edges.traits, other.edges.traits)
  );
}

function nameOf(kind: PackedKind): string {
  return JSON.stringify(kind);
}

/** Whether columns of indexes into these lists name the same values: records and a server have them in different orders. */
function isSame(
  one: ArrayLike<number>,
  ofOne: readonly string[],
  other: ArrayLike<number>,
  ofOther: readonly string[],
): boolean {
  if (one.length !== other.length) return false;
  const places = new Map(ofOther.map((name, place) => [name, place]));
  const inOther = ofOne.map((name) => places.get(name));
  for (let at = 0; at < one.length; at++) {
    if (inOther[one[at] as number] !== other[at]) return false;
  }
  return true;
}

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
