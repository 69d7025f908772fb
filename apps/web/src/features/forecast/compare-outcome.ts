import type { NodeRecord, ObjectReference, PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import type { Way } from './describe-way.ts';

/** What became of an object so far. */
export type Fate = 'gone' | 'terminating' | 'orphaned' | 'there';

/** An object that is not, or not yet, as it was forecast. */
interface Difference {
  readonly object: ObjectReference;
  readonly forecast: Way;
  readonly fate: Fate;
}

/** What a deletion did so far, against the forecast that fits it best. */
export interface Outcome {
  readonly forecast: PolicyForecast;
  readonly asForecast: number;
  readonly differences: readonly Difference[];
}

type Records = ReadonlyMap<Uid, NodeRecord>;

/**
 * Lays the cluster as it is beside the forecasts of a deletion that was asked for meanwhile. Nobody tells with which
 * policy: it is the one from which the least differs.
 */
export function compareOutcome(
  policies: readonly PolicyForecast[],
  targets: readonly ObjectReference[],
  records: Records,
): Outcome | undefined {
  const deleted = new Set(targets.map(({ uid }) => uid));
  const outcomes = policies.map((forecast) => outcomeOf(forecast, deleted, records));
  const [first, ...others] = outcomes;
  return others.reduce(
    (best, each) => (best && each.differences.length >= best.differences.length ? best : each),
    first,
  );
}

function outcomeOf(forecast: PolicyForecast, deleted: ReadonlySet<Uid>, records: Records): Outcome {
  const differences: Difference[] = [];
  let asForecast = 0;
  const look = (way: Way, object: ObjectReference, expected: readonly Fate[]): void => {
    const fate = fateOf(object, deleted, records);
    if (expected.includes(fate)) asForecast++;
    else differences.push({ object, forecast: way, fate });
  };
  for (const { object } of forecast.deleted) look('deleted', object, ['gone']);
  for (const { object } of forecast.orphaned) look('orphaned', object, ['orphaned']);
  for (const { object } of forecast.kept) look('kept', object, ['there', 'orphaned']);
  for (const { object } of forecast.leftAlone) look('leftAlone', object, ['there', 'orphaned']);
  for (const { object, terminating } of forecast.blocked) {
    look('blocked', object, terminating ? ['terminating'] : ['there', 'orphaned']);
  }
  return { forecast, asForecast, differences };
}

function fateOf({ uid }: ObjectReference, deleted: ReadonlySet<Uid>, records: Records): Fate {
  const record = records.get(uid);
  if (!record || record.virtual) return 'gone';
  if (record.beingDeleted) return 'terminating';
  return record.owners.some((owner) => deleted.has(owner.uid)) ? 'there' : 'orphaned';
}
