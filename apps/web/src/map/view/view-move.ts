import type { Core } from 'cytoscape';

/** The first frame of a move is a step, not the place where it begins: a turning wheel would stop the map at each notch. */
const STEP_MILLIS = 16;

/** Time from which a move that begins now counts; by `performance.now()`. */
export function moveStart(): number {
  return performance.now() - STEP_MILLIS;
}

/** The share of its way that a move has made, from 0 to 1: fast at first. */
export function shareOfWay(start: number, now: number, millis: number): number {
  const left = 1 - Math.min(1, Math.max(0, now - start) / millis);
  return 1 - left ** 3;
}

/** View of the map, as Cytoscape has it. */
interface View {
  readonly zoom: number;
  readonly pan: { readonly x: number; readonly y: number };
}

/**
 * Moves a view there in some frames. Cytoscape's own animation draws every second frame, and one that follows another stands still
 * for two.
 */
export class ViewMove {
  readonly #cy: Core;
  #frame = 0;

  constructor(cy: Core) {
    this.#cy = cy;
  }

  /** Leads to a view, fast at first, instead of the move before; calls back at its end. */
  begin(to: View, millis: number, onArrive: () => void): void {
    this.stop();
    const cy = this.#cy;
    const from = { zoom: cy.zoom(), pan: { ...cy.pan() } };
    const start = moveStart();
    const step = (now: number): void => {
      const share = shareOfWay(start, now, millis);
      this.#frame = share < 1 ? requestAnimationFrame(step) : 0;
      cy.viewport(share < 1 ? between(from, to, share) : to);
      if (share === 1) onArrive();
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Ends a move where it is. */
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
