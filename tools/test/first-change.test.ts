import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('the first change of CONTRIBUTING names code that is there, and the test of its fault', () => {
  const guide = read('CONTRIBUTING.md');
  const [, file = '', code = ''] = /In `([^`]+)`, replace `([^`]+)`/.exec(guide) ?? [];
  expect(read(file).split(code)).toHaveLength(2);

  const [, folder = '', scenario = ''] = /npx vitest run (\S+) -t (\S+)/.exec(guide) ?? [];
  expect(existsSync(join(ROOT, folder)), folder).toBe(true);
  const faults = read('tools/src/mutation/faults/delete-worker.txt').split('\n\n');
  const fault = faults.find((each) => each.includes(`\n- ${code}`));
  expect(fault).toContain(`! scenario owners/${scenario}`);
});
