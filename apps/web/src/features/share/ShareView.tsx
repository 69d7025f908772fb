import './share.css';
import { formatTimestamp } from '@gcscope/gc-core/wire';
import type { StackOptions } from '@gcscope/picture';
import { Check, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import type { Selection } from '../../data/selection.ts';
import { useConnection } from '../../data/use-graph.ts';
import { viewTitle } from '../../ui/filter-words.ts';
import { Modal } from '../../ui/Modal.tsx';
import { useTheme } from '../../ui/theme.ts';
import { useClipboard } from '../../ui/use-clipboard.ts';
import type { ViewToSave } from './save-view.ts';

export interface ShareViewProps {
  /** What the view shows. */
  readonly shown: () => Pick<Selection, 'records' | 'gone'>;
  /** How siblings stack in the view; absent if they do not. */
  readonly stacks?: StackOptions | undefined;
  /** What the view is of, and the object that it is about; by default the cluster with its filter. */
  readonly about?: Pick<ViewToSave, 'title' | 'focus'>;
}

/** Shares the view: its link, and its graph in all forms; and the whole graph as the server writes it. */
export function ShareView({ shown, stacks, about }: ShareViewProps): ReactNode {
  const { cluster } = useConnection();
  const view = useView();
  const go = useGo();
  const theme = useTheme();
  const [outcome, copy] = useClipboard();
  const [note, setNote] = useState<string>();
  const toSave = (): ViewToSave => {
    const { records, gone } = shown();
    const title = viewTitle(cluster, view);
    return {
      title,
      ...about,
      savedAt: formatTimestamp(Date.now()),
      ...(gone && gone.size > 0 && { gone: [...gone] }),
      records,
      stacks,
    };
  };
  const save = async (form: 'svg' | 'png' | 'mermaid' | 'json'): Promise<void> => {
    // Loaded on demand.
    const { mermaidOf, saveJson, savePng, saveSvg } = await import('./save-view.ts');
    if (form === 'svg') saveSvg(toSave(), theme);
    if (form === 'png') setNote(await savePng(toSave(), theme));
    if (form === 'json') saveJson(toSave());
    if (form !== 'mermaid') return;
    const written = mermaidOf(toSave());
    if ('fault' in written) setNote(written.fault);
    else copy(written.text);
  };
  return (
    <>
      <MenuTrigger>
        <Button className="button" aria-label={outcome ?? 'Share'}>
          {outcome === 'Copied' ? <Check size={14} /> : <Share2 size={14} />}
          <span className="share-word">{outcome ?? 'Share'}</span>
        </Button>
        <Popover className="floating" placement="bottom end">
          <Menu className="menu-items" aria-label="Share">
            <MenuSection>
              <Header className="menu-header">This view</Header>
              <MenuItem className="menu-item" onAction={() => copy(window.location.href)}>
                Copy link
              </MenuItem>
              <MenuItem className="menu-item" onAction={() => void save('svg')}>
                Save as SVG <span className="soft">opens again here</span>
              </MenuItem>
              <MenuItem className="menu-item" onAction={() => void save('png')}>
                Save as PNG
              </MenuItem>
              <MenuItem className="menu-item" onAction={() => void save('json')}>
                Save as JSON
              </MenuItem>
              <MenuItem className="menu-item" onAction={() => void save('mermaid')}>
                Copy as Mermaid
              </MenuItem>
            </MenuSection>
            <MenuSection>
              <Header className="menu-header">Whole graph</Header>
              <MenuItem className="menu-item" href="/graph.svg" target="_blank">
                Open as SVG
              </MenuItem>
              <MenuItem className="menu-item" href="/graph.dot" target="_blank">
                Open as DOT <span className="soft">as the collector writes it</span>
              </MenuItem>
            </MenuSection>
            <MenuSection>
              <Header className="menu-header">From a file</Header>
              <MenuItem className="menu-item" onAction={() => go({}, { page: 'picture' })}>
                Open a saved picture
              </MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {note !== undefined && (
        <Modal title="Share" onClose={() => setNote(undefined)}>
          <p>{note}</p>
        </Modal>
      )}
    </>
  );
}
