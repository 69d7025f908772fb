/** Limits how many lists run at once over all kinds; a server that answers 429 gets fewer, one at a time more again. */
export class ConcurrencyLimiter {
  readonly #most: number;
  #limit: number;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
  }

  /** Resolves when another list may run, in order of asking; call the answer once when the list is over. */
  async take(): Promise<() => void> {
    if (this.#running >= this.#limit || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    return () => {
      this.#running--;
      this.#admit();
    };
  }

  /** The server has too many requests: half as many from now on. */
  halve(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** A list succeeded: one more from now on. */
  widen(): void {
    this.#limit = Math.min(this.#most, this.#limit + 1);
    this.#admit();
  }

  #admit(): void {
    while (this.#running < this.#limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running++;
      next();
    }
  }
}
