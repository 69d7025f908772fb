import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const CHAPTERS =
  'DM|CO|AC|QU|MO|CF|GB|AL|AD|CL|FG|FR|DE|PA|HT|OR|API|VA|AM|NS|DG|DV|DU|PG|FN|RM|HL';
const KUBELET_CHAPTERS = 'C|S|L|I|E|PP|PD|IV|IM|IR|LN|EP';
/** Rules of Events have two digits: with one it is a vector of the eviction manager. */
export const RULE_ID: string = `(?<![A-Za-z-])(?:(?:${CHAPTERS})-W?\\d+[a-d]?|EV-\\d\\d[a-d]?|(?:${KUBELET_CHAPTERS})-\\d+(?:\\.\\d)?)(?!\\d)`;

/** A rule that a file names. */
export interface Citation {
  readonly file: string;
  readonly id: string;
}

/** The files below a folder of the package, by their path in it. */
export function filesBelow(folder: string, ending: string): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }));
}

/** Ids in the first column of the SPECs' tables: those of rules, and those that this core does not show with the reason. */
export function specIds(): { rules: Set<string>; notShown: Map<string, string> } {
  const rules = new Set<string>();
  const notShown = new Map<string, string>();
  for (const file of readdirSync(root).filter((each) => /^SPEC.*\.md$/.test(each))) {
    const text = readFileSync(join(root, file), 'utf8');
    const end = text.search(/^## Not shown /m);
    for (const row of text.matchAll(/^\| ([A-Z]{1,3}-[^|]+) \| ([^|]*)/gm)) {
      const [, ids = '', reason = ''] = row;
      for (const id of ids.split(', ')) {
        if (end >= 0 && row.index > end) notShown.set(id, reason.trim());
        else rules.add(id);
      }
    }
  }
  return { rules, notShown };
}

const order = [...specIds().rules];

/** `GB-25..32`, `GB-42a..d`, `FG-01 to FG-03` and single ids. A range cites both ends and the rules between them. */
export function idsIn(text: string): string[] {
  const pattern = new RegExp(`(${RULE_ID})(?:\\.\\.(\\d+[a-d]?|[a-d])| to (${RULE_ID}))?`, 'g');
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
export function citationsOfTests(): Citation[] {
  return filesBelow('test', '.test.ts')
    .filter(({ file }) => file !== 'spec.test.ts')
    .flatMap(({ file, text }) => {
      const quoted = text.match(new RegExp(`\\[${RULE_ID}[^\\]\\n]*\\]|'${RULE_ID}'`, 'g')) ?? [];
      return quoted.flatMap((each) => idsIn(each).map((id) => ({ file, id })));
    });
}

/** In scenarios: the paragraph `Rules: …` at the end of the description. */
export function citationsOfScenarios(): Citation[] {
  return filesBelow('scenarios', '.yaml').flatMap(({ file, text }) => {
    const { metadata } = parse(text) as { metadata: { description?: string } };
    const cited = /Rules: ([\s\S]*)$/.exec(metadata.description ?? '')?.[1] ?? '';
    return idsIn(cited).map((id) => ({ file, id }));
  });
}
