import { describeOrderIn, describeOutcomes, type PolicyForecast } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ObjectNames } from './ObjectNames.tsx';

const ORDER_MEANING =
  'The collector checks objects in no fixed order, and its requests may cross with those of others.';

/** Whether the outcome depends on the order; if it does, the objects concerned, and the outcomes found. */
export function OrderNote({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  const { decides } = forecast;
  const text = describeOrderIn(forecast);
  if (decides.length === 0) {
    return (
      <p className="soft" role="note" title={ORDER_MEANING}>
        {text}
      </p>
    );
  }
  return (
    <div className="caution policy-order" role="note">
      <p title={ORDER_MEANING}>{text}</p>
      <ObjectNames objects={decides} />
      <ol aria-label="Outcomes found">
        {describeOutcomes(forecast).map(({ share, ways }) => (
          <li key={JSON.stringify(ways)}>
            <p className="soft">{share}</p>
            {ways.map(({ word, objects }) => (
              <div key={word}>
                {word}:
                <ObjectNames objects={objects} />
              </div>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}
