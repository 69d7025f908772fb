import type { LeftContent } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { NO_FILTER } from '../../data/selection.ts';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { DeletionWord } from './DeletionWord.tsx';

const PAGE = 12;

export interface LeftInProps {
  readonly left: LeftContent;
  /** The name of the Namespace. */
  readonly namespace: string;
}

/** What is left in a Namespace that is being deleted, and what keeps each object. */
export function LeftIn({ left: { total, objects }, namespace }: LeftInProps): ReactNode {
  const [shown, more] = useShortened(objects, 'objects', PAGE);
  return (
    <section aria-labelledby="left-in">
      <h2 id="left-in">
        Left in it <span className="soft">{total.toLocaleString('en')}</span>
      </h2>
      {total === 0 && <p className="soft">Nothing, as far as gcscope can read.</p>}
      <ul className="left-in">
        {shown.map(({ object, state, keptBy }) => (
          <li key={object.uid} className="wraps">
            <ObjectLink object={object} /> <DeletionWord state={state} />
            <p className="soft">
              <Sentence text={keptBy} />
            </p>
          </li>
        ))}
      </ul>
      {more}
      {total > objects.length && (
        <p>
          <ViewLink
            page={{ page: 'map' }}
            change={{ ...NO_FILTER, namespaces: [namespace], view: 'list' }}
            className="text-link"
          >
            List all {total.toLocaleString('en')}
          </ViewLink>
        </p>
      )}
    </section>
  );
}
