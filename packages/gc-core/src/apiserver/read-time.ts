import { formatTimestamp, parseTimestamp, type Timestamp } from '../meta/object-meta.ts';

const TIME =
  /^(?<date>\d{4}-\d\d-\d\d)T(?<hour>\d\d?):(?<rest>\d\d:\d\d)(?:[.,]\d+)?(?:Z|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))$/;

/**
 * Reads a time as the server does, or `undefined`: RFC 3339, with one or two digits for the hour, and a comma or a point
 * before the fraction, of which nothing is kept. The result is in UTC.
 */
export function readTime(text: string): Timestamp | undefined {
  const { date, hour = '', rest, sign, hours = '0', minutes = '0' } = TIME.exec(text)?.groups ?? {};
  const at = parseTimestamp(`${date}T${hour.padStart(2, '0')}:${rest}Z`);
  if (at === undefined || Number(hours) > 24 || Number(minutes) > 60) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return formatTimestamp(sign === '-' ? at + offset : at - offset);
}
