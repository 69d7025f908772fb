import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwrightTally, stepTally, vitestTally } from './report-tally.ts';
import type { Tally } from './tally.ts';

/** The root of the checkout. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

type Environment = Readonly<Record<string, string>>;

/**
 * Runs a command from the root of the checkout without standard input, its output going where ours
 * goes. True if it exited with 0; false also when it cannot be started.
 */
export function runStep(command: readonly string[], env: Environment = {}): Promise<boolean> {
  const [program = '', ...args] = command;
  console.log(`\n> ${command.join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
        ...env,
      },
    });
    child.on('error', (error) => {
      console.error(`${program} did not start: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

/**
 * Runs a test runner that writes a JSON report to the file it is told, and counts its tests.
 * `command` makes the arguments and the environment from that file.
 */
async function runReported(
  command: (report: string) => { readonly command: readonly string[]; readonly env?: Environment },
  read: (json: string) => Tally,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'gcscope-report-'));
  try {
    const report = join(folder, 'report.json');
    const step = command(report);
    const succeeded = await runStep(step.command, step.env);
    const json = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
    return stepTally(succeeded, json, read);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the journeys through the built program in one browser, with these further arguments, and counts them. */
export function runJourneys(
  project: 'chromium' | 'firefox',
  ...args: readonly string[]
): Promise<Tally> {
  return runReported(
    (report) => ({
      command: [
        'playwright',
        'test',
        `--project=${project}`,
        '--forbid-only',
        '--reporter=list,json',
        ...args,
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
    playwrightTally,
  );
}

/** Runs Vitest with these further arguments and counts its tests. */
export function runVitest(args: readonly string[], env: Environment = {}): Promise<Tally> {
  return runReported(
    (report) => ({
      command: [
        'vitest',
        'run',
        '--allowOnly=false',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      env,
    }),
    vitestTally,
  );
}
