import type { Millis } from './object-meta.ts';

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
const PART = /(\d{1,15}(?:\.\d{1,3})?)(ms|s|m|h)/g;

/** A span of time as people write it (`30s`, `1h30m`, `1.5s`), in milliseconds; `undefined` when it is none. */
export function parseTimeSpan(text: string): Millis | undefined {
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  return parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS.get(unit) ?? 0),
    0,
  );
}
