import type { Awaited, BlockedLine, Blocker, PolicyForecast } from '@gcscope/gc-core/wire';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { linesOf, WAYS, type Way } from './describe-way.ts';

/** Lines shown at once; a button counts and shows more. */
const PAGE = 50;

/** Every object that a deletion reaches, grouped by its outcome. */
export function ForecastLines({ forecast }: { readonly forecast: PolicyForecast }): ReactNode {
  return WAYS.map(({ way, word, meaning }) => (
    <WayOf key={way} way={way} word={word} meaning={meaning} forecast={forecast} />
  ));
}

interface WayOfProps {
  readonly way: Way;
  readonly word: string;
  readonly meaning: string;
  readonly forecast: PolicyForecast;
}

function WayOf({ way, word, meaning, forecast }: WayOfProps): ReactNode {
  const [most, setMost] = useState(PAGE);
  const lines = linesOf(forecast, way);
  if (lines.length === 0) return null;
  return (
    <details className="way" data-way={way} open={way !== 'deleted' || lines.length <= 12}>
      <summary title={meaning}>
        <b>{lines.length.toLocaleString('en')}</b> {word}
      </summary>
      <ul>
        {lines.slice(0, most).map((line) => (
          <li key={`${line.object.uid} ${line.rule}`}>
            <div className="way-line">
              <ObjectLink object={line.object} />
              <RuleLink rule={line.rule} />
            </div>
            {'owner' in line && (
              <p className="soft way-why">
                by <ObjectLink object={line.owner} />
              </p>
            )}
            {'after' in line && line.after && (
              <p className="soft way-why">
                <BlockerText by={line.after} />
              </p>
            )}
            {'remadeBy' in line && line.remadeBy && (
              <p className="soft way-why">
                <ObjectLink object={line.remadeBy} /> creates a replacement
              </p>
            )}
            {'by' in line && <Blocked line={line} />}
            {'text' in line && (
              <p className="soft way-why">
                <Sentence text={line.text} />
              </p>
            )}
            {'unread' in line && (
              <p className="soft way-why">not readable: {line.unread.join(', ')}</p>
            )}
          </li>
        ))}
      </ul>
      {lines.length > most && (
        <Button className="button" onPress={() => setMost(most + PAGE * 4)}>
          Show {Math.min(PAGE * 4, lines.length - most)} of {lines.length - most} more
        </Button>
      )}
    </details>
  );
}

function Blocked({ line: { by, terminating } }: { readonly line: BlockedLine }): ReactNode {
  return (
    <p className="soft way-why">
      {terminating ? 'left in Terminating: ' : 'not deleted until then: '}
      <BlockerText by={by} />
    </p>
  );
}

function BlockerText({ by }: { readonly by: Blocker | Awaited }): ReactNode {
  switch (by.type) {
    case 'finalizer':
      return (
        <>
          {by.finalizers.map((each) => (
            <code key={each} className="name">
              {each}{' '}
            </code>
          ))}
          ({by.removedBy})
        </>
      );
    case 'reference':
      return <Sentence text={by.text} />;
    case 'object':
      return (
        <>
          waits for <ObjectLink object={by.object} />
        </>
      );
    case 'kubelet':
      return 'waits for the kubelet to stop it';
    default:
      return by satisfies never;
  }
}
