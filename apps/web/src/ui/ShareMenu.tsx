import './share-menu.css';
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
import { Modal } from './Modal.tsx';
import { useClipboard } from './use-clipboard.ts';

/** Hands on a text. */
export type Tell = (text: string) => void;

/** A way to share: a link to follow, or something to do. */
export interface ShareItem {
  readonly words: string;
  readonly hint?: string;
  readonly href?: string;
  /** May copy a text, or leave a sentence for the user. */
  readonly run?: (copy: Tell, note: Tell) => void;
}

/** Ways to share one thing. */
export interface ShareSection {
  readonly title: string;
  readonly items: readonly ShareItem[];
}

export interface ShareMenuProps {
  /** The address of what is shown. */
  readonly link: () => string;
  /** What is shown and can be shared; the first one by its link, too. */
  readonly sections: readonly ShareSection[];
}

/** Shares what a page shows: the same button with the same first item on every page. */
export function ShareMenu({ link, sections }: ShareMenuProps): ReactNode {
  const [outcome, copy] = useClipboard();
  const [note, setNote] = useState<string>();
  return (
    <>
      <MenuTrigger>
        <Button className="button" aria-label={outcome ?? 'Share'}>
          {outcome === 'Copied' ? <Check size={14} /> : <Share2 size={14} />}
          <span className="share-word">{outcome ?? 'Share'}</span>
        </Button>
        <Popover className="floating" placement="bottom end">
          <Menu className="menu-items" aria-label="Share">
            {sections.map(({ title, items }, at) => (
              <MenuSection key={title}>
                <Header className="caption menu-header">{title}</Header>
                {at === 0 && (
                  <MenuItem className="option menu-item" onAction={() => copy(link())}>
                    Copy link
                  </MenuItem>
                )}
                {items.map((item) => (
                  <MenuItem
                    key={item.words}
                    className="option menu-item"
                    {...(item.href === undefined
                      ? { onAction: () => item.run?.(copy, setNote) }
                      : { href: item.href, target: '_blank' })}
                  >
                    {item.words}
                    {item.hint !== undefined && <span className="soft"> {item.hint}</span>}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
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
