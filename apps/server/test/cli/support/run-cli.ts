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
  let tellFirst = (_line: string): void => {};
  const firstLine = new Promise<string>((resolve) => {
    tellFirst = resolve;
  });
  const ended = runProgram(words, {
    env,
    out: (text) => {
      out += text;
      const end = out.indexOf('\n');
      if (end >= 0) tellFirst(out.slice(0, end));
    },
    err: (text) => {
      err += text;
    },
    stop: stop.signal,
  }).then((exitCode) => ({ exitCode, out, err }));
  return { ended, firstLine, errors: () => err, stop: () => stop.abort() };
}

/** Runs a command line to its end. Its beginning may be written in one piece: `explain po/a -o json`. */
export function runCli(...words: readonly string[]): Promise<CliRun> {
  const [beginning = '', ...rest] = words;
  return startCli([...beginning.split(' '), ...rest]).ended;
}
