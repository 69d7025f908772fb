import { formatCount, type LeftContent } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useUnreadKindsIn } from '../../data/use-graph.ts';
import { MissingKinds } from '../../ui/MissingKinds.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { Listed } from './ContentOf.tsx';
import { DeletionWord } from './DeletionWord.tsx';

const PAGE = 12;

export interface LeftInProps {
  readonly left: LeftContent;
  /** The name of the Namespace. */
  readonly namespace: string;
}

/** The objects left in a Namespace that is being deleted, each with its blocker. */
export function LeftIn({ left: { total, objects }, namespace }: LeftInProps): ReactNode {
  const [shown, more] = useShortened(objects, 'objects', PAGE);
  const unread = useUnreadKindsIn(namespace);
  return (
    <section aria-labelledby="left-in">
      <h2 id="left-in">
        Objects left in this Namespace{' '}
        {(total > 0 || unread === 0) && (
          <span className="soft">
            {unread > 0 && 'at least '}
            {formatCount(total)}
          </span>
        )}
      </h2>
      {total === 0 && <p className="soft">Nothing{unread > 0 && ' among the objects read'}.</p>}
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
      <MissingKinds what="Objects" kinds={unread} />
      {total > objects.length && (
        <p>
          <Listed namespace={namespace}>List all {formatCount(total)}</Listed>
        </p>
      )}
    </section>
  );
}
