import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useConnection } from '../data/use-graph.ts';
import { Message } from './Message.tsx';

/** The advice when a part of the program does not load: the server is gone, or is a newer one. */
export const RELOAD = 'Reload the page once gcscope answers; the address keeps your view.';

/**
 * A part of the program that is fetched when it is first needed. If that fails, the rest of the screen stays: React's own
 * lazy would take it along.
 */
export function useLoaded<Part>(
  name: string,
  load: () => Promise<Part>,
): { readonly part: Part | undefined; readonly isLost: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['part', name],
    queryFn: async () => ({ part: await load() }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { part: data?.part, isLost: isError };
}

/**
 * A page whose program is fetched when it is first opened; if that fails, the page says why. The router's own way of loading
 * opens the whole address again, which nobody answers.
 */
export function lazyPage(name: string, load: () => Promise<ComponentType>): () => ReactNode {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, as React's own lazy does.
  return function LazyPage() {
    const { part: Page, isLost } = useLoaded(name, load);
    if (Page) return <Page />;
    if (isLost) return <NotLoaded />;
    return (
      <main className="message">
        <div className="message-says" role="status">
          <p>Loading the page…</p>
          <progress aria-label="Loading the page" />
        </div>
      </main>
    );
  };
}

/** The address holds the whole view, so loading it again loses nothing. */
function NotLoaded(): ReactNode {
  const { state } = useConnection();
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'lost') wasLost.current = true;
    else if (state === 'live' && wasLost.current) window.location.reload();
  }, [state]);
  return (
    <Message
      title="This page could not be loaded"
      text={
        state === 'live'
          ? 'gcscope answers, but not with this page. It may have been updated since you opened it.'
          : 'The gcscope server does not answer. The page loads by itself as soon as it does.'
      }
    >
      {state === 'live' && (
        <Button className="button" onPress={() => window.location.reload()}>
          Load again
        </Button>
      )}
    </Message>
  );
}
