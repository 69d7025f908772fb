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

/** The name of a flag stays in one piece: a line may otherwise end behind its first dash. */
function inPieces(text: string): ReactNode {
  return text.split(/(?<=^|\s)(--?[a-z][a-z-]*)(?=[\s=]|$)/).map((piece, at) => {
    const key = `${at} ${piece}`;
    return at % 2 === 0 ? (
      piece
    ) : (
      <span key={key} className="one-piece">
        {piece}
      </span>
    );
  });
}
