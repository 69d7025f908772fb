import { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';

/** Nanoseconds since the epoch. A `number` would make creation times a nanosecond apart equal. */
export type NanoTime = bigint;
/** A span of time in nanoseconds. */
export type Nanos = bigint;

const SECOND = 1_000_000_000n;

/** Go's zero time, year 1: what a kubelet holds for "never". */
export const ZERO_TIME: NanoTime = -62_135_596_800n * SECOND;

const FRACTION = /\.(\d{1,9})(?=Z|[+-]\d\d:\d\d$)/;

/** RFC 3339 with up to nine decimals → time; `undefined` when it is none. */
export function parseNanoTime(text: string): NanoTime | undefined {
  const millis = parseTimestamp(text.replace(FRACTION, ''));
  if (millis === undefined) return undefined;
  const digits = FRACTION.exec(text)?.[1] ?? '';
  return BigInt(millis) * 1_000_000n + BigInt(digits.padEnd(9, '0'));
}

/** Time → RFC 3339 in UTC, with as many decimals as it takes. */
export function formatNanoTime(at: NanoTime): string {
  const inSecond = ((at % SECOND) + SECOND) % SECOND;
  const text = formatTimestamp(Number((at - inSecond) / 1_000_000n));
  if (inSecond === 0n) return text;
  const decimals = String(inSecond).padStart(9, '0').replace(/0+$/, '');
  return text.replace('Z', `.${decimals}Z`);
}

const UNITS = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', SECOND],
  ['m', 60n * SECOND],
  ['h', 3600n * SECOND],
]);
const PART = /(\d+)(?:\.(\d{1,12}))?(ns|us|µs|μs|ms|s|m|h)/g;
const DURATION = /^([+-]?)((?:\d+(?:\.\d{1,12})?(?:ns|us|µs|μs|ms|s|m|h))+|0)$/;
/** The longest span a kubelet can hold. */
const LONGEST = 2n ** 63n - 1n;

/** A span as flags and configurations write it (`1h30m`, `2m0.5s`, `0`); `undefined` when it is none or too long. */
export function parseSpan(text: string): Nanos | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  let span = 0n;
  for (const [, whole = '0', decimals = '', unit = ''] of (match[2] ?? '').matchAll(PART)) {
    const size = UNITS.get(unit) ?? 0n;
    span += BigInt(whole) * size;
    span += (BigInt(decimals.padEnd(12, '0')) * size) / 1_000_000_000_000n;
  }
  if (span > LONGEST) return undefined;
  return match[1] === '-' ? -span : span;
}

/** A span in words of its flag: `1h30m0s`, `2m0s`, `500ms` as `0.5s`. */
export function formatSpan(span: Nanos): string {
  const size = span < 0n ? -span : span;
  const hours = size / (3600n * SECOND);
  const minutes = (size / (60n * SECOND)) % 60n;
  const decimals = String(size % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = `${(size / SECOND) % 60n}${decimals === '' ? '' : `.${decimals}`}s`;
  const sign = span < 0n ? '-' : '';
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`;
}
