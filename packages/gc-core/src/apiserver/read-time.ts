import { formatTimestamp, parseTimestamp, type Timestamp } from '../meta/object-meta.ts';
import { utf8 } from './read-bytes.ts';

/** A time as the API writes it, or the words for what is wrong with the text. */
export type ReadTime =
  | { readonly ok: true; readonly time: Timestamp }
  | { readonly ok: false; readonly message: string };

/** What a time is made of, in order: what must stand there, and how the server calls it. */
const PARTS: readonly (readonly [pattern: RegExp, called: string])[] = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d\d/, '01'],
  [/^-/, '-'],
  [/^\d\d/, '02'],
  [/^T/, 'T'],
  [/^\d\d?/, '15'],
  [/^:/, ':'],
  [/^\d\d/, '04'],
  [/^:/, ':'],
  [/^\d\d(?:[.,]\d+)?/, '05'],
  [/^(?:Z|[+-]\d\d:\d\d)/, 'Z07:00'],
];

/** What is looked at as soon as it is read; whether there is such a day shows at the end. */
const RANGES: ReadonlyMap<string, readonly [unit: string, least: number, most: number]> = new Map([
  ['01', ['month', 1, 12]],
  ['15', ['hour', 0, 23]],
  ['04', ['minute', 0, 59]],
  ['05', ['second', 0, 59]],
]);

/**
 * Reads a time as the server does: RFC 3339, with one or two digits for the hour, and a comma or a point before the
 * fraction, of which nothing is kept. The result is in UTC.
 */
export function readTime(text: string): ReadTime {
  const refuse = (words: string): ReadTime => ({
    ok: false,
    message: `parsing time ${quoted(text)}${words}`,
  });
  const parts = new Map<string, string>();
  let rest = text;
  for (const [pattern, called] of PARTS) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined) {
      const place = `cannot parse ${quoted(rest)} as ${quoted(called)}`;
      return refuse(` as "2006-01-02T15:04:05Z07:00": ${place}`);
    }
    const unit = outOfRange(called, part);
    if (unit !== undefined) return refuse(`: ${unit} out of range`);
    parts.set(called, part);
    rest = rest.slice(part.length);
  }
  if (rest !== '') return refuse(`: extra text: ${quoted(rest)}`);
  const [year, month, day, hour, minute, second] = ['2006', '01', '02', '15', '04', '05'].map(
    (called) => parts.get(called)?.slice(0, called.length) ?? '',
  );
  const clock = `${hour?.padStart(2, '0')}:${minute}:${second}Z`;
  const at = parseTimestamp(`${year}-${month}-${day}T${clock}`);
  if (at === undefined) return refuse(': day out of range');
  return { ok: true, time: formatTimestamp(at - offsetOf(parts.get('Z07:00') ?? 'Z')) };
}

/** What of a part is out of its range, or `undefined`. */
function outOfRange(called: string, part: string): string | undefined {
  if (called === 'Z07:00') {
    const { hours, minutes } = zoneOf(part);
    if (minutes > 60) return 'time zone offset minute';
    return hours > 24 ? 'time zone offset hour' : undefined;
  }
  const [unit, least = 0, most = 0] = RANGES.get(called) ?? [];
  const value = Number.parseInt(part, 10);
  return unit !== undefined && (value < least || value > most) ? unit : undefined;
}

/** `Z` has neither. */
function zoneOf(zone: string): { readonly hours: number; readonly minutes: number } {
  return { hours: Number(zone.slice(1, 3)), minutes: Number(zone.slice(4)) };
}

/** Milliseconds to the east. */
function offsetOf(zone: string): number {
  const { hours, minutes } = zoneOf(zone);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** As the server quotes a text in errors about times: beyond ASCII byte by byte. */
function quoted(text: string): string {
  const bytes = utf8(text).map((byte) => {
    const char = String.fromCharCode(byte);
    if (char === '"' || char === '\\') return `\\${char}`;
    return byte < 0x20 || byte >= 0x80 ? `\\x${byte.toString(16).padStart(2, '0')}` : char;
  });
  return `"${bytes.join('')}"`;
}
