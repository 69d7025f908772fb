import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsOfScenarios, citationsOfTests, specIds } from './support/cited-rules.ts';

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

describe('RULES.md (npm run mutation -- --report writes it)', () => {
  it('has every rule of the SPECs, and those that are not shown with the reason', () => {
    expect(rows.map(([id]) => id)).toEqual([...rules, ...notShown.keys()]);
    for (const [id, ...cells] of rows) expect([id, cells[1] ?? cells[0]]).not.toContain('');
  });

  it('names tests that there are, and that name the rule', () => {
    const failing = rows.flatMap(([id, , , test]) =>
      test ? [`${id} ${test.split(': ')[0]}`] : [],
    );
    expect(failing.length).toBe(rules.size);
    expect(failing.filter((each) => !cited.has(each))).toEqual([]);
  });
});
