import { groupBy } from '../meta/group-by.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { PolicyForecast } from './forecast.ts';

/**
 * How an object ends. `later`: deleted once a kubelet or kube-controller-manager has done its part. `waiting`: not in Terminating, but what
 * it waits for is `blocked`.
 */
export type Way = 'later' | 'waiting' | keyof Lines;

type Lines = Pick<
  PolicyForecast,
  | 'deleted'
  | 'orphaned'
  | 'kept'
  | 'blocked'
  | 'leftAlone'
  | 'notVerified'
  | 'refused'
  | 'stayBlocked'
>;

export const WAYS: readonly Way[] = [
  'deleted',
  'later',
  'orphaned',
  'kept',
  'blocked',
  'stayBlocked',
  'waiting',
  'leftAlone',
  'notVerified',
  'refused',
];

/** An object with how it ends. */
export type WayLine = NonNullable<Lines[keyof Lines]>[number];

/** The objects that end in this way. */
export function linesOf(forecast: PolicyForecast, way: Way): readonly WayLine[] {
  const { deleted, blocked } = forecast;
  if (way === 'deleted') return deleted.filter(({ after }) => !after);
  if (way === 'later') return deleted.filter(({ after }) => after);
  if (way === 'blocked') return blocked.filter(({ terminating }) => terminating);
  return way === 'waiting'
    ? blocked.filter(({ terminating }) => !terminating)
    : (forecast[way] ?? []);
}

/** Policies under which every object ends alike, and what to show of that. */
export interface ForecastColumn {
  /** There is at least one. */
  readonly policies: readonly PolicyForecast[];
  /** Every line of the first column; of each other column the lines that differ from it. */
  readonly shown: ReadonlyMap<Way, readonly WayLine[]>;
  /** Lines that are left out because the first column has them. */
  readonly alike: number;
  /** Objects that the first column changes and this one does not. */
  readonly untouched: readonly ObjectReference[];
  /** The rules that decide a line of it: policies under which an object ends alike may come to that by different ones. */
  readonly rulesOf: (way: Way, line: WayLine) => ReadonlySet<string>;
}

/** The forecasts side by side: equal ones together, and of each further one only the difference. */
export function forecastColumns(policies: readonly PolicyForecast[]): ForecastColumn[] {
  const [first, ...others] = groupBy(policies, outcomeKey).values();
  if (!first) return [];
  return [columnOf(first), ...others.map((group) => columnOf(group, first[0]))];
}

function columnOf(policies: readonly PolicyForecast[], base?: PolicyForecast): ForecastColumn {
  const [forecast] = policies;
  const known = new Set(base && keysOf(base));
  const shown = new Map<Way, readonly WayLine[]>();
  const reached = new Set<Uid>();
  let alike = 0;
  for (const way of forecast ? WAYS : []) {
    const lines = forecast ? linesOf(forecast, way) : [];
    const differing = lines.filter((line) => !known.has(lineKey(way, line)));
    alike += lines.length - differing.length;
    for (const { object } of lines) reached.add(object.uid);
    if (differing.length > 0) shown.set(way, differing);
  }
  const before = base ? WAYS.flatMap((way) => linesOf(base, way)) : [];
  const untouched = before.flatMap(({ object }) => (reached.has(object.uid) ? [] : [object]));
  const rules = rulesOfLines(policies);
  const rulesOf = (way: Way, line: WayLine): ReadonlySet<string> =>
    rules.get(lineKey(way, line)) ?? new Set([decidingRule(line)]);
  return { policies, shown, alike, untouched, rulesOf };
}

function rulesOfLines(policies: readonly PolicyForecast[]): Map<string, Set<string>> {
  const rules = new Map<string, Set<string>>();
  for (const forecast of policies.length > 1 ? policies : []) {
    for (const way of WAYS) {
      for (const line of linesOf(forecast, way)) {
        const key = lineKey(way, line);
        const all = rules.get(key) ?? new Set();
        rules.set(key, all.add(decidingRule(line)));
      }
    }
  }
  return rules;
}

/** The rule of what the line says: of an object that waits, the rule by which it waits. */
function decidingRule(line: WayLine): string {
  return ('after' in line ? line.after?.rule : undefined) ?? line.rule;
}

/** All that tells two outcomes apart. */
function outcomeKey(forecast: PolicyForecast): string {
  return JSON.stringify([keysOf(forecast).sort(), forecast.decides.map(({ uid }) => uid)]);
}

function keysOf(forecast: PolicyForecast): string[] {
  return WAYS.flatMap((way) => linesOf(forecast, way).map((line) => lineKey(way, line)));
}

/** The same end may follow from different rules. */
function lineKey(way: Way, line: WayLine): string {
  return JSON.stringify([way, line], (key, value: unknown) => (key === 'rule' ? undefined : value));
}
