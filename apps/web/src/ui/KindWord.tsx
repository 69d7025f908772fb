import { visibleText } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { shortWords } from './short-words.ts';

/** The name of a kind where there is little room: it breaks between its words, `PersistentVolume` and `Claim`. */
export function KindWord({ kind }: { readonly kind: string }): ReactNode {
  const parts = shortWords(visibleText(kind)).split(/(?<=[a-z])(?=[A-Z])/);
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
