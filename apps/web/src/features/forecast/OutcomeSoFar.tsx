import { counted, type Forecast, WAY_NAMES } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useGraphVersion, useLive } from '../../data/use-graph.ts';
import { type ActualState, compareOutcome } from './compare-outcome.ts';
import { ObjectNames } from './ObjectNames.tsx';

const STATES: Readonly<Record<ActualState, string>> = {
  gone: 'is gone',
  terminating: 'is in Terminating',
  orphaned: 'stays, without the reference',
  there: 'stays',
};

/** The outcome so far after the real deletion, compared with the forecast before it. */
export function OutcomeSoFar({ forecast }: { readonly forecast: Forecast }): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const outcome = useMemo(
    () => compareOutcome(forecast.policies, forecast.targets, store.records),
    [forecast, store, version],
  );
  if (!outcome) return null;
  const { differences, asForecast, forecast: closest } = outcome;
  return (
    <section className="card report-card outcome" aria-label="What happened">
      <h2>
        The deletion has begun:{' '}
        {differences.length === 0 ? 'as forecast' : 'closest to the forecast'} for {closest.policy}
      </h2>
      <p role="status">
        {counted(asForecast, 'object is', 'objects are')} as forecast
        {differences.length > 0 &&
          `. ${counted(differences.length, 'object differs', 'objects differ')} so far:`}
      </p>
      <ObjectNames
        objects={differences.map(({ object }) => object)}
        after={(at) => {
          const { state, forecast: way } = differences[at] ?? {};
          return state && way && ` ${STATES[state]}, forecast: ${WAY_NAMES[way].word}`;
        }}
      />
    </section>
  );
}
