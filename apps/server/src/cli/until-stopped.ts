import { aborted } from '../base/clock.ts';
import { CommandError, EXIT } from './exit-codes.ts';

/** The result of the work; rejects when the process is asked to end before, so that a server that does not answer cannot hold it. */
export function untilStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  const interrupted = aborted(stop).then(() => {
    throw new CommandError(EXIT.interrupted, '');
  });
  return Promise.race([work, interrupted]);
}
