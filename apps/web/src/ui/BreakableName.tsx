import { visibleText } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { shortWords } from './short-words.ts';

/** A name where there is little room, as that of a kind or of a finalizer: it breaks between its words, `PersistentVolume` and `Claim`. */
export function BreakableName({ name }: { readonly name: string }): ReactNode {
  const parts = shortWords(visibleText(name)).split(/(?<=[a-z])(?=[A-Z])|(?<=[./])/);
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
