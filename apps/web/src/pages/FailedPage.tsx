import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink } from '../address/navigation.tsx';

/** In the place of a page that failed: a fault of gcscope, which the rest of the screen survives. */
export function FailedPage({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <main className="message" role="alert">
      <h1>This page failed</h1>
      <p>This is a fault of gcscope. Please report it with the address and this text:</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <p>
        <Button className="button" onPress={reset}>
          Try again
        </Button>{' '}
        <ViewLink page={{ page: 'map' }} className="button">
          Show the whole cluster
        </ViewLink>
      </p>
    </main>
  );
}
