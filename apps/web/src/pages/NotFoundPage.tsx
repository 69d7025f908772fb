import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';

/** An address that names no page. */
export function NotFoundPage(): ReactNode {
  return (
    <main className="message">
      <title>Page not found · gcscope</title>
      <h1>Page not found</h1>
      <p>
        There is no page at this address. The page of an object is <code>/o/&lt;uid&gt;</code>.
      </p>
      <ViewLink page={{ page: 'map' }} className="button">
        Show the whole cluster
      </ViewLink>
    </main>
  );
}
