import {
  mayWait,
  type NodeRecord,
  type ObjectReference,
  type PolicyForecast,
  type Uid,
  type Way,
} from '@gcscope/gc-core/wire';

/** The state of an object after the deletion, so far. */
export type ActualState = 'gone' | 'terminating' | 'orphaned' | 'there';

/** An object whose state differs from the forecast, perhaps only so far. */
interface Difference {
  readonly object: ObjectReference;
  readonly forecast: Way;
  readonly state: ActualState;
}

/** The outcome of a deletion so far, compared with the forecast that fits best. */
export interface Outcome {
  readonly forecast: PolicyForecast;
  readonly asForecast: number;
  readonly differences: readonly Difference[];
}

type Records = ReadonlyMap<Uid, NodeRecord>;

/**
 * Compares the cluster with the forecasts of a deletion that was requested meanwhile. The policy is not known: the
 * forecast with the fewest differences counts.
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
  const look = (way: Way, object: ObjectReference, expected: readonly ActualState[]): void => {
    const state = stateOf(object, deleted, records);
    if (expected.includes(state)) asForecast++;
    else differences.push({ object, forecast: way, state });
  };
  for (const { object } of forecast.deleted) look('deleted', object, ['gone']);
  for (const line of forecast.notVerified) {
    if (mayWait(line)) look('notVerified', line.object, ['gone']);
  }
  for (const { object, text } of forecast.orphaned) {
    look('orphaned', object, text ? ['terminating', 'gone'] : ['orphaned']);
  }
  for (const { object } of forecast.kept) look('kept', object, ['there', 'orphaned']);
  for (const { object } of forecast.leftAlone) look('leftAlone', object, ['there', 'orphaned']);
  for (const { object, terminating } of forecast.blocked) {
    if (terminating) look('blocked', object, ['terminating']);
    else look('waiting', object, ['there', 'orphaned']);
  }
  return { forecast, asForecast, differences };
}

function stateOf(
  { uid }: ObjectReference,
  deleted: ReadonlySet<Uid>,
  records: Records,
): ActualState {
  const record = records.get(uid);
  if (!record || record.virtual) return 'gone';
  if (record.beingDeleted) return 'terminating';
  return record.owners.some((owner) => deleted.has(owner.uid)) ? 'there' : 'orphaned';
}
