import type { ReactNode } from 'react';

/** Sentences above a page, one a line. */
export function Banners({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return texts.map((text) => (
    <p key={text} className="bar banner" role="status">
      {text}
    </p>
  ));
}
