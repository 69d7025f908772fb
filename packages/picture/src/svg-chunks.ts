/** So many pieces make a string long enough for V8 to leave it where it is: shorter ones are copied whenever it collects garbage. */
const MANY = 8000;

/** Collects the many small strings of a document in few long ones; the small ones are forgotten while they are young. */
export class SvgChunks {
  readonly #long: string[] = [];
  #short: string[] = [];

  add(text: string): void {
    this.#short.push(text);
    if (this.#short.length > MANY) this.#join();
  }

  /** All that was added, in order. */
  finish(): readonly string[] {
    this.#join();
    return this.#long;
  }

  #join(): void {
    if (this.#short.length > 0) this.#long.push(this.#short.join(''));
    this.#short = [];
  }
}
