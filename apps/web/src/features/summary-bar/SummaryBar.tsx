import './summary-bar.css';
import { Boxes, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView, ViewLink } from '../../address/navigation.tsx';
import type { ObjectState } from '../../data/graph-store.ts';
import { isFiltering, NO_FILTER } from '../../data/selection.ts';
import { isUnread, useConnection, useLiveCounts } from '../../data/use-graph.ts';
import { describeStateFilter } from '../../ui/filter-words.ts';
import { useWhyUnread } from '../../ui/IfRead.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import { OneStop } from '../../ui/OneStop.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';

/** The states that have a tile, and the word beside the number of objects, of one object where that differs. */
const TILES: readonly (readonly [state: ObjectState, word: string, one?: string])[] = [
  ['terminating', 'terminating'],
  ['blocked', 'blocked'],
  ['goes', 'go next', 'goes next'],
  ['wrong', 'with wrong references'],
];

/** Tiles with zero are pale. */
function classOf(count: number): string {
  return count === 0 ? 'tile none' : 'tile';
}

/** Summary of the cluster: each number is a link to what it counts. */
export function SummaryBar(): ReactNode {
  const { objects, states } = useLiveCounts();
  const { health } = useConnection();
  const view = useView();
  const unread = health?.kinds.filter(isUnread).length ?? 0;
  // An unread cluster has no counts.
  const isUnknown = useWhyUnread() !== undefined;
  const isNarrow = useNarrow();
  const shown = (count: number): string => (isUnknown ? '?' : count.toLocaleString('en'));
  return (
    <nav className="summary-bar" aria-label="Summary of the cluster">
      <OneStop label="Summary of the cluster">
        <ViewLink
          className="tile"
          change={{ ...NO_FILTER, camera: undefined }}
          current={!isFiltering(view)}
          title="Show all objects"
        >
          <Boxes size={16} className="soft" aria-hidden />
          <b>{shown(objects)}</b> <span>{objects === 1 ? 'object' : 'objects'}</span>
        </ViewLink>
        <ViewLink
          className={classOf(unread)}
          change={{ dialog: 'kinds' }}
          title="Kinds that could not be read, and why"
        >
          <EyeOff size={16} className={unread > 0 ? 'unread' : 'soft'} aria-hidden />
          <b>{shown(unread)}</b> <span>{unread === 1 ? 'kind' : 'kinds'} unread</span>
        </ViewLink>
        {TILES.map(([state, word, one = word]) => {
          const count = states.get(state) ?? 0;
          const current = view.states.length === 1 && view.states[0] === state;
          // On a narrow page, tiles with zero are left out to make room for the map.
          if (isNarrow && count === 0 && !current && !isUnknown) return null;
          return (
            <ViewLink
              key={word}
              className={classOf(count)}
              change={{ states: current ? [] : [state], camera: undefined }}
              current={current}
              title={`Show only: ${describeStateFilter(state)}`}
            >
              <StateSign state={state} muted={count === 0} />
              <b>{shown(count)}</b> <span>{count === 1 ? one : word}</span>
            </ViewLink>
          );
        })}
      </OneStop>
    </nav>
  );
}
