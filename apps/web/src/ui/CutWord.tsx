import type { ReactNode } from 'react';

/** So many letters are always shown at the end of a word. */
const END = 8;

/** A word in a flexible line, cut in its middle where it has no room: generated names differ at their end. */
export function CutWord({
  word,
  title = word,
}: {
  readonly word: string;
  readonly title?: string;
}): ReactNode {
  return (
    <>
      <span className="cut" title={title}>
        {word.slice(0, -END)}
      </span>
      <span>{word.slice(-END)}</span>
    </>
  );
}
