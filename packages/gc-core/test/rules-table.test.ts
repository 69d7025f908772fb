import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsOfScenarios, citationsOfTests, idsIn, specIds } from './support/cited-rules.ts';

/** Cells of the rows whose first one is a rule. */
const rows = readFileSync(join(import.meta.dirname, '../RULES.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]{1,3}-/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const { rules, notShown } = specIds();
const cited = new Set([
  ...citationsOfTests().map(({ file, id }) => `${id} ${file.replace('.test.ts', '')}`),
  ...citationsOfScenarios().map(({ file, id }) => `${id} scenario ${file.replace('.yaml', '')}`),
]);
const failing = rows.flatMap(([id = '', , , test]) => (test ? [{ id, test }] : []));

/** Ways to write a test's name down, as a pattern: a place for a value stands for any text. */
const TITLE =
  /(?:\b(describe|it)\(|\]\)\(|\)\)\(|\w\)\()\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`),/g;
const PLACE = /%[sij]|\$\{[^}]*\}|\$[A-Za-z_][\w.]*/;

function patternOf(title: string): string {
  const text = title.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  const parts = text.split(PLACE).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return parts.join('.*');
}

/** Whether the file declares a test that can have this full name; equal names are numbered. */
function declares(file: string, name: string): boolean {
  const titles = [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(TITLE)];
  const patterns = titles.map(([, word, title = '']) => ({ word, pattern: patternOf(title) }));
  const suites = patterns.filter(({ word }) => word !== 'it').map(({ pattern }) => pattern);
  const tests = patterns.filter(({ word }) => word !== 'describe').map(({ pattern }) => pattern);
  const full = new RegExp(`^(?:${suites.join('|')}) (?:${tests.join('|')})(?: \\(\\d+\\))?$`, 's');
  return full.test(name);
}

describe('RULES.md (npm run mutation -- --rules writes it)', () => {
  it('has every rule of the SPECs, and those that are not shown with the reason', () => {
    expect(rows.map(([id]) => id)).toEqual([...rules, ...notShown.keys()]);
    for (const [id, ...cells] of rows) expect([id, cells[1] ?? cells[0]]).not.toContain('');
  });

  it('names tests that there are, and that name the rule', () => {
    const named = failing.map(({ id, test }) => ({ id, file: test.split(': ')[0] ?? '', test }));
    expect(failing.length).toBe(rules.size);
    expect(named.filter(({ id, file }) => !cited.has(`${id} ${file}`))).toEqual([]);
    const inFiles = named.filter(({ file }) => !file.startsWith('scenario '));
    const isThere = ({ file, test }: { file: string; test: string }): boolean =>
      declares(`${file}.test.ts`, test.slice(file.length + 2).replaceAll('\\|', '|'));
    expect(inFiles.length).toBeGreaterThan(200);
    expect(inFiles.filter((each) => !isThere(each))).toEqual([]);
    for (const { id, test, file } of inFiles) {
      const inBrackets = test.slice(file.length).match(/\[[^\]]*\]/g) ?? [];
      expect(inBrackets.flatMap(idsIn), test).toContain(id);
    }
  });

  it('says what is done wrong; a value that is only taken away breaks whoever reads it', () => {
    const broken = rows.flatMap(([id, , how, test]) => (test ? [{ id, how }] : []));
    expect(broken.filter(({ how = '' }) => !/^[\w/., -]+\.ts: \S/.test(how))).toEqual([]);
    expect(broken.filter(({ how = '' }) => /→ *(``? )?(""|\{\}|\[\]|\(\) =>|`)/.test(how))).toEqual(
      [],
    );
  });
});
