import { formatCount, type NodeRecord } from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { countedStates, type GraphStore, type ObjectState } from '../../data/graph-store.ts';
import { isLivingNamespace, NO_FILTER } from '../../data/selection.ts';
import { useGraphVersion, useLive, useUnreadKindsIn } from '../../data/use-graph.ts';
import { countProblems, PROBLEM_STATES } from '../../map/world/problems.ts';
import { StateSign } from '../../ui/Marks.tsx';
import { MissingKinds } from '../../ui/MissingKinds.tsx';

/** The content of a Namespace that is not being deleted; nothing for any other object. */
export function ContentOf({ record }: { readonly record: NodeRecord | undefined }): ReactNode {
  return record && isLivingNamespace(record) ? <Content name={record.name} /> : null;
}

/** No object names the Namespace as an owner, and yet its deletion takes all of them. */
function Content({ name }: { readonly name: string }): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  const unread = useUnreadKindsIn(name);
  const total = store.counts.namespaces.get(name) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const states = useMemo(() => statesIn(name, store), [name, store, version]);
  return (
    <section aria-labelledby="content">
      <h2 id="content">
        Objects in this Namespace{' '}
        <span className="soft">
          {unread > 0 && 'at least '}
          {formatCount(total)}
        </span>
      </h2>
      {total === 0 && <p className="soft">None{unread > 0 && ' among the objects read'}.</p>}
      <ul className="content-states">
        {PROBLEM_STATES.map((state) => {
          const count = states.get(state) ?? 0;
          if (count === 0) return null;
          return (
            <li key={state}>
              <StateSign state={state} />{' '}
              <Listed namespace={name} states={[state]}>
                {countProblems(state, count)}
              </Listed>
            </li>
          );
        })}
      </ul>
      {total > 0 && (
        <p>
          If you delete the Namespace, they are deleted with it.{' '}
          <Listed namespace={name}>List all {formatCount(total)}</Listed>
        </p>
      )}
      <MissingKinds what="Objects" kinds={unread} />
    </section>
  );
}

function statesIn(
  namespace: string,
  { records }: Pick<GraphStore, 'records'>,
): ReadonlyMap<ObjectState, number> {
  const states = new Map<ObjectState, number>();
  for (const record of records.values()) {
    if (record.namespace !== namespace) continue;
    for (const state of countedStates(record)) states.set(state, (states.get(state) ?? 0) + 1);
  }
  return states;
}

interface ListedProps {
  readonly namespace: string;
  readonly states?: readonly ObjectState[];
  readonly children: ReactNode;
}

/** A link to the list of these objects. */
export function Listed({ namespace, states = [], children }: ListedProps): ReactNode {
  return (
    <ViewLink
      page={{ page: 'map' }}
      change={{ ...NO_FILTER, namespaces: [namespace], states, view: 'list' }}
      className="text-link"
    >
      {children}
    </ViewLink>
  );
}
