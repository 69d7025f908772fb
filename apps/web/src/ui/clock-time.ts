import type { Millis, Timestamp } from '@gcscope/gc-core/wire';

/** `00:37:00`: the time of day here, as every page writes it. */
export function clockTime(at: Millis | Timestamp): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** `21 November 2026 at 00:37`: the date, too, for what may be long ago; in the reader's time zone. */
export function dateAndTime(at: Timestamp): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}
