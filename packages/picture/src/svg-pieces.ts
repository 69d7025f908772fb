/** Long enough for V8 to leave a string where it is: shorter ones are copied whenever it collects garbage. */
const LONG = 200_000;

/** Collects the many small strings of a document in few long ones; the small ones are forgotten while they are young. */
export class SvgPieces {
  readonly #long: string[] = [];
  #short: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#short.push(text);
    this.#length += text.length;
    if (this.#length > LONG) this.#join();
  }

  /** All that was added, in order. */
  finish(): readonly string[] {
    this.#join();
    return this.#long;
  }

  #join(): void {
    if (this.#length > 0) this.#long.push(this.#short.join(''));
    this.#short = [];
    this.#length = 0;
  }
}
