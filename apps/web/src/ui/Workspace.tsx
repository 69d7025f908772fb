import type { CSSProperties, ReactNode } from 'react';
import { useView } from '../address/navigation.tsx';
import { Splitter } from './Splitter.tsx';
import { useShare } from './use-share.ts';
import { useShownView } from './use-shown-view.ts';
import { useWindow } from './use-window.ts';

export interface WorkspaceProps {
  /** Part beside the view where there is room. */
  readonly left?: ReactNode;
  /** The panel of an object; falsy when none is open. */
  readonly right?: ReactNode;
  readonly map: ReactNode;
  readonly list: ReactNode;
}

/** Filters, map or list, and the panel: side by side; on a narrow screen one after the other, and what is selected on a map below it. */
export function Workspace({ left, right, map, list }: WorkspaceProps): ReactNode {
  const narrow = useWindow('narrow');
  const view = useShownView();
  const { selected } = useView();
  const [share, setShare] = useShare('panel');
  // Without room for both, the panel of an object is the list view of it.
  const instead = narrow && view === 'list' && right;
  const isBeside = !narrow && Boolean(right);
  const isBelow = narrow && view === 'map' && selected !== undefined;
  return (
    <div className="workspace" style={{ '--panel': `${share}%` } as CSSProperties}>
      {left}
      <main className="workspace-main">
        <div className="column stage">{instead || (view === 'map' ? map : list)}</div>
        {isBeside && (
          <Splitter
            label="Width of the panel"
            pane="panel"
            orientation="vertical"
            share={share}
            onShare={setShare}
          />
        )}
      </main>
      {isBeside && right}
      {isBelow && <div className="sheet">{right}</div>}
    </div>
  );
}
