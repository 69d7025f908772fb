import { PAGE_PATHS } from './parameter.ts';
import { keysOn } from './view-search.ts';

/** What is wrong with the keys of an address: one sentence for each that the page at the path does not read. */
export function keyFaults(path: string, keys: Iterable<string>): readonly string[] {
  const [, first = ''] = path.split('/');
  const page = PAGE_PATHS.find((each) => each === first);
  // Where there is no page, that is said.
  if (page === undefined) return [];
  const read = keysOn(page);
  return [...new Set(keys)]
    .filter((key) => !read.includes(key))
    .map((key) => {
      const near = nearest(key, read);
      const meant = near === undefined ? `Known are ${read.join(', ')}.` : `Is “${near}” meant?`;
      return `“${key}” says nothing on this page. ${meant}`;
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
