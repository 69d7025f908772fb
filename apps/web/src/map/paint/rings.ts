import type { Uid } from '@gcscope/gc-core/wire';
import { CARD_HEIGHT, CARD_WIDTH, type Layout, slotOf } from '@gcscope/picture';
import type { Brush } from './brush.ts';

const RING_MILLIS = 900;
/** More rings than this say nothing but "much changed". */
const MOST_RINGS = 60;

/** The soft ring, once, around an object that changed just now. */
export class Rings {
  readonly #started = new Map<Uid, number>();
  readonly #still: boolean;
  #frame = 0;

  /** `still`: the ring does not grow, for those who asked for less motion. */
  constructor(still: boolean) {
    this.#still = still;
  }

  /** Starts a ring around each; a ring that runs already is left to end. */
  add(uids: Iterable<Uid>, now: number): void {
    for (const uid of uids) {
      if (this.#started.size >= MOST_RINGS) return;
      if (!this.#started.has(uid)) this.#started.set(uid, now);
    }
  }

  /** Calls `draw` on each frame as long as a ring is to be seen. */
  run(draw: (now: number) => void): void {
    if (this.#started.size === 0 || this.#frame !== 0) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      draw(now);
      this.run(draw);
    });
  }

  /** Draws no more. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** Draws the rings as they are at `now` and forgets those that ended; says whether any are left. */
  paint({ context, colours, zoom, pan }: Brush, layout: Layout, now: number): boolean {
    for (const [uid, start] of this.#started) {
      const slot = slotOf(layout, uid);
      // A frame may bear a time from before the change it shows.
      const progress = Math.max(0, now - start) / RING_MILLIS;
      if (slot === undefined || progress >= 1) {
        this.#started.delete(uid);
        continue;
      }
      const grown = this.#still ? 4 : 2 + 9 * (1 - (1 - progress) ** 3);
      const width = CARD_WIDTH * zoom + 2 * grown;
      const height = CARD_HEIGHT * zoom + 2 * grown;
      context.beginPath();
      context.roundRect(
        (layout.x[slot] ?? 0) * zoom + pan.x - width / 2,
        (layout.y[slot] ?? 0) * zoom + pan.y - height / 2,
        width,
        height,
        6 * zoom + grown,
      );
      context.globalAlpha = this.#still ? 0.6 : 0.75 * (1 - progress);
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      context.stroke();
      context.globalAlpha = 1;
    }
    return this.#started.size > 0;
  }
}
