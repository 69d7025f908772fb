import { PAGE_PATHS } from './parameter.ts';
import { goesAlong, keysOn } from './view-search.ts';

/**
 * A sentence for each key of an address that the page at the path does not read. Unless the address `isOpened` from outside, it may
 * hold what goes along from another page.
 */
export function keyFaults(
  path: string,
  keys: Iterable<string>,
  isOpened: boolean,
): readonly string[] {
  const [, first = ''] = path.split('/');
  const page = PAGE_PATHS.find((each) => each === first);
  // The router reports an unknown page.
  if (page === undefined) return [];
  const read = keysOn(page);
  return [...new Set(keys)]
    .filter((key) => !read.includes(key) && (isOpened || !goesAlong(key)))
    .map((key) => {
      const near = nearest(key, read);
      const meant = near === undefined ? `Known: ${read.join(', ')}.` : `Did you mean “${near}”?`;
      return `This page has no parameter “${key}”. ${meant}`;
    });
}

/** The longest known key that the given one abbreviates or spells out: `ns` for `namespace`. */
function nearest(key: string, known: readonly string[]): string | undefined {
  return known
    .filter((each) => each.length > 1 && (isWithin(each, key) || isWithin(key, each)))
    .sort((a, b) => b.length - a.length)[0];
}

/** Whether the letters of `short` are in `long` in their order, from its first on. */
function isWithin(short: string, long: string): boolean {
  if (short === '' || short.charAt(0) !== long.charAt(0)) return false;
  let at = 0;
  for (const letter of long) if (letter === short.charAt(at)) at++;
  return at === short.length;
}
