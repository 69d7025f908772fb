import './share.css';
import { Check, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

/** The view for others: its address, and the whole graph as a picture or as DOT. */
export function ShareView(): ReactNode {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), 1500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setSaid('Copied');
    } catch {
      setSaid('The browser refused');
    }
  };
  return (
    <MenuTrigger>
      <Button className="button">
        {said === undefined ? <Share2 size={14} /> : <Check size={14} />}
        <span className="share-word">{said ?? 'Share'}</span>
      </Button>
      <Popover className="menu" placement="bottom end">
        <Menu className="menu-items" aria-label="Share">
          <MenuItem className="menu-item" onAction={() => void copy()}>
            Copy link to this view
          </MenuItem>
          <MenuItem className="menu-item" href="/graph.svg" target="_blank">
            Whole graph as SVG
          </MenuItem>
          <MenuItem className="menu-item" href="/graph.dot" target="_blank">
            Whole graph as DOT, as the collector writes it
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
