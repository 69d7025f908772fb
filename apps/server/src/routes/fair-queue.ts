/** A request that waits for its turn. */
export interface Waiting {
  readonly go: () => void;
  /** Called when the request loses its place to others, which have fewer waiting. */
  readonly refuse: () => void;
}

/** A waiting room with a line for each sender: they take turns, so that a long line is its own sender's matter. */
export class FairQueue {
  readonly #places: number;
  /** In the order of their next turns. */
  readonly #lines = new Map<unknown, Waiting[]>();
  #size = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes a place. When all are taken, the last of the longest line is refused; that may be this one. */
  join(sender: unknown, waiting: Waiting): void {
    const line = this.#lines.get(sender);
    if (line) line.push(waiting);
    else this.#lines.set(sender, [waiting]);
    this.#size++;
    if (this.#size > this.#places) this.#refuseOne(sender);
  }

  /** The one whose turn it is; it has left. */
  next(): Waiting | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [sender, line] = first;
    this.#lines.delete(sender);
    const waiting = line.shift();
    if (line.length > 0) this.#lines.set(sender, line);
    this.#size--;
    return waiting;
  }

  /** Among equally long queues, it refuses the newcomer's own request. */
  #refuseOne(newcomer: unknown): void {
    let longest = newcomer;
    for (const [sender, line] of this.#lines) {
      if (line.length > (this.#lines.get(longest)?.length ?? 0)) longest = sender;
    }
    const line = this.#lines.get(longest) ?? [];
    const refused = line.pop();
    if (line.length === 0) this.#lines.delete(longest);
    this.#size--;
    refused?.refuse();
  }
}
