import type { Layout, Point } from '@gcscope/picture';
import type { MapProblems } from './problems.ts';

/** A view has no room for more. */
const MOST = 100;

/** The middles of the cards in a namespace that have a problem, the worst first. */
export function problemPlaces(
  namespace: string,
  { layout, problems }: { readonly layout: Layout; readonly problems: Pick<MapProblems, 'marks'> },
): readonly Point[] {
  const frame = layout.namespaces.findIndex((each) => each.namespace === namespace);
  return problems.marks
    .filter(({ slot }) => layout.frames[slot] === frame)
    .slice(-MOST)
    .map(({ slot }) => ({ x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 }))
    .reverse();
}
