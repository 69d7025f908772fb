import { type EdgeLook, lookOfTraits } from './edge-look.ts';
import type { CrossEdge, Route } from './route-edges.ts';
import { type RoutePaths, routePaths } from './route-paths.ts';
import { WAITED } from './rows.ts';

/** The classes of an edge with this look. */
export function svgClasses(
  { blocking, further, invalid, waits }: EdgeLook,
  waited: boolean,
): string {
  if (waits) return 'e waits';
  return `e${blocking ? ' blocking' : ''}${further ? ' further' : ''}${invalid ? ' invalid' : ''}${waited ? ' waited' : ''}`;
}

/** An arrowhead at the owner's end of an edge with these classes. */
export function svgTip(classes: string, path: string): string {
  return `<path class="${classes} tip" d="${path}"/>`;
}

/** The bar at the owner's end of a blocking edge with these classes. */
export function svgBar(classes: string, path: string): string {
  return `<path class="${classes} bar" d="${path}"/>`;
}

/** The routed edges as `<path>` elements, all of one look together. */
export function svgRoutes(routes: readonly (CrossEdge & Route)[]): string[] {
  if (routes.length === 0) return [];
  const byClasses = new Map<string, RoutePaths[]>();
  for (const { points, traits } of routes) {
    const look = lookOfTraits(traits);
    const classes = svgClasses(look, (traits & WAITED) !== 0);
    const paths = byClasses.get(classes) ?? [];
    if (paths.push(routePaths(points, look.blocking, look.waits)) === 1)
      byClasses.set(classes, paths);
  }
  const all = [...byClasses.values()].flat();
  const looks = [...byClasses];
  const gap = (part: 'flat' | 'upright'): string => `<path class="gap" d="${joined(all, part)}"/>`;
  const lines = (part: 'flat' | 'upright'): string[] =>
    looks.map(([classes, paths]) => `<path class="${classes}" d="${joined(paths, part)}"/>`);
  return [
    gap('flat'),
    ...lines('flat'),
    gap('upright'),
    ...lines('upright'),
    ...looks.map(([classes, paths]) => svgTip(classes, joined(paths, 'tip'))),
    ...looks
      .filter(([, paths]) => joined(paths, 'bar') !== '')
      .map(([classes, paths]) => svgBar(classes, joined(paths, 'bar'))),
  ];
}

function joined(paths: readonly RoutePaths[], part: keyof RoutePaths): string {
  return paths.map((each) => each[part]).join('');
}
