/** A string of so many characters stays where V8 first puts it; shorter ones are copied when it collects garbage. */
const LONG = 150_000;

/** Collects the many small strings of a document in few long ones; the small ones are forgotten while they are young. */
export class SvgChunks {
  readonly #long: string[] = [];
  #short: string[] = [];
  /** Characters of the short ones. */
  #length = 0;

  add(text: string): void {
    this.#short.push(text);
    this.#length += text.length;
    if (this.#length >= LONG) this.#join();
  }

  /** All that was added, in order. */
  finish(): readonly string[] {
    this.#join();
    return this.#long;
  }

  #join(): void {
    if (this.#short.length > 0) this.#long.push(this.#short.join(''));
    this.#short = [];
    this.#length = 0;
  }
}
