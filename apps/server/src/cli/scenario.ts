import {
  type KubeletScenario,
  runKubeletScenario,
  runScenario,
  type Scenario,
  ScenarioError,
  type ScenarioResult,
} from '@gcscope/gc-core';
import { readAnyScenario, type ScenarioReading } from '../scenario-files/read-scenario.ts';
import type { ExitCode } from './exit-codes.ts';
import { textOf } from './lines.ts';
import {
  exitCodeOf,
  type FileResult,
  invalid,
  linesOf,
  readScenarioOf,
} from './scenario-result.ts';
import type { Terminal } from './terminal.ts';

export interface ScenarioQuestion {
  readonly release?: string | undefined;
  readonly output: 'text' | 'json';
  /** Reads the kinds of scenarios that are taken; both without it. */
  readonly read?: (text: string) => ScenarioReading<Scenario | KubeletScenario>;
}

/** Runs every file and reports each at once; resolves with the worst outcome: invalid before failed before passed. */
export function runScenarioFiles(
  files: readonly string[],
  { release, output, read = readAnyScenario }: ScenarioQuestion,
  terminal: Terminal,
): ExitCode {
  const results = files.map((file) => {
    const result = runFile(file, release, read);
    terminal.out(output === 'json' ? `${JSON.stringify(result)}\n` : textOf(linesOf(result)));
    return result.result;
  });
  return exitCodeOf(results);
}

function runFile(
  file: string,
  release: string | undefined,
  readText: NonNullable<ScenarioQuestion['read']>,
): FileResult {
  const read = readScenarioOf(file, readText);
  if ('result' in read) return read;
  const { scenario, locate } = read;
  try {
    return { file, ...runAny(scenario, release), errors: [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { name } = scenario.metadata;
    // A release from the command line has no place in the file.
    if (release !== undefined && error.path.join('.') === 'spec.release') {
      return invalid(file, name, [{ line: 1, path: '', message: `--release: ${error.message}` }]);
    }
    return invalid(file, name, [{ ...locate(error.path), message: error.message }]);
  }
}

function runAny(scenario: Scenario | KubeletScenario, release: string | undefined): ScenarioResult {
  return scenario.kind === 'KubeletScenario'
    ? runKubeletScenario(scenario, release)
    : runScenario(scenario, release);
}
