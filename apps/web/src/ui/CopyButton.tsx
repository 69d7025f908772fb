import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useClipboard } from './use-clipboard.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** Words for the copied text, for the accessible name: `the uid`. */
  readonly what: string;
  /** Words on the button; without them it shows its sign only. */
  readonly children?: ReactNode;
}

/** Puts the text on the clipboard and says so for a moment. */
export function CopyButton({ text, what, children }: CopyButtonProps): ReactNode {
  const [outcome, copy] = useClipboard();
  return (
    <Button
      className="button"
      {...(children === undefined && {
        'data-quiet': '',
        'data-square': '',
        'aria-label': outcome ?? `Copy ${what}`,
      })}
      onPress={() => copy(text)}
    >
      {outcome === 'Copied' ? <Check size={14} className="copied" /> : <Copy size={14} />}
      {children !== undefined && (outcome ?? children)}
    </Button>
  );
}
