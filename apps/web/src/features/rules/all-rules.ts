const FILES = import.meta.glob<string>('../../../../../packages/gc-core/SPEC*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A rule as the specification of the core states it. */
export interface Rule {
  readonly id: string;
  /** Text of one or two sentences; code stands in backticks. Columns after the first follow under their headings. */
  readonly text: string;
  /** The release that brought it, `to` the last that had it; empty if it was always there. */
  readonly since: string;
  /** Source to check it, in the codes that SPEC.md explains; empty if none is given. */
  readonly source: string;
  /** The heading it stands under. */
  readonly chapter: string;
}

const ID = /^[A-Z]{1,3}-W?\d+(?:\.\d+)?[a-z]?$/;

/** The rules in the tables of one file of the specification, in their order. Rows that list several ids give one rule each. */
export function parseSpec(markdown: string): Rule[] {
  const rules: Rule[] = [];
  let chapter = '';
  let columns: readonly string[] = [];
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) chapter = line.replace(/^#+ /, '');
    const [ids = '', ...cells] = cellsOf(line);
    if (ids === 'Id') columns = cells;
    for (const id of ids.split(', ')) {
      if (ID.test(id)) rules.push({ id, ...contentOf(columns, cells), chapter });
    }
  }
  return rules;
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function contentOf(
  columns: readonly string[],
  cells: readonly string[],
): Pick<Rule, 'text' | 'since' | 'source'> {
  const said: string[] = [];
  let since = '';
  let source = '';
  for (const [at, cell] of cells.entries()) {
    const column = columns[at];
    if (column === 'Since') since = cell;
    else if (column === 'Source') source = cell;
    else if (cell !== '') said.push(at === 0 ? cell : `${column}: ${cell}`);
  }
  return { text: said.join(' · '), since, source };
}

/** Every rule of the core by its id: the sentences that the specification itself has. */
export const ALL_RULES: ReadonlyMap<string, Rule> = new Map(
  Object.values(FILES)
    .flatMap(parseSpec)
    .map((rule) => [rule.id, rule]),
);
