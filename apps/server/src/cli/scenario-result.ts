import type { StepResult } from '@gcscope/gc-core';
import { readYamlFile } from '../base/read-file.ts';
import type { FileError, ReadScenario, ScenarioReading } from '../scenario-files/read-scenario.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** How one step went; on a cluster some are skipped, wholly or in part. */
type StepOutcome = Omit<StepResult, 'result'> & {
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly skipped?: readonly string[];
};

/** The result of one file. */
export interface FileResult {
  readonly file: string;
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'invalid';
  readonly steps: readonly StepOutcome[];
  readonly errors: readonly FileError[];
}

/** The scenario of a file, `-` being standard input, or the result of a file that holds none. */
export function readScenarioOf<T>(
  file: string,
  readText: (text: string) => ScenarioReading<T>,
): ReadScenario<T> | FileResult {
  let text: string;
  try {
    text = readYamlFile(file, (why) => new Error(`The file cannot be read: ${why}.`));
  } catch (error) {
    return invalid(file, '', [{ line: 1, path: '', message: (error as Error).message }]);
  }
  const read = readText(text);
  return 'errors' in read ? invalid(file, '', read.errors) : read;
}

/** The result of a file that is faulty. */
export function invalid(file: string, name: string, errors: readonly FileError[]): FileResult {
  return { file, name, result: 'invalid', steps: [], errors };
}

/** The worst outcome: invalid before failed before passed. */
export function exitCodeOf(results: readonly FileResult['result'][]): ExitCode {
  if (results.includes('invalid')) return EXIT.usage;
  return results.includes('failed') ? EXIT.no : EXIT.answered;
}

const MARKS = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

/** The different ends of an exploration, the commonest first, and how often each came. */
function outcomeLines(outcomes: StepOutcome['outcomes'] = []): string[] {
  const orders = outcomes.reduce((sum, { count }) => sum + count, 0);
  return outcomes.flatMap(({ objects, count }) => [
    `${count} of ${orders} orders end with ${objects.length === 0 ? 'nothing' : 'these objects:'}`,
    ...objects.map((object) => `  ${object}`),
  ]);
}

/** The result for people: one line a step, and the differences. */
export function linesOf({ file, name, result, steps, errors }: FileResult): string[] {
  const lines = [`${file}: ${name === '' ? '' : `${name}: `}${result}`];
  for (const { index, name: step, result: outcome, diff, outcomes, skipped = [] } of steps) {
    const of = outcome === 'skipped' ? '' : 'not compared: ';
    const note = skipped.length > 0 ? ` (${of}${skipped.join(', ')})` : '';
    lines.push(`  ${MARKS[outcome]} ${index + 1} ${step}${note}`);
    lines.push(...[...diff, ...outcomeLines(outcomes)].map((line) => `       ${line}`));
  }
  for (const { line, path, message } of errors) {
    lines.push(`  ${file}:${line}${path === '' ? '' : ` ${path}`}: ${message}`);
  }
  return lines;
}
