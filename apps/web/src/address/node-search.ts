import type { Millis } from '@gcscope/gc-core/wire';
import { type RunRef, STEPPABLE } from '../worker/node-messages.ts';

/** What the address of a node carries. */
export interface NodeSearch {
  /** Fields of the policies that are changed, by their key. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Percent of the image disk that are used, instead of what the source says. */
  readonly fill?: number;
  /** The moment that is looked at, from the beginning of the forecast; without it nothing has run yet. */
  readonly moment?: Millis;
  /** The run that is stepped through. */
  readonly run?: RunRef;
  /** How many of the scenario's own steps are done. */
  readonly after?: number;
}

const UNITS: readonly (readonly [letter: string, size: Millis])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];
const MOST_MOMENT = 86_400_000;

/** The part of an address that speaks of a node. What is not understood is named in `faults` and left out. */
export function parseNodeSearch(params: URLSearchParams, faults: string[]): NodeSearch {
  const settings = parseSettings(params.get('set'), faults);
  const fill = parseNumber(params, 'fill', 100, faults);
  const after = parseNumber(params, 'after', 10_000, faults);
  const moment = parseMoment(params.get('in'), faults);
  const run = parseRun(params.get('run'), faults);
  return {
    ...(settings && { settings }),
    ...(fill !== undefined && { fill }),
    ...(moment !== undefined && { moment }),
    ...(run && { run }),
    ...(after !== undefined && after > 0 && { after }),
  };
}

/** Its keys and texts in an address. Inverse of `parseNodeSearch`. */
export function formatNodeSearch(
  search: NodeSearch,
): readonly (readonly [key: string, text: string | undefined])[] {
  const { settings = {}, fill, moment, run, after } = search;
  const set = Object.entries(settings).map(([key, value]) => `${key}:${value}`);
  return [
    ['set', set.join(',')],
    ['fill', fill?.toString()],
    ['after', after?.toString()],
    ['in', moment === undefined ? undefined : formatMoment(moment)],
    ['run', run && `${run.collect}@${run.collect === 'step' ? run.at : formatMoment(run.at)}`],
  ];
}

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

const MOMENT = /^(?:(\d{1,3})d)?(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s)?$/;

/** Inverse of `formatMoment`; `undefined` for what is no span within a day. */
export function momentOf(text: string): Millis | undefined {
  const match = text === '' ? null : MOMENT.exec(text);
  if (!match) return undefined;
  const span = UNITS.reduce((sum, [, size], at) => sum + Number(match[at + 1] ?? 0) * size, 0);
  return span <= MOST_MOMENT ? span : undefined;
}

function parseMoment(text: string | null, faults: string[]): Millis | undefined {
  if (text === null) return undefined;
  const moment = momentOf(text);
  if (moment === undefined) {
    faults.push(`“in=${text}” is not understood: a span of up to 1d is expected, such as in=5m.`);
  }
  return moment;
}

function parseSettings(
  text: string | null,
  faults: string[],
): Readonly<Record<string, string>> | undefined {
  const parts = (text ?? '').split(',').filter((part) => part !== '');
  const settings = parts.flatMap((part) => {
    const [, key, value] = /^([A-Za-z.]{1,60}):([^:]{1,40})$/.exec(part) ?? [];
    if (key !== undefined && value !== undefined) return [[key, value] as const];
    faults.push(
      `“set=${part}” is not understood: a field and its value are expected, such as set=containers.minAge:5m.`,
    );
    return [];
  });
  return settings.length === 0 ? undefined : Object.fromEntries(settings);
}

function parseNumber(
  params: URLSearchParams,
  key: string,
  most: number,
  faults: string[],
): number | undefined {
  const text = params.get(key);
  if (text === null) return undefined;
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number >= 0 && number <= most) return number;
  faults.push(`“${key}=${text}” is not understood: a number from 0 to ${most} is expected.`);
  return undefined;
}

function parseRun(text: string | null, faults: string[]): RunRef | undefined {
  if (text === null) return undefined;
  const [name, at = '', ...rest] = text.split('@');
  const collect = STEPPABLE.find((each) => each === name);
  const time = collect === 'step' ? indexOf(at) : momentOf(at);
  if (collect && time !== undefined && rest.length === 0) return { collect, at: time };
  faults.push(`“run=${text}” is not understood: a run is expected, such as run=containers@0s.`);
  return undefined;
}

function indexOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
