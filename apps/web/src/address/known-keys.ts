/** What the player of steps reads. */
const PLAYER = [
  'policy',
  'step',
  'sim',
  'release',
  'cues',
  'beside',
  'speed',
  'v',
  'details',
  'stepin',
] as const;
/** What the page of a node reads. */
const NODE = ['set', 'fill', 'in', 'run', 'after', 'release'] as const;

/** What goes along from page to page, so that it is there on the way back, and the dialogs. */
const EVERYWHERE: readonly string[] = [
  'state',
  'kind',
  'ns',
  'depth',
  'view',
  'sel',
  'at',
  'legend',
  'show',
  'rule',
];

/** What else a page reads, by the beginning of its path. */
const ON_PAGE: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['', ['of', 'filters']],
  ['o', ['of']],
  ['simulate', PLAYER],
  ['scenes', ['q', ...PLAYER, ...NODE]],
  ['forecast', ['of']],
  ['findings', ['severity', 'fault']],
  ['terminating', []],
  ['node', NODE],
]);

const KNOWN: ReadonlySet<string> = new Set([...EVERYWHERE, ...[...ON_PAGE.values()].flat()]);

/** The keys of a query that no page knows, each once. */
export function unknownKeys(params: URLSearchParams): readonly string[] {
  return [...new Set(params.keys())].filter((key) => !KNOWN.has(key));
}

/** What is wrong with the keys of an address: one sentence for each that the page at the path does not read. */
export function keyFaults(path: string, keys: Iterable<string>): readonly string[] {
  const own = ON_PAGE.get(path.split('/')[1] ?? '');
  // Where there is no page, that is said.
  if (!own) return [];
  const read = [...new Set([...EVERYWHERE, ...own])];
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
