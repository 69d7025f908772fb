import './command.css';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';

export interface CommandProps {
  readonly text: string;
  /** What is copied, for the accessible name. */
  readonly what: string;
}

/** Something to paste into a terminal: shown whole, copied with one press. */
export function Command({ text, what }: CommandProps): ReactNode {
  return (
    <div className="command">
      <code className="name">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}
