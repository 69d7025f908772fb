import './summary-bar.css';
import { Boxes, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView, ViewLink } from '../../address/navigation.tsx';
import { BEING_DELETED, type ObjectState } from '../../data/graph-store.ts';
import { isFiltering, NO_FILTER } from '../../data/selection.ts';
import { isUnread, useConnection, useCounts, useLive } from '../../data/use-graph.ts';
import { useWhyUnread } from '../../ui/IfRead.tsx';
import { StateSign, stateMeaning } from '../../ui/Marks.tsx';

interface Tile {
  readonly word: string;
  /** For a count of one, where that differs. */
  readonly one?: string;
  readonly sign: ObjectState;
  readonly meaning: string;
  /** Counts the objects in any of these states. */
  readonly states: readonly ObjectState[];
}

const TILES: readonly Tile[] = [
  {
    word: 'terminating',
    sign: 'terminating',
    meaning: 'being deleted, blocked or not',
    states: BEING_DELETED,
  },
  tileOf('blocked', 'blocked'),
  { ...tileOf('goes', 'go next'), one: 'goes next' },
  tileOf('wrong', 'with wrong references'),
];

/** Summary of the cluster: each number is a link to what it counts. */
export function SummaryBar(): ReactNode {
  const { store } = useLive();
  const { objects, states } = useCounts(store);
  const { health } = useConnection();
  const view = useView();
  const unread = health?.kinds.filter(isUnread).length ?? 0;
  // An unread cluster has no counts.
  const isUnknown = useWhyUnread() !== undefined;
  const shown = (count: number): string => (isUnknown ? '?' : count.toLocaleString('en'));
  return (
    <nav className="summary-bar" aria-label="Summary of the cluster">
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
        className="tile"
        change={{ dialog: 'kinds' }}
        title="Kinds that could not be read, and why"
      >
        <EyeOff size={16} className={unread > 0 ? 'unread' : 'soft'} aria-hidden />
        <b>{shown(unread)}</b> <span>{unread === 1 ? 'kind' : 'kinds'} unread</span>
      </ViewLink>
      {TILES.map(({ word, one = word, sign, meaning, states: counted }) => {
        const count = counted.reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
        const current =
          view.states.length === counted.length &&
          counted.every((state) => view.states.includes(state));
        return (
          <ViewLink
            key={word}
            className="tile"
            change={{ states: current ? [] : counted, camera: undefined }}
            current={current}
            title={`Show only: ${meaning}`}
          >
            <StateSign state={sign} muted={count === 0} />
            <b>{shown(count)}</b> <span>{count === 1 ? one : word}</span>
          </ViewLink>
        );
      })}
    </nav>
  );
}

function tileOf(state: ObjectState, word: string): Tile {
  return { word, sign: state, meaning: stateMeaning(state), states: [state] };
}
