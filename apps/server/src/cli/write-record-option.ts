/** `--write-record` of a command that writes to a cluster. */
export const WRITE_RECORD = [
  '--write-record <file>',
  'append each write to this file before it is sent; a write that cannot be recorded is not sent',
] as const;
