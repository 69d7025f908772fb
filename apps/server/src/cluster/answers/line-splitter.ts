/** A line, or the news that one was longer than allowed. */
export type Line =
  | { readonly type: 'line'; readonly bytes: Uint8Array }
  | { readonly type: 'oversize' };

const NEWLINE = 0x0a;

/** Cuts a byte stream at 0x0A and nowhere else: U+2028 and a carriage return are content. An unfinished last line is never given out. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  /** `limit`: bytes of the longest line that is kept in memory. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that the chunk completes, without their newline; empty lines are left out. */
  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line) yield line;
    }
    // A copy, because the reader of the lines may overwrite the chunk.
    this.#keep(new Uint8Array(chunk.subarray(start)));
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(): Line | undefined {
    const length = this.#length;
    const parts = this.#parts;
    this.#parts = [];
    this.#length = 0;
    if (length === 0) return undefined;
    if (length > this.#limit) return { type: 'oversize' };
    const [first] = parts;
    if (parts.length === 1 && first) return { type: 'line', bytes: first };
    const bytes = Buffer.concat(parts);
    for (const part of parts) part.fill(0);
    return { type: 'line', bytes };
  }
}
