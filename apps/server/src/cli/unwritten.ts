/** Whether the error says that standard output cannot be written. */
export function isUnwritten(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

/** One sentence about it. */
export function describeUnwritten({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOSPC':
      return 'The answer could not be written whole: the disk is full. Make room, and run the command again.';
    case 'EPIPE':
      return 'The answer could not be written whole: its reader has closed the pipe.';
    default:
      return `The answer could not be written whole: ${message}.`;
  }
}
