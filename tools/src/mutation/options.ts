import { fileURLToPath } from 'node:url';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';

/** Where a folder's results are, below the package. */
export function reportOf(folder: string): string {
  return `node_modules/.cache/mutation/${folder}.json`;
}

/**
 * How Stryker is to break one folder of a package's source. With `allKillers` it runs every test that reaches a mutant, not
 * only until one fails, so that the report says which of them notice.
 */
export function mutationOptions(
  folder: string,
  sandbox: string,
  allKillers: boolean,
): PartialStrykerOptions {
  const suffix = allKillers ? '-all-killers' : '';
  return {
    mutate: [`src/${folder}/**/*.ts`],
    testRunner: 'in-process',
    plugins: [fileURLToPath(new URL('in-process-runner.ts', import.meta.url))],
    coverageAnalysis: 'perTest',
    disableBail: allKillers,
    concurrency: 1,
    incremental: true,
    incrementalFile: `node_modules/.cache/mutation/${folder}${suffix}-incremental.json`,
    tempDirName: sandbox,
    ignorePatterns: ['bench', 'tsconfig.json'],
    // TypeScript 7 has no programming interface with which Stryker could rewrite the configuration.
    tsconfigFile: 'none.json',
    // Only a mutant that never ends comes near these: the machine may be busy.
    timeoutFactor: 4,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    jsonReporter: { fileName: reportOf(`${folder}${suffix}`) },
  };
}
