import type { ApiServer, StoredEvent } from '@gcscope/gc-core';

/** Called with every stored change, in order. */
export type StoredEventListener = (event: StoredEvent) => void;

function versionOf(event: StoredEvent): number {
  return Number(event.object.metadata.resourceVersion);
}

/**
 * The recent changes of an API server, from which watches resume. Bounded: when it is full the oldest half is
 * forgotten, and a watch from before that is answered with Expired.
 */
export class EventRing {
  readonly #capacity: number;
  readonly #unsubscribe: () => void;
  readonly #listeners = new Set<StoredEventListener>();
  #events: StoredEvent[] = [];
  #floor: number;

  constructor(apiServer: ApiServer, capacity: number) {
    this.#capacity = capacity;
    this.#floor = apiServer.resourceVersion;
    this.#unsubscribe = apiServer.subscribe((event) => this.#add(event));
  }

  /** The oldest resourceVersion a watch can resume from. */
  get floor(): number {
    return this.#floor;
  }

  /** Every change after `resourceVersion`, oldest first; `undefined` when some of them are forgotten. */
  since(resourceVersion: number): readonly StoredEvent[] | undefined {
    if (resourceVersion < this.#floor) return undefined;
    let from = this.#events.length;
    while (from > 0) {
      const event = this.#events[from - 1];
      if (!event || versionOf(event) <= resourceVersion) break;
      from--;
    }
    return this.#events.slice(from);
  }

  /** Hears every change from now on until the answer is called. */
  subscribe(listener: StoredEventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops listening to the API server. */
  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #add(event: StoredEvent): void {
    if (this.#events.length >= this.#capacity) {
      const forgotten = this.#events.splice(0, Math.ceil(this.#capacity / 2)).at(-1);
      if (forgotten) this.#floor = versionOf(forgotten);
    }
    this.#events.push(event);
    for (const listener of [...this.#listeners]) listener(event);
  }
}
