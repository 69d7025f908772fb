/** A rule as the specification of the core states it. */
export interface Rule {
  readonly id: string;
  /** One or two sentences; what is code stands in backticks. */
  readonly text: string;
  /** The release that brought it, `to` the last that had it; empty if it was always there. */
  readonly since: string;
  /** The heading it stands under. */
  readonly chapter: string;
}

const ID = /^[A-Z]{1,3}-W?\d+(?:\.\d+)?[a-z]?$/;

/** The rules in the tables of one file of the specification, in their order. Rows that list several ids give one rule each. */
export function parseSpec(markdown: string): Rule[] {
  const rules: Rule[] = [];
  let chapter = '';
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) chapter = line.replace(/^#+ /, '');
    const [, ids = '', text = '', since = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    for (const id of ids.split(', ')) {
      if (ID.test(id)) rules.push({ id, text: text.replaceAll('\\|', '|'), since, chapter });
    }
  }
  return rules;
}
