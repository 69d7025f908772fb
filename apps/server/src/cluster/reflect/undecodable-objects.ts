/** Keys whose reasons are kept; beyond that they are only counted. */
const KEYS_KEPT = 100;

/** The objects of one kind that could not be decoded, as of the last list and the events since. */
export class UndecodableObjects {
  readonly #reasons = new Map<string, string>();
  #beyond = 0;
  /** Events told of more objects than are kept; they may tell of the same one again and again. */
  #isLeast = false;

  /** At least so many. */
  get size(): number {
    return this.#reasons.size + this.#beyond;
  }

  /** One of a list. `key` is `<namespace>/<name>`, or empty when not even that was readable. */
  add(key: string, reason: string): void {
    if (this.#reasons.has(key) && key !== '') return;
    if (key === '' || this.#reasons.size >= KEYS_KEPT) this.#beyond++;
    else this.#reasons.set(key, reason);
  }

  /** One of an event. */
  addChanged(key: string, reason: string): void {
    if (this.#reasons.has(key)) return;
    if (key !== '' && this.#reasons.size < KEYS_KEPT) this.#reasons.set(key, reason);
    else {
      this.#beyond ||= 1;
      this.#isLeast = true;
    }
  }

  /** The object is gone or has become readable. */
  release(key: string): void {
    this.#reasons.delete(key);
  }

  /** One sentence for people, or `undefined` when all objects are used. */
  get message(): string | undefined {
    if (this.size === 0) return undefined;
    const [first] = this.#reasons;
    const example = first ? ` (${first[0].slice(0, 200)}: ${first[1]})` : '';
    const count = `${this.#isLeast ? 'At least ' : ''}${this.size} object`;
    return `${count}${this.size === 1 ? ' was' : 's were'} left out because of unusable metadata${example}.`;
  }
}
