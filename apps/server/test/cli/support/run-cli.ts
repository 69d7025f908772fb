import { expect, onTestFinished } from 'vitest';
import type { ExitCode } from '../../../src/cli/exit-codes.ts';
import { runProgram } from '../../../src/cli/program.ts';

/** What a command line did. */
export interface CliRun {
  readonly exitCode: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** A command line at work in this process. */
export interface RunningCli {
  readonly ended: Promise<CliRun>;
  /** The first line of standard output. */
  readonly firstLine: Promise<string>;
  /** Standard error so far. */
  errors(): string;
  stop(): void;
}

/** Starts a command line; `env` is all of its environment. */
export function startCli(words: readonly string[], env: Record<string, string> = {}): RunningCli {
  const stop = new AbortController();
  let [out, err] = ['', ''];
  let resolveFirst = (_line: string): void => {};
  const firstLine = new Promise<string>((resolve) => {
    resolveFirst = resolve;
  });
  const ended = runProgram(words, {
    env,
    out: (text) => {
      out += text;
      const end = out.indexOf('\n');
      if (end >= 0) resolveFirst(out.slice(0, end));
    },
    err: (text) => {
      err += text;
    },
    stop: stop.signal,
  }).then((exitCode) => ({ exitCode, out, err }));
  return { ended, firstLine, errors: () => err, stop: () => stop.abort() };
}

/** Starts `serve` with these words, on a free port until the test is over. */
export async function startServing(
  ...words: readonly string[]
): Promise<RunningCli & { readonly url: string }> {
  const running = startCli(['serve', '--port', '0', ...words]);
  onTestFinished(async () => {
    running.stop();
    await running.ended;
  });
  return { ...running, url: await running.firstLine };
}

/** Resolves when the server at this address is ready. */
export function isReady(url: string): Promise<void> {
  return expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
}

/** Runs a command line to its end. Its beginning may be written in one piece: `explain po/a -o json`. */
export function runCli(...words: readonly string[]): Promise<CliRun> {
  const [beginning = '', ...rest] = words;
  return startCli([...beginning.split(' '), ...rest]).ended;
}
