import { fileURLToPath } from 'node:url';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** Names the folder whose own tests are run even if they only look on. */
export const OWN_FOLDERS = 'GCSCOPE_MUTATION_FOLDERS';

/** Below the package. */
const CACHE = 'node_modules/.cache/mutation';

/** How Stryker is to break a file or folder below `src` of the package in the working directory; it works in a copy in `sandbox`. */
export function mutationOptions(path: string, sandbox: string): PartialStrykerOptions {
  return {
    mutate: [path.endsWith('.ts') ? `src/${path}` : `src/${path}/**/*.ts`],
    testRunner: 'in-process',
    plugins: [fileURLToPath(new URL('in-process-runner.ts', import.meta.url))],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    incremental: true,
    incrementalFile: `${CACHE}/incremental.json`,
    tempDirName: sandbox,
    ignorePatterns: ['bench', 'tsconfig.json'],
    // TypeScript 7 has no programming interface with which Stryker could rewrite the configuration.
    tsconfigFile: 'none.json',
    // Most mutants that never end are counted out; time is for the few others, as the machine may be busy.
    timeoutFactor: 5,
    timeoutMS: 90_000,
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    htmlReporter: { fileName: `${CACHE}/mutation.html` },
  };
}
