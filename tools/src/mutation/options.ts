import { fileURLToPath } from 'node:url';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** Names the rooms whose own tests are run even if they only look on. */
export const ROOMS = 'GCSCOPE_MUTATION_ROOMS';

/** Where results are, below the package. */
export const REPORTS = 'node_modules/.cache/mutation';

/** What Stryker is to break, and what it is to tell. */
export interface MutationRun {
  /** Of its report. */
  readonly name: string;
  /** Files, or places in them, below the package. */
  readonly mutate: readonly string[];
}

/** How Stryker is to break the package in the working folder; it works in a copy in `sandbox`. */
export function mutationOptions(run: MutationRun, sandbox: string): PartialStrykerOptions {
  return {
    mutate: [...run.mutate],
    testRunner: 'in-process',
    plugins: [fileURLToPath(new URL('in-process-runner.ts', import.meta.url))],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile: `${REPORTS}/${run.name}-incremental.json`,
    tempDirName: sandbox,
    ignorePatterns: ['bench', 'tsconfig.json'],
    // TypeScript 7 has no programming interface with which Stryker could rewrite the configuration.
    tsconfigFile: 'none.json',
    // Most mutants that never end are counted out; time is for the few others, as the machine may be busy.
    timeoutFactor: 5,
    timeoutMS: 90_000,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: `${REPORTS}/${run.name}.json` },
  };
}
