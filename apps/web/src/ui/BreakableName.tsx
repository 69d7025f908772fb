import { visibleText } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { shortWords } from './short-words.ts';

/** A name where there is little room, as that of a kind, an object or a finalizer. */
export function BreakableName({ name }: { readonly name: string }): ReactNode {
  return <Breakable text={shortWords(visibleText(name))} />;
}

/** A text that breaks between its words, `PersistentVolume` and `Claim`, and after a slash, a dot or a hyphen. */
export function Breakable({ text }: { readonly text: string }): ReactNode {
  const parts = text.split(/(?<=[a-z])(?=[A-Z])|(?<=[-./])/);
  let at = 0;
  return parts.map((part) => {
    const start = at;
    at += part.length;
    return (
      <Fragment key={start}>
        {start > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}
