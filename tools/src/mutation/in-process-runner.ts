import { createRequire } from 'node:module';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import type fc from 'fast-check';
import type yaml from 'yaml';
import { type Bundle, bundleOf, type CollectedTest, collectTests } from './collected-tests.ts';
import { OWN_FOLDERS } from './options.ts';
import { bundleTests } from './test-bundle.ts';

/** The global object that the instrumented source reads and counts in. */
interface Instruments {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: CompleteDryRunResult['mutantCoverage'];
}

declare global {
  var __stryker__: Instruments | undefined;
}

/**
 * Runs the tests of the package in the working directory within this process: loading Vitest anew costs seconds per
 * mutant. All is loaded anew for every mutant, so none inherits what another one spoilt; the quickest tests come first.
 */
class InProcessRunner implements TestRunner {
  readonly #require = createRequire(join(process.cwd(), 'package.json'));
  readonly #milliseconds = new Map<string, number>();
  readonly #documents = new Map<string, unknown>();
  #bundle: Bundle | undefined;

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const code = await bundleTests(process.cwd(), process.env[OWN_FOLDERS]?.split(',') ?? []);
    this.#bundle = bundleOf(code);
    // The smallest counterexample of a mutant is not read.
    (this.#require('fast-check') as typeof fc).configureGlobal({ endOnFailure: true });
  }

  async dryRun(): Promise<CompleteDryRunResult> {
    const instruments: Instruments = {};
    globalThis.__stryker__ = instruments;
    const tests: TestResult[] = [];
    for (const test of this.#collect()) {
      instruments.currentTestId = test.id;
      tests.push(await this.#run(test));
      instruments.currentTestId = undefined;
    }
    const { mutantCoverage } = instruments;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, disableBail, hitLimit, mutantActivation, testFilter } = options;
    const instruments: Instruments = { hitCount: 0, hitLimit };
    globalThis.__stryker__ = instruments;
    if (mutantActivation === 'static') instruments.activeMutant = activeMutant.id;
    let collected: readonly CollectedTest[];
    try {
      collected = this.#collect();
    } catch (error) {
      // The program does not even start, which every test would notice.
      return {
        status: MutantRunStatus.Killed,
        killedBy: [],
        failureMessage: String(error),
        nrOfTests: 0,
      };
    }
    instruments.activeMutant = activeMutant.id;
    const reaching = testFilter && new Set(testFilter);
    const tests: TestResult[] = [];
    for (const test of this.#quickestFirst(collected)) {
      if (reaching?.has(test.id) === false) continue;
      const result = await this.#run(test);
      tests.push(result);
      if (result.status === TestStatus.Failed && !disableBail) break;
    }
    return toMutantRunResult(
      determineHitLimitReached(instruments.hitCount, hitLimit) ?? {
        status: DryRunStatus.Complete,
        tests,
      },
      disableBail,
    );
  }

  #collect(): CollectedTest[] {
    if (!this.#bundle) throw new Error('The tests are not loaded.');
    return collectTests(this.#bundle, (id) => {
      const dependency = this.#require(id);
      return id === 'yaml' ? { ...dependency, parse: this.#parse } : dependency;
    });
  }

  /** The scenarios are the same for every mutant. */
  readonly #parse = (text: string): unknown => {
    const known = this.#documents.get(text) ?? (this.#require('yaml') as typeof yaml).parse(text);
    this.#documents.set(text, known);
    return structuredClone(known);
  };

  #quickestFirst(tests: readonly CollectedTest[]): readonly CollectedTest[] {
    const time = ({ id }: CollectedTest): number => this.#milliseconds.get(id) ?? 0;
    return tests.toSorted((a, b) => time(a) - time(b));
  }

  async #run(test: CollectedTest): Promise<TestResult> {
    const { id, name } = test;
    const fileName = join(process.cwd(), test.file);
    const started = performance.now();
    const timeSpentMs = (): number => Math.round(performance.now() - started);
    try {
      await test.body();
      this.#milliseconds.set(id, performance.now() - started);
      return { id, name, fileName, timeSpentMs: timeSpentMs(), status: TestStatus.Success };
    } catch (error) {
      const failureMessage = error instanceof Error ? error.message : String(error);
      const status = TestStatus.Failed;
      return { id, name, fileName, timeSpentMs: timeSpentMs(), status, failureMessage };
    }
  }
}

/** The export of a plugin that Stryker looks for. */
export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
