import { ProtobufReader } from './protobuf-reader.ts';

/**
 * Bytes that arrived and were not read yet. Copies only what lies across chunks. It owns the chunks: what was read is
 * overwritten, so that no secret among it stays in memory.
 */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  /** Read bytes of the first chunk. */
  #at = 0;
  #length = 0;
  #consumed = 0;
  #spent: Uint8Array[] = [];

  /** Bytes that can be read. */
  get length(): number {
    return this.#length;
  }

  /** Overwrites what was read so far. */
  wipe(): void {
    for (const bytes of this.#spent) bytes.fill(0);
    this.#spent = [];
    this.#chunks[0]?.fill(0, 0, this.#at);
  }

  /** Bytes that were read or dropped since the beginning. */
  get consumed(): number {
    return this.#consumed;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next `count` bytes as a message, until they are wiped; there must be so many. */
  take(count: number): ProtobufReader {
    const [first] = this.#chunks;
    if (first && first.length - this.#at >= count) {
      // A view of these bytes alone would take longer to make than to read.
      const reader = new ProtobufReader(first, this.#at, this.#at + count);
      this.#advance(first, count);
      return reader;
    }
    const parts: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      const [chunk] = this.#chunks;
      if (!chunk) throw new RangeError('The queue holds fewer bytes.');
      const part = chunk.subarray(this.#at, this.#at + left);
      parts.push(part);
      left -= part.length;
      this.#advance(chunk, part.length);
    }
    const joined = Buffer.concat(parts);
    this.#spent.push(joined);
    return new ProtobufReader(joined);
  }

  /** Drops up to `count` bytes; the answer is how many. */
  drop(count: number): number {
    const dropped = Math.min(count, this.#length);
    for (let left = dropped; left > 0; ) {
      const [chunk] = this.#chunks;
      if (!chunk) break;
      const part = Math.min(left, chunk.length - this.#at);
      left -= part;
      this.#advance(chunk, part);
    }
    return dropped;
  }

  /** The next byte; `undefined` when there is none yet. */
  shift(): number | undefined {
    const [first] = this.#chunks;
    if (!first) return undefined;
    const byte = first[this.#at];
    this.#advance(first, 1);
    return byte;
  }

  #advance(first: Uint8Array, count: number): void {
    this.#at += count;
    this.#length -= count;
    this.#consumed += count;
    if (this.#at < first.length) return;
    this.#chunks.shift();
    this.#spent.push(first);
    this.#at = 0;
  }
}
