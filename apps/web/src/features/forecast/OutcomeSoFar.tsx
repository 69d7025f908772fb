import type { Forecast } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useGraphVersion, useLive } from '../../data/use-graph.ts';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { type ActualState, compareOutcome } from './compare-outcome.ts';
import { WAYS } from './describe-way.ts';

const STATES: Readonly<Record<ActualState, string>> = {
  gone: 'is gone',
  terminating: 'is in Terminating',
  orphaned: 'stays, without the reference',
  there: 'stays',
};

/** Differences shown at once. */
const SHOWN = 50;

/** After the real deletion: the outcome so far, compared with the forecast before it. */
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
  const word = (way: string): string => WAYS.find((each) => each.way === way)?.word ?? way;
  return (
    <section className="outcome" aria-label="What happened">
      <h2>
        Deleted meanwhile, {differences.length === 0 ? 'as forecast' : 'closest to the forecast'}{' '}
        for {closest.policy}
      </h2>
      <p role="status">
        {asForecast.toLocaleString('en')} {asForecast === 1 ? 'object is' : 'objects are'} as
        forecast
        {differences.length > 0 && `, ${differences.length.toLocaleString('en')} not, or not yet:`}
      </p>
      <ul>
        {differences.slice(0, SHOWN).map(({ object, forecast: way, state }) => (
          <li key={object.uid}>
            <ObjectLink object={object} /> {STATES[state]}, forecast: {word(way)}
          </li>
        ))}
      </ul>
      {differences.length > SHOWN && (
        <p className="soft">and {(differences.length - SHOWN).toLocaleString('en')} more</p>
      )}
    </section>
  );
}
