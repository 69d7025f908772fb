import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { refusedByCompiler } from './mutation/compiler.ts';
import { forgetGoneFiles, keepResults, keptResults } from './mutation/kept-results.ts';
import { readBrokenFiles } from './mutation/mutants.ts';
import { mutationReport, reasonFaults } from './mutation/mutation-report.ts';
import { type MutationRun, mutationOptions, REPORTS, ROOMS } from './mutation/options.ts';
import { missingProofs } from './mutation/prove-rules.ts';
import { readRuleFaults } from './mutation/rule-faults.ts';
import { rulesReport } from './mutation/rules-report.ts';
import { ROOT } from './run-step.ts';

/** The folders of which a score is kept. */
const SCORED = ['collector', 'apiserver', 'graph', 'kubelet', 'simulation', 'insight'];
const FILES_PER_RUN = 8;

// Breaks gc-core in every way Stryker knows and sees whether a test notices: `npm run mutation -- graph`, or some files,
// `graph/dot.ts graph/graph.ts`.
// `--rules` plants a fault per rule instead and sees its test fail; `--report` only writes the pages anew.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rules: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

process.chdir(join(ROOT, 'packages/gc-core'));
// Few runs of each property, of one seed: a mutant is to be found by examples.
process.env.GCSCOPE_RUNS ??= '5';
// Stryker's own processes load the test runner, which is TypeScript.
process.env.NODE_OPTIONS = `--import ${import.meta.resolve('tsx')}`;

async function breakAndTest(run: MutationRun): Promise<void> {
  const sandbox = mkdtempSync(join(tmpdir(), 'gcscope-mutation-'));
  process.env[ROOMS] = [...new Set(run.mutate.map((each) => roomOf(each.slice(4))))].join();
  try {
    await new Stryker(mutationOptions(run, sandbox)).runMutationTest();
  } finally {
    rmSync(sandbox, { recursive: true, force: true });
  }
}

function roomOf(file: string): string {
  return file.replace(/\/.*/, '');
}

/** Below `src`: the file itself, or those of the folder. */
function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(`src/${path}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => `${path}/${file}`);
}

/** A few files at a time: what was found is kept when a run is cut short. */
async function breakFiles(paths: readonly string[]): Promise<void> {
  const files = paths.flatMap(filesOf);
  for (let from = 0; from < files.length; from += FILES_PER_RUN) {
    const some = files.slice(from, from + FILES_PER_RUN);
    const name = some[0]?.replace(/\.ts$/, '').replaceAll('/', '-') ?? '';
    await breakAndTest({ name, mutate: some.map((file) => `src/${file}`) });
    keepResults('.', readBrokenFiles('.', `${REPORTS}/${name}.json`));
  }
}

function writeMutationReport(): void {
  const files = SCORED.flatMap(filesOf);
  forgetGoneFiles('.');
  const known = new Map(keptResults('.').map((each) => [each.file, each.mutants]));
  const mutants = files.flatMap((each) => known.get(each) ?? []);
  const survivors = mutants.filter(({ noticed }) => !noticed);
  const results = {
    mutants,
    refused: refusedByCompiler('.', survivors),
    open: files.filter((each) => !known.has(each)),
    empty: files.filter((each) => known.get(each)?.length === 0),
  };
  writeFileSync('MUTATION.md', mutationReport(results));
  for (const each of reasonFaults(results)) console.warn(each);
}

/** Plants the fault of each rule; throws if one goes unnoticed. */
async function proveRules(): Promise<void> {
  const missing = await missingProofs(process.cwd(), readRuleFaults());
  if (missing.length > 0) throw new Error(`Not every rule is shown.\n${missing.join('\n')}`);
}

if (values.rules) await proveRules();
else if (!values.report) {
  await breakFiles(positionals.length > 0 ? positionals : SCORED);
}
if (!values.rules) writeMutationReport();
if (values.report || values.rules) writeFileSync('RULES.md', rulesReport(readRuleFaults()));
