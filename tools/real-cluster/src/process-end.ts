const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const cleanups = new Set<() => void>();

/**
 * `cleanup` runs once when this process exits or is interrupted, unless the returned function
 * withdraws it before. It must be synchronous and must not throw.
 */
export function atProcessEnd(cleanup: () => void): () => void {
  if (cleanups.size === 0) listen();
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) unlisten();
  };
}

function listen(): void {
  process.on('exit', cleanUp);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function unlisten(): void {
  process.off('exit', cleanUp);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function cleanUp(): void {
  for (const cleanup of cleanups) cleanup();
  cleanups.clear();
  unlisten();
}

function onSignal(signal: NodeJS.Signals): void {
  cleanUp();
  // A listener takes away the signal's own effect. There is no other listener: give it back.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
