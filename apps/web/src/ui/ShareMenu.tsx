import './share-menu.css';
import { Check, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
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

/** Copies a text, or shows it to the user. */
export type TakeText = (text: string) => void;

/** A way to share: a link to follow, or something to do. */
export interface ShareItem {
  readonly words: string;
  readonly hint?: string;
  readonly href?: string;
  /** Action that may copy a text, or leave a sentence for the user. */
  readonly run?: (copy: TakeText, note: TakeText) => void;
}

/** Ways to share one thing. */
export interface ShareSection {
  readonly title: string;
  readonly items: readonly ShareItem[];
}

export interface ShareMenuProps {
  /** The address of the view. */
  readonly link: () => string;
  /** Parts of the view to share; the first one by its link, too. */
  readonly sections: readonly ShareSection[];
}

/** The menu of the page, opened from elsewhere. */
export interface PageShare {
  /** Forms that it gives: `link`, `SVG`. */
  readonly forms: readonly string[];
  readonly open: () => void;
}

let onPage: PageShare | undefined;

/** The menu that the page has now, if any. */
export function pageShare(): PageShare | undefined {
  return onPage;
}

/** Shares what a page shows: the same button with the same first item on every page. */
export function ShareMenu({ link, sections }: ShareMenuProps): ReactNode {
  const [outcome, copy] = useClipboard();
  const [note, setNote] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const words = sections.flatMap(({ items }) => items.map((item) => item.words)).join(' ');
    const forms = new Set(['link', ...(words.match(/SVG|PNG|Mermaid|JSON|DOT/g) ?? [])]);
    const mine: PageShare = { forms: [...forms], open: () => setOpen(true) };
    onPage = mine;
    return () => {
      if (onPage === mine) onPage = undefined;
    };
  });
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
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
