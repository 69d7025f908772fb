import type { Millis, Timestamp } from '@gcscope/gc-core/wire';

/** `00:37:00`: the time of day here, as every page writes it. */
export function clockTime(at: Millis | Timestamp): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
