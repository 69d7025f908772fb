import type { ForecastOutcome, PolicyForecast } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ObjectNames } from './ObjectNames.tsx';

const ORDER_MEANING =
  'The collector checks objects in no fixed order, and its requests may cross with those of others.';

/** Whether the outcome depends on the order; if it does, the objects concerned, and the outcomes found. */
export function OrderNote({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  const { decides, outcomes } = forecast;
  const words = describeOrder(forecast);
  if (words !== undefined) {
    return (
      <p className="soft" role="note" title={ORDER_MEANING}>
        {words}
      </p>
    );
  }
  const tried = numberOfOrders(forecast);
  return (
    <div className="caution policy-order" role="note">
      <p title={ORDER_MEANING}>The outcome depends on the order. These objects end differently:</p>
      <ObjectNames objects={decides} />
      <ol aria-label="Outcomes found">
        {outcomes.map((each) => (
          <li key={keyOf(each)}>
            <OneOutcome outcome={each} orders={tried} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Of policies that end alike, the forecast that says most about the order. */
export function orderOf(policies: readonly PolicyForecast[]): PolicyForecast | undefined {
  return policies.find(({ orders }) => orders !== 'alike') ?? policies[0];
}

/** In a sentence; `undefined` where the order decides, which takes more. */
export function describeOrder(forecast: PolicyForecast): string | undefined {
  const { orders, decides } = forecast;
  if (decides.length > 0) return undefined;
  if (orders === 'untried')
    return 'The outcome can depend on the order. gcscope does not try orders of so many objects.';
  const tried = orders === 'alike' ? '' : `: gcscope simulated ${numberOfOrders(forecast)} orders`;
  return `The order does not change the outcome${tried}.`;
}

function numberOfOrders({ outcomes }: PolicyForecast): number {
  return outcomes.reduce((sum, each) => sum + each.orders, 0);
}

function OneOutcome({
  outcome,
  orders,
}: {
  readonly outcome: ForecastOutcome;
  readonly orders: number;
}): ReactNode {
  const ways = [
    { word: 'deleted', objects: outcome.deleted },
    { word: 'left in Terminating', objects: outcome.terminating },
    { word: 'living', objects: outcome.living },
  ];
  return (
    <>
      <p className="soft">
        In {outcome.orders} of {orders} orders
      </p>
      {ways
        .filter(({ objects }) => objects.length > 0)
        .map(({ word, objects }) => (
          <div key={word}>
            {word}:
            <ObjectNames objects={objects} />
          </div>
        ))}
    </>
  );
}

function keyOf({ deleted, terminating, living }: ForecastOutcome): string {
  return [deleted, terminating, living]
    .map((objects) => objects.map(({ uid }) => uid).join(' '))
    .join('|');
}
