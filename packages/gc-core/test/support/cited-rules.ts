import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
/** `AD-14`, `AD-W3`, `GB-42a`, `C-12.3`: any id of this form, so that one without a rule is found. */
export const RULE_ID =
  '(?<![A-Za-z-])(?!KEP-|UTF-|SHA-|P-256)[A-Z]{1,3}-W?\\d+(?:\\.\\d|[a-d])?(?!\\d)';

/** A rule that a file names. */
export interface Citation {
  readonly file: string;
  readonly id: string;
}

/** The files below a folder of the package, by their path in it. */
export function filesBelow(folder: string, ending: RegExp): { file: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, folder, file), 'utf8') }));
}

function specFiles(): { file: string; text: string }[] {
  return readdirSync(root)
    .filter((file) => /^SPEC.*\.md$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** Ids in the first column of the SPECs' tables: those of rules, and those that this core does not show with the reason. */
export function specIds(): { rules: Set<string>; notShown: Map<string, string> } {
  const rules = new Set<string>();
  const notShown = new Map<string, string>();
  for (const { text } of specFiles()) {
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

/** A row of a table of rules. */
export interface RuleRow {
  readonly file: string;
  readonly ids: readonly string[];
  /** As written; `undefined` without such a column. */
  readonly since: string | undefined;
  readonly sources: readonly string[];
}

/** The rows of all tables of rules, those of what is not shown left out. */
export function ruleRows(): RuleRow[] {
  return specFiles().flatMap(({ file, text }) => {
    const [shown = ''] = text.split(/^## Not shown /m);
    let head: readonly string[] = [];
    return shown.split('\n').flatMap((line): RuleRow[] => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const [, ids = ''] = cells;
      if (ids === 'Id') head = cells;
      if (!/^[A-Z]{1,3}-\w/.test(ids)) return [];
      const sources = (cells[head.indexOf('Source')] ?? '').split(', ');
      return [{ file, ids: ids.split(', '), since: cells[head.indexOf('Since')], sources }];
    });
  });
}

/** The examples of sources that the legend of SPEC.md explains, and the tests and cases of upstream that the SPECs say more of. */
export function sourceLegend(): { codes: string[]; upstream: Set<string> } {
  const all = specFiles()
    .map(({ text }) => text)
    .join('\n');
  const table = /^\| Code \|.*\n((?:\|.*\n)+)/m.exec(all)?.[1] ?? '';
  const examples = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return {
    codes: examples.flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
    ),
    upstream: new Set([...all.matchAll(/`(Test\w+|S\d+)`/g)].map(([, name = '']) => name)),
  };
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
  return filesBelow('test', /\.test\.ts$/)
    .filter(({ file }) => file !== 'spec.test.ts')
    .flatMap(({ file, text }) => {
      const quoted = text.match(new RegExp(`\\[${RULE_ID}[^\\]\\n]*\\]|'${RULE_ID}'`, 'g')) ?? [];
      return quoted.flatMap((each) => idsIn(each).map((id) => ({ file, id })));
    });
}

/** The folders of apps, packages and tools whose files cite rules, by their path from here. */
const EVERYWHERE: readonly string[] = [
  ...['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, '../..', parent)).map((name) => `../../${parent}/${name}`),
  ),
  '../../tools',
  '../../tools/real-cluster',
]
  .flatMap((folder) => ['src', 'test', 'bench', 'e2e'].map((each) => `${folder}/${each}`))
  .filter((folder) => existsSync(join(root, folder)));

/** What sources name, and what tests name in comments, titles and brackets: other ids in tests are data. */
export function citationsEverywhere(): Citation[] {
  const quoted = new RegExp(
    `^ *(?:/\\*|\\*|//).*|(?:(?:'|\\] )\\[|\\()${RULE_ID}[^\\])\\n]*[\\])]`,
    'gm',
  );
  return EVERYWHERE.flatMap((folder) =>
    filesBelow(folder, /\.(?:tsx?|txt)$/).flatMap(({ file, text }) => {
      const cited = folder.endsWith('/src') ? text : (text.match(quoted) ?? []).join('\n');
      return idsIn(cited).map((id) => ({ file: join(folder, file), id }));
    }),
  );
}

/** In scenarios: the paragraph `Rules: …` at the end of the description. */
export function citationsOfScenarios(): Citation[] {
  return filesBelow('scenarios', /\.yaml$/).flatMap(({ file, text }) => {
    const { metadata } = parse(text) as { metadata: { description?: string } };
    const cited = /Rules: ([\s\S]*)$/.exec(metadata.description ?? '')?.[1] ?? '';
    return idsIn(cited).map((id) => ({ file, id }));
  });
}
