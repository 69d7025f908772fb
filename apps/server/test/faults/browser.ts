import type { Records } from '@gcscope/gc-core';
import type { PackedSnapshot } from '@gcscope/gc-core/wire';
import { unpackNodes } from '@gcscope/gc-core/wire';
import { GraphStore } from '../../../web/src/data/graph-store.ts';
import { GraphStream } from '../../../web/src/data/graph-stream.ts';
import type { Clock } from '../../src/base/clock.ts';

/** What a page knows of the graph: the page's own store and stream, over HTTP. */
export class Browser {
  /** How often it fetched the whole graph. */
  snapshots = 0;
  /** How often it opened the stream. */
  streams = 0;
  /** How often the server has begun to answer that. */
  answered = 0;
  readonly #store = new GraphStore();
  readonly #stream: GraphStream;

  /** `url` is where the next request goes. */
  constructor(url: () => string, clock: Clock, random: () => number = () => 0.5) {
    const timers = new Map<number, () => void>();
    let timer = 0;
    this.#stream = new GraphStream(this.#store, {
      fetchSnapshot: async (signal) => {
        this.snapshots++;
        const answer = await fetch(`${url()}/api/v1/snapshot`, { signal });
        const { nodes, ...rest } = (await answer.json()) as PackedSnapshot;
        return { ...rest, nodes: unpackNodes(nodes) };
      },
      openStream: async (from, signal) => {
        this.streams++;
        // Node decompresses in the background, which the clock of a test does not wait for.
        const headers = { 'accept-encoding': 'identity' };
        const answer = await fetch(`${url()}/api/v1/stream?from=${from}`, { signal, headers });
        if (!answer.ok) throw new Error(`The stream was refused with ${answer.status}.`);
        this.answered++;
        return answer;
      },
      now: () => clock.now(),
      setTimer: (callback, millis) => {
        timers.set(++timer, clock.setTimeout(callback, millis));
        return timer;
      },
      clearTimer: (id) => {
        timers.get(id)?.();
        timers.delete(id);
      },
      nextFrame: async () => 0,
      random,
    });
  }

  /** Opens the page. */
  open(): this {
    this.#stream.connect();
    return this;
  }

  close(): void {
    this.#stream.stop();
  }

  get state(): 'loading' | 'live' | 'lost' {
    return this.#stream.getConnection().state;
  }

  /** Whether it shows what the server knows. */
  shows(records: Records): boolean {
    return textOf(this.#store.records) === textOf(records);
  }
}

/** Records as text, whatever the order of their fields. */
function textOf(records: Records): string {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  // A version that is all that changed is not sent.
  const texts = [...records.values()].map((record) =>
    JSON.stringify({ ...record, resourceVersion: '' }, sorted),
  );
  return texts.toSorted().join('\n');
}
