import { type Millis, parseTimeSpan } from '@gcscope/gc-core/wire';

/** When a CronJob runs. */
export interface Schedule {
  /** The first time after `after`; `undefined` when there is none within a year. */
  next(after: Millis): Millis | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const NAMED = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
]);

function parseEvery(text: string): Schedule | undefined {
  const span = parseTimeSpan(text) ?? 0;
  return span >= 1000 ? { next: (after) => after + span } : undefined;
}

function parseField(text: string, least: number, most: number): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return undefined;
    const [, first, last, step] = match;
    const from = Number(first ?? least);
    const to =
      first === undefined || (last === undefined && step !== undefined)
        ? most
        : Number(last ?? from);
    const stride = Number(step ?? 1);
    if (from < least || to > most || stride === 0) return undefined;
    for (let value = from; value <= to; value += stride) values.add(value);
  }
  return values;
}

function parseFiveFields(text: string): Schedule | undefined {
  const [minuteText, hourText, dayText, monthText, weekdayText, ...rest] = text.split(/\s+/);
  const minutes = parseField(minuteText ?? '', 0, 59);
  const hours = parseField(hourText ?? '', 0, 23);
  const days = parseField(dayText ?? '', 1, 31);
  const months = parseField(monthText ?? '', 1, 12);
  const weekdays = parseField((weekdayText ?? '').replaceAll('7', '0'), 0, 6);
  if (!minutes || !hours || !days || !months || !weekdays || rest.length > 0) return undefined;
  const eitherDay = dayText !== '*' && weekdayText !== '*';
  const onDay = (date: Date): boolean => {
    const byDate = days.has(date.getUTCDate());
    const byWeekday = weekdays.has(date.getUTCDay());
    const right = eitherDay ? byDate || byWeekday : byDate && byWeekday;
    return right && months.has(date.getUTCMonth() + 1);
  };
  return {
    next(after) {
      let time = (Math.floor(after / MINUTE) + 1) * MINUTE;
      const end = after + 366 * DAY;
      while (time < end) {
        const date = new Date(time);
        if (!onDay(date)) time = (Math.floor(time / DAY) + 1) * DAY;
        else if (hours.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes())) return time;
        else time += MINUTE;
      }
      return undefined;
    },
  };
}

/** Parses `spec.schedule`: five fields of numbers, `*`, lists, ranges and steps, or `@every 25s`, `@hourly` and the like, in UTC. */
export function parseSchedule(text: string): Schedule | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('@every ')) return parseEvery(trimmed.slice('@every '.length).trim());
  return parseFiveFields(NAMED.get(trimmed) ?? trimmed);
}
