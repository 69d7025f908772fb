import './command.css';
import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';

export interface CommandProps {
  readonly text: string;
  /** Words for the copied text, for the accessible name. */
  readonly what: string;
  /** The whole of it, where only a part is shown. */
  readonly whole?: string;
}

/** A command for a terminal: shown whole, signs that hide or reorder text as what they are; copied as it is with one press. */
export function Command({ text, what, whole = text }: CommandProps): ReactNode {
  return (
    <div className="command">
      <code className="name">{inLines(text.split('\n').map(visibleText))}</code>
      <CopyButton text={whole} what={what} />
    </div>
  );
}

/** Puts each line in its own box: the part without room stands further right than the next line begins. */
function inLines(lines: readonly string[]): ReactNode {
  const [first = ''] = lines;
  if (lines.length < 2) return inPieces(first);
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
    <span key={at} className="command-line">
      {inPieces(line)}
      {at < lines.length - 1 && '\n'}
    </span>
  ));
}

/** The namespace with its flag, another flag, or a member of JSON. */
const PIECES = /((?<=\s)-n [^\s']+(?=\s|$)|(?<=^|\s)--?[a-z][a-z-]*(?=[\s=]|$)|[^\s,]*":[^\s,]*,?)/;

/** A flag stays in one piece, because a line may otherwise end behind its first dash; so does a member of JSON that has room in a line. */
function inPieces(text: string): ReactNode {
  return text.split(PIECES).map((piece, at) => {
    const key = `${at} ${piece}`;
    return at % 2 === 0 ? (
      piece
    ) : (
      <span key={key} className={/^--?[a-z-]+$/.test(piece) ? 'one-piece' : 'command-member'}>
        {piece}
      </span>
    );
  });
}
