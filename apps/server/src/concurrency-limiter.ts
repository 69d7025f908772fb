/** Limits how many lists run at once. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when another list may run, in order of asking; call the answer when the list makes room for the next. */
  async take(): Promise<() => void> {
    if (this.#running < this.#limit) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    };
  }
}
