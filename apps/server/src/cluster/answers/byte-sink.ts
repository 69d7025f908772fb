const FIRST_SIZE = 1024;

/** Bytes put together piece by piece. */
export class ByteSink {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written; the next write may change it. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  writeByte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  write(part: Uint8Array): void {
    if (this.#length + part.length > this.#bytes.length) this.#grow(part.length);
    this.#bytes.set(part, this.#length);
    this.#length += part.length;
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
