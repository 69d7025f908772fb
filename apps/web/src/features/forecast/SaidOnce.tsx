import {
  countedWays,
  describeOrderIn,
  type ForecastColumn,
  joined,
  mostAboutOrder,
  type PolicyForecast,
  visibleText,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { compareNames } from '../../data/natural-order.ts';

/** Sentences that are the same in all columns. */
export interface SaidOnce {
  readonly order: string | undefined;
  readonly reach: string | undefined;
}

/** The sentences above several columns, which the columns leave out. */
export function saidOnce(columns: readonly ForecastColumn[]): SaidOnce {
  const forecasts = columns.flatMap(({ policies }) => policies.slice(0, 1));
  if (forecasts.length < 2) return { order: undefined, reach: undefined };
  return {
    order: onlyOf(columns.map(({ policies }) => describeOrderOf(policies))),
    reach: onlyOf(forecasts.map(describeReach)),
  };
}

/** Describes the order in a sentence; `undefined` where it decides, which takes more. */
function describeOrderOf(policies: readonly PolicyForecast[]): string | undefined {
  const forecast = mostAboutOrder(policies);
  return forecast && forecast.decides.length === 0 ? describeOrderIn(forecast) : undefined;
}

function onlyOf(words: readonly (string | undefined)[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}

function describeReach(forecast: PolicyForecast): string {
  const word = forecast.namespaces.length === 1 ? 'Namespace' : 'Namespaces';
  return `${word} with changes: ${namesOf(forecast)}.`;
}

/** `payments and cluster-scoped objects`. */
export function namesOf({ namespaces }: PolicyForecast): string {
  return joined([
    ...namespaces
      .filter((each) => each !== '')
      .sort(compareNames)
      .map(visibleText),
    ...(namespaces.includes('') ? ['cluster-scoped objects'] : []),
  ]);
}

/** The numbers of each column in a line, for a page on which the columns stand below each other. */
export function Differences({
  columns,
}: {
  readonly columns: readonly ForecastColumn[];
}): ReactNode {
  return (
    <ul
      className="policy-differences"
      data-columns={columns.length}
      aria-label="How the policies differ"
    >
      {columns.map(({ policies }) => {
        const [forecast] = policies;
        const names = joined(policies.map(({ policy }) => policy));
        const counts = forecast ? countedWays(forecast) : [];
        return (
          <li key={names}>
            <b>{names}</b>: {counts.map(({ count, word }) => `${count} ${word}`).join(', ')}
          </li>
        );
      })}
    </ul>
  );
}
