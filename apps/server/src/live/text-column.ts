import type { Column } from '@gcscope/gc-core/wire';

/** Values that are made text in one go. */
const SLICE = 1000;

/** A column as the text of a JSON array, made slice by slice: the values do not outlive their slice. */
export class TextColumn<Value> implements Column<Value> {
  readonly #parts: Buffer[] = [];
  #slice: Value[] = [];

  push(value: Value): void {
    if (this.#slice.push(value) === SLICE) this.#write();
  }

  /** The array as it stands in JSON. */
  end(): Buffer[] {
    if (this.#slice.length > 0) this.#write();
    return [Buffer.from('['), ...this.#parts, Buffer.from(']')];
  }

  #write(): void {
    const text = JSON.stringify(this.#slice).slice(1, -1);
    this.#parts.push(Buffer.from(this.#parts.length === 0 ? text : `,${text}`));
    this.#slice = [];
  }
}
