import { readKubeletScenario } from '../scenario-files/read-scenario.ts';
import type { ExitCode } from './exit-codes.ts';
import { runScenarioFiles, type ScenarioQuestion } from './scenario.ts';
import type { Terminal } from './terminal.ts';

/** Runs kubelet scenarios as `scenario run` does; a file of another kind is invalid. */
export function runKubeletFiles(
  files: readonly string[],
  question: Omit<ScenarioQuestion, 'read'>,
  terminal: Terminal,
): ExitCode {
  return runScenarioFiles(files, { ...question, read: readKubeletScenario }, terminal);
}
