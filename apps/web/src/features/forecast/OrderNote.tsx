import type { ForecastOutcome, PolicyForecast } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ObjectNames } from './ObjectNames.tsx';

const ORDER_MEANING =
  'The collector checks objects in no fixed order, and its requests may cross with those of others.';

/** Whether the outcome depends on the order; if it does, the objects concerned, and the outcomes found. */
export function OrderNote({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  const { orders, decides, outcomes } = forecast;
  const tried = outcomes.reduce((sum, each) => sum + each.orders, 0);
  if (decides.length === 0) {
    return (
      <p className="soft" role="note" title={ORDER_MEANING}>
        {orders === 'untried'
          ? 'The outcome can depend on the order. gcscope does not try orders of so many objects.'
          : `The order does not change the outcome${orders === 'alike' ? '' : `: gcscope simulated ${tried} orders`}.`}
      </p>
    );
  }
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
