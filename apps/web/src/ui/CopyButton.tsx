import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for the accessible name: `the uid`. */
  readonly what: string;
  /** Words on the button; without them it shows its sign only. */
  readonly children?: ReactNode;
}

/** Puts the text on the clipboard and says so for a moment. */
export function CopyButton({ text, what, children }: CopyButtonProps): ReactNode {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const said = { ready: `Copy ${what}`, copied: 'Copied', refused: 'The browser refused' }[state];
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <Button
      className="button"
      {...(children === undefined && {
        'data-quiet': '',
        'data-square': '',
        'aria-label': said,
      })}
      onPress={() => void copy()}
    >
      {state === 'copied' ? <Check size={14} className="copied" /> : <Copy size={14} />}
      {children !== undefined && (state === 'ready' ? children : said)}
    </Button>
  );
}
