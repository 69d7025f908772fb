import './share.css';
import type { NodeRecord } from '@gcscope/gc-core/wire';
import type { StackOptions } from '@gcscope/picture';
import { Check, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useView } from '../../address/navigation.tsx';
import { isFiltering, type ViewFilter } from '../../data/selection.ts';
import { useConnection } from '../../data/use-graph.ts';
import { stateWord } from '../../ui/Marks.tsx';
import { savePicture } from '../../ui/save-file.ts';
import { useTheme } from '../../ui/theme.ts';
import { useClipboard } from '../../ui/use-clipboard.ts';

export interface ShareViewProps {
  /** The objects that the view shows. */
  readonly shown: () => readonly NodeRecord[];
  /** How siblings stack in the view; absent if they do not. */
  readonly stacks: StackOptions | undefined;
}

/** Shares the view: its link, a picture of it, and the whole graph as a picture or as DOT. */
export function ShareView({ shown, stacks }: ShareViewProps): ReactNode {
  const { cluster } = useConnection();
  const view = useView();
  const theme = useTheme();
  const [outcome, copy] = useClipboard();
  const saveView = async (): Promise<void> => {
    // Loaded on demand.
    const { drawView } = await import('./draw-view.ts');
    const title = [cluster?.context ?? 'gcscope', ...describeFilter(view)].join(' · ');
    const linkBase = window.location.origin;
    savePicture(title, drawView(shown(), stacks, { theme, title, linkBase }));
  };
  return (
    <MenuTrigger>
      <Button className="button" aria-label={outcome ?? 'Share'}>
        {outcome === 'Copied' ? <Check size={14} /> : <Share2 size={14} />}
        <span className="share-word">{outcome ?? 'Share'}</span>
      </Button>
      <Popover className="floating" placement="bottom end">
        <Menu className="menu-items" aria-label="Share">
          <MenuItem className="menu-item" onAction={() => copy(window.location.href)}>
            Copy link to this view
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void saveView()}>
            {isFiltering(view) ? 'This filtered view as SVG' : 'This view as SVG'}
          </MenuItem>
          <MenuItem className="menu-item" href="/graph.svg" target="_blank">
            Whole graph as SVG, without stacks
          </MenuItem>
          <MenuItem className="menu-item" href="/graph.dot" target="_blank">
            Whole graph as DOT, as the collector writes it
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The filter, for a title. */
function describeFilter({ namespaces, kinds, states }: ViewFilter): string[] {
  const places = namespaces.map((name) => (name === '' ? 'cluster-scoped' : name));
  return [places, kinds, states.map(stateWord)].map((words) => words.join(', ')).filter(Boolean);
}
