import type { ObjectReference } from '../meta/object-reference.ts';
import type { ForecastOutcome, PolicyForecast } from './forecast.ts';

/** The effect of the order in which the collector checks the objects; `untried`: there are too many orders to know. */
type OrderEffect = 'nothing' | 'outcome' | 'untried';

/** The effect in a sentence; with the number of orders that were simulated, where they had to be. */
export function describeOrder(effect: OrderEffect, simulated = 0): string {
  if (effect === 'outcome') return 'The outcome depends on the order.';
  if (effect === 'untried')
    return 'The outcome can depend on the order. gcscope does not try orders of so many objects.';
  const how = simulated > 0 ? `: gcscope simulated ${simulated} orders` : '';
  return `The order does not change the outcome${how}.`;
}

/** The effect in a forecast. Where the outcome depends on the order, the names of `decides` follow. */
export function describeOrderIn(forecast: PolicyForecast): string {
  const { orders, decides } = forecast;
  if (decides.length > 0) return `${describeOrder('outcome')} These objects end differently:`;
  if (orders === 'untried') return describeOrder('untried');
  return describeOrder('nothing', orders === 'alike' ? 0 : simulatedOrders(forecast));
}

/** Finds the forecast that says most about the order, among those of policies that end alike. */
export function mostAboutOrder(policies: readonly PolicyForecast[]): PolicyForecast | undefined {
  return policies.find(({ orders }) => orders !== 'alike') ?? policies[0];
}

/** An outcome that was found: in how many orders, and how the objects that end differently end in it. */
interface DescribedOutcome {
  readonly share: string;
  readonly ways: readonly { readonly word: string; readonly objects: readonly ObjectReference[] }[];
}

export function describeOutcomes(forecast: PolicyForecast): DescribedOutcome[] {
  const all = simulatedOrders(forecast);
  return forecast.outcomes.map(({ orders, ...outcome }) => ({
    share: `In ${orders} of ${all} orders`,
    ways: OUTCOME_WAYS.flatMap(([way, word]) =>
      outcome[way].length > 0 ? [{ word, objects: outcome[way] }] : [],
    ),
  }));
}

const OUTCOME_WAYS: readonly (readonly [Exclude<keyof ForecastOutcome, 'orders'>, string])[] = [
  ['deleted', 'deleted'],
  ['terminating', 'left in Terminating'],
  ['living', 'not deleted'],
];

function simulatedOrders({ outcomes }: PolicyForecast): number {
  return outcomes.reduce((sum, each) => sum + each.orders, 0);
}
