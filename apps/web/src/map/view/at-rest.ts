const REST_MILLIS = 250;

/** Calls those who wait for it, some time after a frame, once the map is where it was then. */
export class AtRest {
  readonly #listeners = new Set<() => void>();
  readonly #whereNow: () => string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `whereNow` names the place that the map shows. */
  constructor(whereNow: () => string) {
    this.#whereNow = whereNow;
  }

  /** Until the returned function is called; the first time soon. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.painted();
    return () => this.#listeners.delete(listener);
  }

  /** A frame was drawn. */
  painted(): void {
    if (this.#listeners.size === 0 || this.#timer !== undefined) return;
    const before = this.#whereNow();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#whereNow() !== before) this.painted();
      else for (const listener of this.#listeners) listener();
    }, REST_MILLIS);
  }

  /** Calls nobody any more. */
  stop(): void {
    this.#listeners.clear();
    clearTimeout(this.#timer);
  }
}
