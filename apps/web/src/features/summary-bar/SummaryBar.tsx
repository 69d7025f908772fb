import { formatCount } from '@gcscope/gc-core/wire';
import './summary-bar.css';
import { Boxes, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useView, ViewLink } from '../../address/navigation.tsx';
import type { ObjectState } from '../../data/graph-store.ts';
import { isFiltering, NO_FILTER } from '../../data/selection.ts';
import { useIsAwaited, useLiveCounts, useUnreadableKinds } from '../../data/use-graph.ts';
import { describeStateFilter } from '../../ui/describe-filter.ts';
import { useIsNeverRead } from '../../ui/IfRead.tsx';
import { StateSign } from '../../ui/Marks.tsx';
import { OneStop } from '../../ui/OneStop.tsx';
import { useWindow } from '../../ui/use-window.ts';

interface Tile {
  readonly state: ObjectState;
  /** Word beside the number of objects. */
  readonly word: string;
  /** Word beside one object. */
  readonly one?: string;
  /** Word on a narrow page, and where no part is meant. */
  readonly short?: string;
}

const TILES: readonly Tile[] = [
  { state: 'terminating', word: 'terminating' },
  { state: 'blocked', word: 'of them blocked', short: 'blocked' },
  { state: 'wrong', word: 'with wrong references', one: 'with a wrong reference', short: 'wrong' },
  // These come and go: as the last ones they move no other.
  { state: 'not-verified', word: 'not verified', short: 'unverified' },
  { state: 'goes', word: 'go next', one: 'goes next' },
];

/** Tiles with zero are pale. */
function classOf(count: number): string {
  return count === 0 ? 'row tile none' : 'row tile';
}

function wordOf({ word, one = word, short }: Tile, count: number, isShort: boolean): string {
  if (isShort && short !== undefined) return short;
  return count === 1 ? one : word;
}

/** Summary of the cluster: each number is a link to what it counts. Zeros stay away, except that of the filter in use. */
export function SummaryBar(): ReactNode {
  const { objects, states } = useLiveCounts();
  const view = useView();
  const unread = useUnreadableKinds();
  // An unread cluster has no counts.
  const isUnknown = useIsNeverRead();
  const isAwaited = useIsAwaited();
  const isNarrow = useWindow('narrow');
  const isLeftOut = (count: number): boolean => count === 0 && !isUnknown;
  const shown = (count: number): string => (isUnknown ? '?' : isAwaited ? '–' : formatCount(count));
  return (
    <nav className="summary-bar" aria-label="Summary of the cluster">
      <OneStop label="Summary of the cluster">
        <ViewLink
          className="row tile"
          change={{ ...NO_FILTER, camera: undefined }}
          current={!isFiltering(view)}
          title="Show all objects"
        >
          <Boxes size={16} className="soft" aria-hidden />
          <b>{shown(objects)}</b> <span>{objects === 1 ? 'object' : 'objects'}</span>
        </ViewLink>
        {!isLeftOut(unread) && (
          <ViewLink
            className={classOf(unread)}
            change={{ dialog: 'kinds' }}
            title="Kinds that could not be read, and why"
          >
            <EyeOff size={16} className={unread > 0 ? 'unread' : 'soft'} aria-hidden />
            <b>{shown(unread)}</b>{' '}
            <span>{isNarrow ? 'unread' : `${unread === 1 ? 'kind' : 'kinds'} unread`}</span>
          </ViewLink>
        )}
        {TILES.map((tile) => {
          const { state, word } = tile;
          const count = states.get(state) ?? 0;
          const current = view.states.length === 1 && view.states[0] === state;
          if (isLeftOut(count) && !current) return null;
          // The blocked objects are among those of the tile before.
          const isAll = state === 'blocked' && count === (states.get('terminating') ?? 0);
          return (
            <ViewLink
              key={word}
              className={classOf(count)}
              change={{ states: current ? [] : [state], camera: undefined }}
              current={current}
              title={`Show only: ${describeStateFilter(state)}`}
            >
              <StateSign state={state} muted={count === 0} />
              <b>
                {isAll && count > 1 && 'all '}
                {shown(count)}
              </b>{' '}
              <span>{wordOf(tile, count, isNarrow || isAll)}</span>
            </ViewLink>
          );
        })}
      </OneStop>
    </nav>
  );
}
