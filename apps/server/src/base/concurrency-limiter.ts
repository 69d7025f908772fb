/** Limits how many pieces of work run at once. */
export class ConcurrencyLimiter {
  readonly #limit: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Does the work when its turn has come, in order of asking. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const makeRoom = await this.take();
    try {
      return await work();
    } finally {
      makeRoom();
    }
  }

  /** Resolves when more work may begin, in order of asking; call the answer when it makes room for the next. */
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
