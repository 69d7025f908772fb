import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const CHAPTERS =
  'DM|CO|AC|QU|MO|CF|GB|EV|AL|AD|CL|FG|FR|DE|PA|HT|OR|API|VA|AM|NS|DG|DV|DU|PG|FN|RM|HL';
const ID = `(?:${CHAPTERS})-W?\\d+[a-d]?`;

interface Citation {
  readonly file: string;
  readonly id: string;
}

function filesBelow(folder: string, ending: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }));
}

/** Ids in the first column of the tables: those of rules, and those that this core does not show. */
function specIds(): { rules: Set<string>; notShown: Set<string> } {
  const rules = new Set<string>();
  const notShown = new Set<string>();
  for (const file of readdirSync(root).filter((each) => /^SPEC.*\.md$/.test(each))) {
    const text = readFileSync(join(root, file), 'utf8');
    const end = text.search(/^## Not shown /m);
    for (const row of text.matchAll(/^\| ([A-Z]{2,3}-[^|]+) \|/gm)) {
      const ids = end >= 0 && row.index > end ? notShown : rules;
      for (const id of row[1]?.split(', ') ?? []) ids.add(id);
    }
  }
  return { rules, notShown };
}

const { rules, notShown } = specIds();
const known = new Set([...rules, ...notShown]);
const order = [...rules];

/** `GB-25..32`, `GB-42a..d`, `FG-01 to FG-03` and single ids. A range cites both ends and the rules between them. */
function idsIn(text: string): string[] {
  const pattern = new RegExp(`(${ID})(?:\\.\\.(\\d+[a-d]?|[a-d])| to (${ID}))?`, 'g');
  return [...text.matchAll(pattern)].flatMap(([, first = '', short, long]) => {
    const last = long ?? (short === undefined ? undefined : endOfRange(first, short));
    if (last === undefined) return [first];
    const [from, to] = [order.indexOf(first), order.indexOf(last)];
    return from >= 0 && to >= from ? order.slice(from, to + 1) : [first, last];
  });
}

function endOfRange(first: string, short: string): string {
  const prefix = /^[a-d]$/.test(short) ? /^.*\d/ : /^[A-Z]+-W?/;
  return `${prefix.exec(first)?.[0] ?? ''}${short}`;
}

/** In tests: `[GB-25]` in a name, or `'GB-25'` in a table of cases. */
function citationsOfTests(): Citation[] {
  return filesBelow('test', '.test.ts')
    .filter(({ file }) => file !== 'spec.test.ts')
    .flatMap(({ file, text }) => {
      const quoted = text.match(new RegExp(`\\[${ID}[^\\]\\n]*\\]|'${ID}'`, 'g')) ?? [];
      return quoted.flatMap((each) => idsIn(each).map((id) => ({ file, id })));
    });
}

/** In scenarios: the paragraph `Rules: …` at the end of the description. */
function citationsOfScenarios(): Citation[] {
  return filesBelow('scenarios', '.yaml').flatMap(({ file, text }) => {
    const { metadata } = parse(text) as { metadata: { description?: string } };
    const cited = /Rules: ([\s\S]*)$/.exec(metadata.description ?? '')?.[1] ?? '';
    return idsIn(cited).map((id) => ({ file, id }));
  });
}

function unknownIn(citations: readonly Citation[]): string[] {
  return citations.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: ${id}`);
}

describe('SPEC.md', () => {
  it('names each rule once', () => {
    expect(rules.size).toBeGreaterThan(240);
    expect([...notShown].filter((id) => rules.has(id))).toEqual([]);
  });

  it('knows every rule that a test or a scenario cites', () => {
    expect(unknownIn([...citationsOfTests(), ...citationsOfScenarios()])).toEqual([]);
  });

  it('knows every rule that the scenarios expect', () => {
    const ids = filesBelow('scenarios', '.yaml').flatMap(({ file, text }) =>
      (text.match(new RegExp(ID, 'g')) ?? []).map((id) => ({ file, id })),
    );
    expect(unknownIn(ids)).toEqual([]);
  });

  it('knows every rule that the source names', () => {
    const ids = filesBelow('src', '.ts').flatMap(({ file, text }) =>
      idsIn(text).map((id) => ({ file, id })),
    );
    expect(ids.length).toBeGreaterThan(300);
    expect(unknownIn(ids)).toEqual([]);
  });

  it('has a test or a scenario for every rule', () => {
    const cited = new Set([...citationsOfTests(), ...citationsOfScenarios()].map(({ id }) => id));
    expect(order.filter((id) => !cited.has(id))).toEqual([]);
  });
});
