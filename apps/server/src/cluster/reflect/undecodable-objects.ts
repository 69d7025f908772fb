/** Keys whose reasons are kept; beyond that they are only counted. */
const KEYS_KEPT = 100;

/** The objects of one kind that could not be decoded, as of the last list and the events since. */
export class UndecodableObjects {
  readonly #reasons = new Map<string, string>();
  #beyond = 0;

  get size(): number {
    return this.#reasons.size + this.#beyond;
  }

  /** `key` is `<namespace>/<name>`, or empty when not even that was readable. */
  add(key: string, reason: string): void {
    if (this.#reasons.has(key) && key !== '') return;
    if (key === '' || this.#reasons.size >= KEYS_KEPT) this.#beyond++;
    else this.#reasons.set(key, reason);
  }

  /** The object is gone or has become readable. */
  release(key: string): void {
    this.#reasons.delete(key);
  }

  clear(): void {
    this.#reasons.clear();
    this.#beyond = 0;
  }

  /** One sentence for people, or `undefined` when all objects are used. */
  get message(): string | undefined {
    if (this.size === 0) return undefined;
    const [first] = this.#reasons;
    const example = first ? ` (${first[0].slice(0, 200)}: ${first[1]})` : '';
    return `${this.size} object${this.size === 1 ? ' was' : 's were'} left out because of unusable metadata${example}.`;
  }
}
