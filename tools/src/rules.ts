import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './command-line.ts';
import { missingProofs, unproven } from './mutation/prove-rules.ts';
import { type RuleFault, readRuleFaults } from './mutation/rule-faults.ts';
import { rulesReport } from './mutation/rules-report.ts';
import { ROOT } from './run-step.ts';
import { finish } from './tally.ts';

const command = script(
  'rules',
  'Plants the fault of each rule and checks that its test fails. Writes the table of all rules, RULES.md.',
)
  .argument('[name...]', 'rules (FG-02), or folders and files below src of gc-core (default: all)')
  .parse();
const names = command.args;
const all = readRuleFaults();
const unknown = names.find((name) => !all.some((fault) => isNamed(fault, name)));
if (unknown !== undefined) command.error(`No fault is of a rule or file named ${unknown}.`);
const faults = all.filter(
  (each) => names.length === 0 || names.some((name) => isNamed(each, name)),
);

process.chdir(join(ROOT, 'packages/gc-core'));
// A planted fault is to be found by examples.
process.env.GCSCOPE_RUNS ??= '0.05';
writeFileSync('RULES.md', rulesReport(all));
const missing = [...unproven(all), ...(await missingProofs(process.cwd(), faults))];
for (const each of missing) console.log(each);
const failed = missing.length;
finish({ passed: Math.max(0, faults.length - failed), failed, skipped: 0 });

function isNamed({ rule, edits }: RuleFault, name: string): boolean {
  return rule === name || edits.some(({ file }) => file === name || file.startsWith(`${name}/`));
}
