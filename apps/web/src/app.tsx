import './ui/theme.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/print.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Live, LiveContext } from './data/use-graph.ts';
import { showCutText } from './ui/show-cut-text.ts';
import { publishMarkColours } from './ui/theme.ts';

export interface AppProps {
  readonly live: Live;
  readonly client: QueryClient;
  readonly router: AnyRouter;
}

/** The program: everything it needs comes from outside, so that tests can give it a world of their own. */
export function App({ live, client, router }: AppProps): ReactNode {
  useEffect(publishMarkColours, []);
  useEffect(showCutText, []);
  return (
    <LiveContext value={live}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LiveContext>
  );
}
