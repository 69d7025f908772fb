import { QueryClient } from '@tanstack/react-query';
import { openStream } from './data/api.ts';
import { fetchSnapshot } from './data/fetch-snapshot.ts';
import { GraphStore } from './data/graph-store.ts';
import { GraphStream, type OpenStream } from './data/graph-stream.ts';
import { nextFrame } from './data/next-frame.ts';
import { refetchTouched } from './data/refetch-touched.ts';
import type { Live } from './data/use-graph.ts';

/** The parts that run behind the pages. */
export interface Program {
  readonly live: Live;
  readonly client: QueryClient;
}

/**
 * The store fed by this page's server, and queries that its frames invalidate. Connected by `live.stream.connect()`.
 * `open` opens the stream; without it this page reads one of its own.
 */
export function createProgram(open: OpenStream = openStream): Program {
  const store = new GraphStore();
  const stream = new GraphStream(store, {
    fetchSnapshot,
    openStream: open,
    now: () => Date.now(),
    setTimer: (callback, millis) => window.setTimeout(callback, millis),
    clearTimer: (timer) => window.clearTimeout(timer),
    nextFrame,
    random: () => Math.random(),
  });
  const client = new QueryClient();
  refetchTouched(store, client);
  return { live: { store, stream }, client };
}
