import type { Core } from 'cytoscape';

/** Few frames a second: a wait is slow, and every frame draws the map. */
const FRAME_MILLIS = 120;
/** World px from one dash to the next; the style sheet has the same. */
export const WAITING_DASH: readonly [number, number] = [6, 4];
const PERIOD = WAITING_DASH[0] + WAITING_DASH[1];

/** Lets the dashes of edges that are being waited for run towards the owner, as long as there are any. */
export class WaitingEdges {
  readonly #cy: Core;
  readonly #still: boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  #offset = 0;

  /** `still`: the dashes stand, for those who asked for less motion. */
  constructor(cy: Core, still: boolean) {
    this.#cy = cy;
    this.#still = still;
  }

  /** Starts or stops, as there are such edges or not. */
  follow(waiting: boolean): void {
    if (!waiting || this.#still) this.stop();
    else this.#timer ??= setInterval(() => this.#run(), FRAME_MILLIS);
  }

  /** Lets the dashes stand. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    if (document.hidden) return;
    this.#offset = (this.#offset + PERIOD - 1) % PERIOD;
    this.#cy.edges('[?waited]').style('line-dash-offset', this.#offset);
  }
}
