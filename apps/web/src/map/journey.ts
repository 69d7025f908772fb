import type { Core } from 'cytoscape';

/** The first frame of a journey is a step, not the place where it begins: a turning wheel would stop the map at each notch. */
export const STEP_MILLIS = 16;

/** What the map looks at, as Cytoscape has it. */
interface View {
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
}

/**
 * Moves a view there in some frames. Cytoscape's own animation draws every second frame, and one that follows another stands still
 * for two.
 */
export class Journey {
  readonly #cy: Core;
  #frame = 0;

  constructor(cy: Core) {
    this.#cy = cy;
  }

  /** Leads to a view, fast at first, instead of the journey before; calls back at its end. */
  begin(to: View, millis: number, onArrive: () => void): void {
    this.stop();
    const cy = this.#cy;
    const from = { zoom: cy.zoom(), pan: { ...cy.pan() } };
    const start = performance.now() - STEP_MILLIS;
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, now - start) / millis);
      this.#frame = share < 1 ? requestAnimationFrame(step) : 0;
      cy.viewport(share < 1 ? between(from, to, 1 - (1 - share) ** 3) : to);
      if (share === 1) onArrive();
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Ends a journey where it is. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** Pan and zoom change alike, so that the point that is zoomed at stays where it is. */
function between(from: View, to: View, share: number): View {
  const mixed = (a: number, b: number): number => a + (b - a) * share;
  return {
    zoom: mixed(from.zoom, to.zoom),
    pan: { x: mixed(from.pan.x, to.pan.x), y: mixed(from.pan.y, to.pan.y) },
  };
}
