import { hasWords, nameRank, type ObjectReference, searchWords } from '@gcscope/gc-core/wire';

/** The matches of a search, the best first, and their number. */
export interface Found<Named extends ObjectReference> {
  readonly objects: readonly Named[];
  readonly total: number;
  /** Whether a name begins with the last word. */
  readonly isNamed: boolean;
}

/** The objects among which a search looks. */
export interface Within<Named> {
  readonly passes: (object: Named) => boolean;
  /** Without words, objects with the lowest rank come first; with words, they do so among those of one name. */
  readonly rank: (object: Named) => number;
  /** The lowest rank comes first among all that match equally well, before the shortest name. */
  readonly isRankFirst?: boolean;
}

interface Ranked<Named> {
  readonly object: Named;
  readonly rank: number;
}

/**
 * Objects that pass, and in which every word of the query occurs: in name, kind, namespace, or as the start of the uid.
 * Objects whose name is, begins with or contains the last word come first; among equals the shortest. Without words those of
 * the lowest rank of `within`; without both none.
 */
export function findObjects<Named extends ObjectReference>(
  objects: Iterable<Named>,
  query: string,
  most: number,
  within?: Within<Named>,
): Found<Named> {
  const words = searchWords(query);
  if (words.length === 0 && !within) return { objects: [], total: 0, isNamed: false };
  const best: Ranked<Named>[] = [];
  const compare = comparison(within);
  let total = 0;
  for (const object of objects) {
    if (within && !within.passes(object)) continue;
    const rank = words.length === 0 ? within?.rank(object) : rankOf(object, words);
    if (rank === undefined) continue;
    total += 1;
    keepBest(best, { object, rank }, most, compare);
  }
  return {
    objects: best.map(({ object }) => object),
    total,
    isNamed: words.length > 0 && best[0] !== undefined && best[0].rank <= 1,
  };
}

/** A letter occurs in most names of a large cluster: sorting all that match would take longer than finding them. */
function keepBest<Named extends ObjectReference>(
  best: Ranked<Named>[],
  next: Ranked<Named>,
  most: number,
  compare: Comparison<Named>,
): void {
  const last = best.at(-1);
  if (best.length >= most && last && compare(next, last) >= 0) return;
  let at = best.length;
  while (at > 0 && compare(next, best[at - 1] as Ranked<Named>) < 0) at -= 1;
  best.splice(at, 0, next);
  if (best.length > most) best.pop();
}

type Comparison<Named> = (a: Ranked<Named>, b: Ranked<Named>) => number;

function comparison<Named extends ObjectReference>(within?: Within<Named>): Comparison<Named> {
  const byRank: Comparison<Named> = (a, b) =>
    within ? within.rank(a.object) - within.rank(b.object) : 0;
  const byName: Comparison<Named> = ({ object: { name: a } }, { object: { name: b } }) =>
    a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
  const [first, then] = within?.isRankFirst ? [byRank, byName] : [byName, byRank];
  return (a, b) => a.rank - b.rank || first(a, b) || then(a, b);
}

/** 0 is best; `undefined` when a word does not occur. */
function rankOf(object: ObjectReference, words: readonly string[]): number | undefined {
  return hasWords(object, words) ? nameRank(object, words) : undefined;
}
