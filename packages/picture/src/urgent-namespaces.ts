import { MARKS, type Rows, WRONG } from './rows.ts';

/** Marks of problems that somebody should look at, the worst first; a wrong reference stands between the first and the second. */
const BLOCKED = MARKS.indexOf('blocked');
const GOES = MARKS.indexOf('goes');
const RANKS = 3;

/** The facts that decide the place of a namespace, and its least size. */
export interface Urgency {
  readonly name: string;
  /** Rank of its worst problem; 0 is the worst of all. */
  readonly rank: number;
  /** Number of objects with that problem. */
  readonly most: number;
  /** Number of objects in it. */
  readonly size: number;
}

/**
 * Sorts the namespaces with the worst problems first, then those with most of them, then the larger ones. Some objects more or less change
 * nothing: namespaces are larger if they have about twice as many.
 */
export function compareUrgency(a: Urgency, b: Urgency): number {
  const larger = roughly(b.size) - roughly(a.size);
  return a.rank - b.rank || b.most - a.most || larger || (a.name < b.name ? -1 : 1);
}

function roughly(size: number): number {
  return Math.round(Math.log2(Math.max(1, size)));
}

/** The namespaces in which something is blocked, has a wrong reference or goes next, in the order of the map's list: the worst first. */
export function urgentNamespaces({ marks, namespace, namespaces }: Rows): readonly Urgency[] {
  const counts = new Int32Array(RANKS * namespaces.length);
  const sizes = new Int32Array(namespaces.length);
  const size = marks.length;
  for (let row = 0; row < size; row++) {
    const place = namespace[row] as number;
    sizes[place] = (sizes[place] as number) + 1;
    const rank = rankOf(marks[row] as number);
    if (rank < 0) continue;
    const at = place * RANKS + rank;
    counts[at] = (counts[at] as number) + 1;
  }
  const urgent: Urgency[] = [];
  namespaces.forEach((name, place) => {
    const own = counts.subarray(place * RANKS, (place + 1) * RANKS);
    const rank = own.findIndex((count) => count > 0);
    if (rank < 0) return;
    urgent.push({ name, rank, most: own[rank] as number, size: sizes[place] as number });
  });
  return urgent.sort(compareUrgency);
}

function rankOf(mark: number): number {
  if (mark % WRONG === BLOCKED) return 0;
  if (mark >= WRONG) return 1;
  return mark === GOES ? 2 : -1;
}
