import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingProofs } from './mutation/prove-rules.ts';
import { readRuleFaults } from './mutation/rule-faults.ts';
import { rulesReport } from './mutation/rules-report.ts';
import { ROOT } from './run-step.ts';
import { finish } from './tally.ts';

// Plants the fault of each rule and sees its test fail: `npm run rules`. Writes the table of all rules, RULES.md.
const faults = readRuleFaults();

process.chdir(join(ROOT, 'packages/gc-core'));
// A planted fault is to be found by examples.
process.env.GCSCOPE_RUNS ??= '0.05';
writeFileSync('RULES.md', rulesReport(faults));
const missing = await missingProofs(process.cwd(), faults);
for (const each of missing) console.log(each);
const failed = missing.length;
finish({ passed: Math.max(0, faults.length - failed), failed, skipped: 0 });
