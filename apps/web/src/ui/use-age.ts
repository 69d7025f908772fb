import { formatAge, type Millis, parseTimestamp, type Timestamp } from '@gcscope/gc-core/wire';
import { useSyncExternalStore } from 'react';

/** The age of something of that time, kept up to date; `undefined` when the time is unknown. */
export function useAge(since: Timestamp | Millis | undefined): string | undefined {
  const start = typeof since === 'string' ? parseTimestamp(since) : since;
  return useSyncExternalStore(everySecond, () =>
    start === undefined ? undefined : formatAge(Date.now() - start),
  );
}

const MINUTE: Millis = 60_000;

/** The time now, to the minute. */
export function useMinute(): Millis {
  return useSyncExternalStore(everySecond, () => Date.now() - (Date.now() % MINUTE));
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all ages on the page. */
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
