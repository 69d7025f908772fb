import { type Millis, parseTimeSpan } from '@gcscope/gc-core/wire';
import { InvalidArgumentError } from 'commander';

const DAY: Millis = 86_400_000;

/** Reads a whole number within these limits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,7}$/.test(text) ? Number(text) : -1;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}

/** Reads a duration of at least so long; a number without a unit is seconds. */
export function duration(least: Millis): (text: string) => Millis {
  return (text) => {
    const span = parseTimeSpan(/^\d{1,5}$/.test(text) ? `${text}s` : text);
    if (span !== undefined && span >= least && span <= DAY) return span;
    throw new InvalidArgumentError(`Use a duration from ${least}ms to 24h, such as 30s or 2m.`);
  };
}

/** `--write-record` of a command that writes to a cluster. */
export const WRITE_RECORD = [
  '--write-record <file>',
  'append each write to this file before sending it; gcscope does not send a write that it cannot record',
] as const;
