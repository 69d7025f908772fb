import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';

/** An address that names no page. */
export function NotFoundPage(): ReactNode {
  return (
    <main className="message">
      <h1>There is no such page</h1>
      <p>
        The address leads nowhere. An object has the address <code>/o/&lt;uid&gt;</code>.
      </p>
      <ViewLink page={{ page: 'map' }} className="button">
        Show the whole cluster
      </ViewLink>
    </main>
  );
}
