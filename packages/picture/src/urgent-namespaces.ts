import { MARKS, type Rows, WRONG } from './rows.ts';

/** Marks of problems that somebody should look at, the worst first; a wrong reference stands between the first and the second. */
const BLOCKED = MARKS.indexOf('blocked');
const GOES = MARKS.indexOf('goes');
const RANKS = 3;

/** The namespaces in which something is blocked, has a wrong reference or goes next, in the order of the map's list: the worst first. */
export function urgentNamespaces({ marks, namespace, namespaces }: Rows): readonly string[] {
  const counts = new Int32Array(RANKS * namespaces.length);
  const sizes = new Int32Array(namespaces.length);
  for (let row = 0; row < marks.length; row++) {
    const place = namespace[row] as number;
    sizes[place] = (sizes[place] as number) + 1;
    const rank = rankOf(marks[row] as number);
    if (rank < 0) continue;
    const at = place * RANKS + rank;
    counts[at] = (counts[at] as number) + 1;
  }
  const urgent: { name: string; rank: number; most: number; size: number }[] = [];
  namespaces.forEach((name, place) => {
    const own = counts.subarray(place * RANKS, (place + 1) * RANKS);
    const rank = own.findIndex((count) => count > 0);
    if (rank < 0) return;
    urgent.push({ name, rank, most: own[rank] as number, size: sizes[place] as number });
  });
  const byName = (a: string, b: string): number => (a < b ? -1 : 1);
  urgent.sort(
    (a, b) => a.rank - b.rank || b.most - a.most || b.size - a.size || byName(a.name, b.name),
  );
  return urgent.map(({ name }) => name);
}

function rankOf(mark: number): number {
  if (mark % WRONG === BLOCKED) return 0;
  if (mark >= WRONG) return 1;
  return mark === GOES ? 2 : -1;
}
