import type { Timestamp } from '../../meta/object-meta.ts';

/** Stands for an absent time: year 2000, month 0, day 0. */
const ABSENT = 0;

/**
 * A timestamp as the API server writes it (`2026-01-01T00:00:00Z`, years 2000 to 2063) as one 32-bit number;
 * `undefined` for any other text. A text is packed as it stands: a 31 February comes out again.
 */
export function packTimestamp(text: Timestamp | undefined): number | undefined {
  if (text === undefined) return ABSENT;
  if (text.length !== 20) return undefined;
  const year = digits(text, 0) * 100 + digits(text, 2) - 2000;
  const month = digits(text, 5);
  const day = digits(text, 8);
  const hour = digits(text, 11);
  const minute = digits(text, 14);
  const second = digits(text, 17);
  const isPlain =
    year >= 0 &&
    year < 64 &&
    month > 0 &&
    month < 16 &&
    day >= 0 &&
    day < 32 &&
    hour >= 0 &&
    hour < 32 &&
    minute >= 0 &&
    minute < 64 &&
    second >= 0 &&
    second < 64;
  if (!isPlain || !hasMarks(text)) return undefined;
  return (year << 26) | (month << 22) | (day << 17) | (hour << 12) | (minute << 6) | second;
}

/** The text that was packed. */
export function unpackTimestamp(packed: number): Timestamp | undefined {
  if (packed === ABSENT) return undefined;
  const date = `20${twoDigits(packed >>> 26)}-${twoDigits((packed >>> 22) & 15)}`;
  const time = `${twoDigits((packed >>> 12) & 31)}:${twoDigits((packed >>> 6) & 63)}`;
  return `${date}-${twoDigits((packed >>> 17) & 31)}T${time}:${twoDigits(packed & 63)}Z`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function hasMarks(text: string): boolean {
  return (
    text.charCodeAt(4) === 0x2d &&
    text.charCodeAt(7) === 0x2d &&
    text.charCodeAt(10) === 0x54 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.charCodeAt(19) === 0x5a
  );
}

/** The number of two digits, or far below zero. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -10_000 : tens * 10 + ones;
}

/** A resourceVersion as a number, if it is one that can be written back as the same text; else -1. */
export function readVersion(text: string | undefined): number {
  if (text === undefined || text.length === 0 || text.length > 15) return -1;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return text.charCodeAt(0) === 48 && text.length > 1 ? -1 : value;
}
