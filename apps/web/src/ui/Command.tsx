import './command.css';
import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';

export interface CommandProps {
  readonly text: string;
  /** What is copied, for the accessible name. */
  readonly what: string;
}

/** Something to paste into a terminal: shown whole, signs that hide or reorder text as what they are; copied as it is with one press. */
export function Command({ text, what }: CommandProps): ReactNode {
  return (
    <div className="command">
      <code className="name">{inPieces(text.split('\n').map(visibleText).join('\n'))}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** A flag, or a member of JSON. */
const PIECES = /((?<=^|\s)--?[a-z][a-z-]*(?=[\s=]|$)|[^\s,]*":[^\s,]*,?)/;

/** A flag stays in one piece, because a line may otherwise end behind its first dash; so does a member of JSON that has room in a line. */
function inPieces(text: string): ReactNode {
  return text.split(PIECES).map((piece, at) => {
    const key = `${at} ${piece}`;
    return at % 2 === 0 ? (
      piece
    ) : (
      <span key={key} className={piece.startsWith('-') ? 'one-piece' : 'command-member'}>
        {piece}
      </span>
    );
  });
}
