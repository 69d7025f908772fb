import { formatAge, type Millis, parseTimestamp, type Timestamp } from '@gcscope/gc-core/wire';
import { useSyncExternalStore } from 'react';

/** The age of something of that time, kept up to date; `undefined` when the time is unknown. */
export function useAge(since: Timestamp | Millis | undefined): string | undefined {
  const start = typeof since === 'string' ? parseTimestamp(since) : since;
  return useSyncExternalStore(everySecond, () =>
    start === undefined ? undefined : formatAge(Date.now() - start),
  );
}

/** The latest of these ascending times that has passed, by the clock of the ages; before the first of them, minus infinity. */
export function useLastPassed(times: readonly Millis[]): Millis {
  return useSyncExternalStore(
    everySecond,
    () => times.findLast((time) => time <= Date.now()) ?? Number.NEGATIVE_INFINITY,
  );
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Calls the listener every second, by one clock for all ages on the page. */
function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of [...listeners]) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
