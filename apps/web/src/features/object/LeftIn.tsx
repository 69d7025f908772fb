import { formatCount, isUnread, type LeftContent } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { NO_FILTER } from '../../data/selection.ts';
import { useConnection } from '../../data/use-graph.ts';
import { MissingKinds } from '../../ui/MissingKinds.tsx';
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

/** The objects left in a Namespace that is being deleted, each with its blocker. */
export function LeftIn({ left: { total, objects }, namespace }: LeftInProps): ReactNode {
  const [shown, more] = useShortened(objects, 'objects', PAGE);
  const kinds = useConnection().health?.kinds ?? [];
  const unread = kinds.filter((kind) => kind.namespaced && isUnread(kind, namespace)).length;
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
          <ViewLink
            page={{ page: 'map' }}
            change={{ ...NO_FILTER, namespaces: [namespace], view: 'list' }}
            className="text-link"
          >
            List all {formatCount(total)}
          </ViewLink>
        </p>
      )}
    </section>
  );
}
