import type { Millis } from '@gcscope/gc-core/wire';
import { type RunRef, STEPPABLE } from '../worker/node-messages.ts';
import { type Form, NAMES, readAs } from './parameter.ts';

const UNITS: readonly (readonly [letter: string, size: Millis])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];
const MOST_MOMENT = 86_400_000;

/** `1h5m`, `37.5s`, `0s`. */
export function formatMoment(moment: Millis): string {
  let rest = moment;
  let text = '';
  for (const [letter, size] of UNITS.slice(0, 3)) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${letter}`;
    rest -= count * size;
  }
  const seconds = Number((rest / 1000).toFixed(3));
  return seconds > 0 || text === '' ? `${text}${seconds}s` : text;
}

const MOMENT_TEXT = /^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s)?$/;

/** Inverse of `formatMoment`; `undefined` for a text that is no span within a day. */
export function momentOf(text: string): Millis | undefined {
  const match = text === '' ? null : MOMENT_TEXT.exec(text);
  if (!match) return undefined;
  const span = UNITS.reduce((sum, [, size], at) => sum + Number(match[at + 1] ?? 0) * size, 0);
  return span <= MOST_MOMENT ? span : undefined;
}

/** A moment of the forecast. */
export const MOMENT: Form<Millis> = readAs(
  momentOf,
  formatMoment,
  ': expected a duration of up to 1d, such as in=5m.',
);

/** A run to step through, and when it begins. */
export const RUN: Form<RunRef> = readAs(
  runOf,
  ({ collect, at }) => `${collect}@${collect === 'step' ? at : formatMoment(at)}`,
  ': expected a run, such as run=containers@0s.',
);

function runOf(text: string): RunRef | undefined {
  const [name, at = '', ...rest] = text.split('@');
  const collect = STEPPABLE.find((each) => each === name);
  const index = /^\d{1,4}$/.test(at) ? Number(at) : undefined;
  const time = collect === 'step' ? index : momentOf(at);
  return collect && time !== undefined && rest.length === 0 ? { collect, at: time } : undefined;
}

/** Fields of the policies with their values. */
export const SETTINGS: Form<Readonly<Record<string, string>>> = {
  parse: (texts, name, faults) => {
    const settings = (NAMES.parse(texts, name, faults) ?? []).flatMap((part) => {
      const [, key, value] = /^([A-Za-z.]{1,60}):([^:]{1,40})$/.exec(part) ?? [];
      if (key !== undefined && value !== undefined) return [[key, value] as const];
      faults.push(
        `“${name}=${part}” is not valid: expected a field and its value, such as set=containers.minAge:5m.`,
      );
      return [];
    });
    return settings.length === 0 ? undefined : Object.fromEntries(settings);
  },
  format: (settings) => NAMES.format(Object.entries(settings).map((each) => each.join(':'))),
};
