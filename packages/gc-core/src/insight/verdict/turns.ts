import type { GraphNode } from '../../graph/graph-node.ts';
import type { Millis } from '../../meta/object-meta.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { nextTurn } from '../deletion-facts.ts';

/** When the verdicts on objects in deletion can change by themselves. */
export class Turns {
  readonly #at = new Map<Uid, Millis>();
  #next: Millis = Number.POSITIVE_INFINITY;

  /** The next of all; infinite if there is none. It may be one that was forgotten since. */
  get next(): Millis {
    return this.#next;
  }

  /** Notes the next turn of the object. */
  note(node: GraphNode, now: Millis): void {
    const at = nextTurn(node, now);
    if (at === Number.POSITIVE_INFINITY) this.forget(node.uid);
    else this.#at.set(node.uid, at);
    this.#next = Math.min(this.#next, at);
  }

  forget(uid: Uid): void {
    this.#at.delete(uid);
  }

  /** The objects whose turn it is; they have to be noted anew. */
  takeDue(now: Millis): Uid[] {
    if (now < this.#next) return [];
    const due: Uid[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const [uid, at] of this.#at) {
      if (at > now) {
        next = Math.min(next, at);
        continue;
      }
      this.#at.delete(uid);
      due.push(uid);
    }
    this.#next = next;
    return due;
  }
}
