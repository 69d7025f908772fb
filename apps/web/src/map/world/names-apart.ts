/** The least part of each name of a map that tells it from all others there. */
export interface NamesApart {
  /** Id of these names: others have another. */
  readonly id: number;
  /**
   * Number of last letters that tell a name from all others that begin with as many of the same letters; more than it has
   * where nothing tells it.
   */
  readonly endOf: (name: string, first: number) => number;
}

/** More first letters do not count. */
const MOST_FIRST = 8;

let lastId = 0;
let known: { readonly names: readonly string[]; readonly apart: NamesApart } | undefined;

/** Tells the names of a map apart, sorted once one is cut. While names stay as they are, so does the result. */
export function namesApart(names: readonly string[]): NamesApart {
  const isKnown =
    known?.names.length === names.length && known.names.every((name, at) => name === names[at]);
  if (known && isKnown) return known.apart;
  const ends = new Map<number, ReadonlyMap<string, number>>();
  const apart: NamesApart = {
    id: ++lastId,
    endOf: (name, first) => {
      const least = Math.min(first, MOST_FIRST);
      const found = ends.get(least) ?? endsOf(names, least);
      ends.set(least, found);
      return found.get(name) ?? Number.POSITIVE_INFINITY;
    },
  };
  known = { names, apart };
  return apart;
}

/** Sorts names from their ends, those that begin alike together: the most similar ends stand side by side. */
function endsOf(names: readonly string[], first: number): ReadonlyMap<string, number> {
  const sorted = names
    .map((name) => {
      const letters = [...name];
      const head = letters.slice(0, first).join('');
      const reversed = letters.reverse();
      return { name, head, reversed, key: `${head}\0${reversed.join('')}` };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const shared = sorted.map((one, at) => {
    const next = sorted[at + 1];
    return next?.head === one.head ? lettersAlike(one.reversed, next.reversed) : 0;
  });
  return new Map(
    sorted.map(({ name }, at) => [name, 1 + Math.max(shared[at - 1] ?? 0, shared[at] ?? 0)]),
  );
}

function lettersAlike(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((letter, at) => letter !== other[at]);
  return differs < 0 ? one.length : differs;
}
