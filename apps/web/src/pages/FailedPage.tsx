import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink } from '../address/navigation.tsx';
import { Message } from '../ui/Message.tsx';

/** Replaces a page that failed through a fault of gcscope; the rest of the screen keeps working. */
export function FailedPage({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <Message
      title="This page failed"
      text={
        <>
          This is a bug in gcscope. Please report it with the address and this text:{' '}
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </>
      }
    >
      <Button className="button" onPress={reset}>
        Try again
      </Button>
      <ViewLink page={{ page: 'map' }} className="button">
        Show the whole cluster
      </ViewLink>
    </Message>
  );
}
