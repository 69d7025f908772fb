/** Exit codes of the process. */
export const EXIT = {
  answered: 0,
  /** The answer is "no": an expectation failed. */
  no: 1,
  /** Wrong usage, an invalid file, an object or a namespace that is not found, or is ambiguous. */
  usage: 2,
  /** The cluster cannot be read. */
  unreachable: 3,
  /** The answer is incomplete and `--strict` was given. */
  incomplete: 4,
  /** Standard output, or the record of writes, cannot be written: the disk is full, or the reader of a pipe has left. */
  unwritten: 5,
  /** Ctrl-C before the answer, as shells count it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Hears what a command ends with. */
export type End = (code: ExitCode) => void;

/** Ends a command with one sentence on standard error. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command line, a file or a name is wrong; one sentence that says what to do. */
export function usageError(message: string): CommandError {
  return new CommandError(EXIT.usage, message);
}

/** Whether the error says that standard output cannot be written. */
export function isUnwritten(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

/** One sentence about it. */
export function describeUnwritten({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOSPC':
      return 'gcscope could not write the whole answer: the disk is full. Make room, and run the command again.';
    case 'EPIPE':
      return 'gcscope could not write the whole answer: the reader has closed the pipe.';
    default:
      return `gcscope could not write the whole answer: ${message}.`;
  }
}
