import { CommandError, EXIT } from './exit-codes.ts';

/** The result of the work; rejects when the process is asked to end before, so that a server that does not answer cannot hold it. */
export async function untilStopped<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  let give: (error: CommandError) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    give = reject;
  });
  const end = (): void => give(new CommandError(EXIT.interrupted, ''));
  if (stop.aborted) end();
  else stop.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}
