import type { GraphDelta, Millis, NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { GraphStore } from './graph-store.ts';

/** The clock of the page and its drawing; tests replace them. */
export interface DrawingPorts {
  readonly setTimer: (callback: () => void, millis: number) => number;
  /** Resolves once what changes now is drawn, with the milliseconds that it took. */
  readonly nextFrame: () => Promise<Millis>;
}

/** Changes that take longer than this to draw are drawn less often, in milliseconds. */
const SHORT = 50;
/** Pauses between them are so many times as long: drawing takes a fifth of the time at most, the rest is the reader's. */
const PAUSE = 4;

/**
 * Applies deltas to a store as often as the page can draw them. Deltas that come meanwhile become one: with hundreds of
 * thousands of objects, a page that drew each by itself would do nothing else, and would fall behind.
 */
export class DeltaPacer {
  readonly #store: GraphStore;
  readonly #ports: DrawingPorts;
  /** The waiting records, by uid; `undefined`: removed. */
  #waiting = new Map<Uid, NodeRecord | undefined>();
  #isDrawing = false;

  constructor(store: GraphStore, ports: DrawingPorts) {
    this.#store = store;
    this.#ports = ports;
  }

  take({ upserts, removes }: GraphDelta): void {
    for (const uid of removes) this.#waiting.set(uid, undefined);
    for (const record of upserts) this.#waiting.set(record.uid, record);
    if (!this.#isDrawing) this.#draw();
  }

  /** Forgets what waits: the store gets all of a newer state. */
  discard(): void {
    this.#waiting.clear();
  }

  #draw(): void {
    if (this.#waiting.size === 0) return;
    const upserts: NodeRecord[] = [];
    const removes: Uid[] = [];
    for (const [uid, record] of this.#waiting) {
      if (record) upserts.push(record);
      else removes.push(uid);
    }
    this.#waiting = new Map();
    this.#isDrawing = true;
    const drawn = this.#ports.nextFrame();
    this.#store.apply({ upserts, removes });
    void drawn.then((took) => {
      if (took <= SHORT) this.#drawn();
      else this.#ports.setTimer(() => this.#drawn(), PAUSE * took);
    });
  }

  #drawn(): void {
    this.#isDrawing = false;
    this.#draw();
  }
}
