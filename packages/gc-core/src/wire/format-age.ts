import type { Millis } from '../meta/object-meta.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A span as kubectl prints ages: `42s`, `5m30s`, `3h20m`, `2d4h`, `1y12d`. */
export function formatAge(span: Millis): string {
  const whole = Math.max(0, span);
  if (whole < 2 * MINUTE) return one(whole, SECOND, 's');
  if (whole < 10 * MINUTE) return two(whole, MINUTE, 'm', SECOND, 's');
  if (whole < 3 * HOUR) return one(whole, MINUTE, 'm');
  if (whole < 8 * HOUR) return two(whole, HOUR, 'h', MINUTE, 'm');
  if (whole < 2 * DAY) return one(whole, HOUR, 'h');
  if (whole < 8 * DAY) return two(whole, DAY, 'd', HOUR, 'h');
  if (whole < 2 * YEAR) return one(whole, DAY, 'd');
  if (whole < 8 * YEAR) return two(whole, YEAR, 'y', DAY, 'd');
  return one(whole, YEAR, 'y');
}

function one(span: Millis, unit: Millis, letter: string): string {
  return `${Math.floor(span / unit)}${letter}`;
}

function two(span: Millis, unit: Millis, letter: string, rest: Millis, restLetter: string): string {
  const left = Math.floor((span % unit) / rest);
  return left === 0 ? one(span, unit, letter) : `${one(span, unit, letter)}${left}${restLetter}`;
}
