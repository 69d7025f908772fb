import type { Core, NodeSingular, Position } from 'cytoscape';
import { moveStart, shareOfWay } from '../view/view-move.ts';

interface CardMove {
  readonly node: NodeSingular;
  readonly from: Position;
  readonly to: Position;
  readonly start: number;
  readonly millis: number;
}

/** Cards on their way to new places, all moved in each frame: Cytoscape's own animation draws every second one. */
export class CardMoves {
  readonly #cy: Core;
  readonly #moves = new Map<string, CardMove>();
  #frame = 0;

  constructor(cy: Core) {
    this.#cy = cy;
  }

  /** Leads a card from where it is to a new place, fast at first, instead of its move before; in no time at once. */
  begin(node: NodeSingular, to: Position, millis: number): void {
    if (millis === 0) {
      this.#moves.delete(node.id());
      node.position(to);
      return;
    }
    const from = { ...node.position() };
    this.#moves.set(node.id(), { node, from, to, start: moveStart(), millis });
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#step);
  }

  /** Ends all where they are. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#moves.clear();
  }

  readonly #step = (now: number): void => {
    this.#cy.batch(() => {
      for (const [id, { node, from, to, start, millis }] of this.#moves) {
        const share = shareOfWay(start, now, millis);
        // A card that has gone meanwhile moves nothing.
        if (share === 1 || node.removed()) this.#moves.delete(id);
        if (share === 1) node.position({ ...to });
        else
          node.position({
            x: from.x + (to.x - from.x) * share,
            y: from.y + (to.y - from.y) * share,
          });
      }
    });
    this.#frame = this.#moves.size > 0 ? requestAnimationFrame(this.#step) : 0;
  };
}
