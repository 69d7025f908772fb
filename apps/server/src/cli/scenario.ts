import { readFileSync } from 'node:fs';
import {
  type KubeletScenario,
  runKubeletScenario,
  runScenario,
  type Scenario,
  ScenarioError,
  type ScenarioResult,
  type StepResult,
} from '@gcscope/gc-core';
import { whyUnreadable } from '../file-fault.ts';
import {
  type FileError,
  readAnyScenario,
  type ScenarioReading,
} from '../scenario-files/read-scenario.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { textOf } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** What came of one file. */
interface FileResult {
  readonly file: string;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'invalid';
  readonly steps: readonly StepResult[];
  readonly errors: readonly FileError[];
}

/** How scenarios are run and reported. */
export interface ScenarioQuestion {
  readonly release?: string;
  readonly output: 'text' | 'json';
  /** Which kinds of scenarios are taken; both without it. */
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
  if (results.includes('invalid')) return EXIT.usage;
  return results.includes('failed') ? EXIT.no : EXIT.answered;
}

function runFile(
  file: string,
  release: string | undefined,
  readText: NonNullable<ScenarioQuestion['read']>,
): FileResult {
  const invalid = (name: string, errors: readonly FileError[]): FileResult => ({
    file,
    name,
    result: 'invalid',
    steps: [],
    errors,
  });
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const message = `The file cannot be read: ${whyUnreadable(error)}.`;
    return invalid('', [{ line: 1, path: '', message }]);
  }
  const read = readText(text);
  if ('errors' in read) return invalid('', read.errors);
  const { scenario, locate } = read;
  try {
    return { file, ...runAny(scenario, release), errors: [] };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const place = locate(error.path);
    return invalid(scenario.metadata.name, [{ ...place, message: error.message }]);
  }
}

function runAny(scenario: Scenario | KubeletScenario, release: string | undefined): ScenarioResult {
  return scenario.kind === 'KubeletScenario'
    ? runKubeletScenario(scenario, release)
    : runScenario(scenario, release);
}

function linesOf({ file, name, result, steps, errors }: FileResult): string[] {
  const lines = [`${file}: ${name === '' ? '' : `${name}: `}${result}`];
  for (const { index, name: step, result: outcome, diff } of steps) {
    lines.push(`  ${outcome === 'passed' ? 'ok  ' : 'FAIL'} ${index + 1} ${step}`);
    lines.push(...diff.map((line) => `       ${line}`));
  }
  for (const { line, path, message } of errors) {
    lines.push(`  ${file}:${line}${path === '' ? '' : ` ${path}`}: ${message}`);
  }
  return lines;
}
