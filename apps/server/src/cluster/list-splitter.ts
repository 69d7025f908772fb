/** One element of `items`, or the news that one was longer than allowed. */
export type ListItem =
  | { readonly type: 'item'; readonly bytes: Uint8Array }
  | { readonly type: 'oversize' };

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;
/** Characters of everything in a list beside its items: a few fields. */
const ENVELOPE_LIMIT = 262_144;
const ITEMS_KEY = /"items"\s*:\s*\[$/;

/**
 * Cuts the elements of `items` out of a JSON list while it arrives, so that the list is never in memory as a whole.
 * Looks at brackets and quotes only; whether an element is valid JSON is found out by who parses it.
 */
export class ListSplitter {
  readonly #itemLimit: number;
  #region: 'envelope' | 'between items' | 'item' = 'envelope';
  #envelope = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Where the part of the current chunk begins that belongs to the region. */
  #mark = 0;
  #parts: Uint8Array[] = [];
  #itemLength = 0;
  #broken = false;

  /** `itemLimit`: bytes of the longest element that is kept in memory. */
  constructor(itemLimit: number) {
    this.#itemLimit = itemLimit;
  }

  /** What was read so far beside the items. JSON text when the list was well-formed up to its items or to its end. */
  get envelope(): string {
    return this.#region === 'envelope' ? this.#envelope : `${this.#envelope}]}`;
  }

  /** Whether the list was read to its last bracket. */
  get complete(): boolean {
    return this.#region === 'envelope' && this.#depth === 0;
  }

  /** Whether the text cannot be a list: an element that is no object, brackets that do not match, an endless envelope. */
  get broken(): boolean {
    return this.#broken;
  }

  /** The elements that the chunk completes. */
  *push(chunk: Uint8Array): Generator<ListItem> {
    this.#mark = 0;
    for (let index = 0; index < chunk.length && !this.#broken; index++) {
      const byte = chunk[index] ?? 0;
      if (this.#inString) this.#stepInString(byte);
      else if (this.#region === 'between items') this.#stepBetween(byte, index);
      else {
        const item = this.#stepInside(byte, index, chunk);
        if (item) yield item;
      }
    }
    if (this.#region === 'envelope') this.#keepEnvelope(chunk.subarray(this.#mark));
    if (this.#region === 'item') this.#keepItem(chunk.subarray(this.#mark));
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #stepBetween(byte: number, index: number): void {
    if (byte === OPEN_OBJECT || byte === CLOSE_ARRAY) {
      this.#region = byte === OPEN_OBJECT ? 'item' : 'envelope';
      this.#depth += byte === OPEN_OBJECT ? 1 : -1;
      this.#mark = index;
    } else if (byte > SPACE && byte !== COMMA) {
      this.#broken = true;
    }
  }

  #stepInside(byte: number, index: number, chunk: Uint8Array): ListItem | undefined {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#depth++;
      if (this.#region === 'envelope' && this.#depth === 2 && byte === OPEN_ARRAY) {
        this.#enterItems(index, chunk);
      }
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#depth--;
      if (this.#depth < 0) this.#broken = true;
      if (this.#region === 'item' && this.#depth === 2) {
        this.#region = 'between items';
        return this.#takeItem(chunk.subarray(this.#mark, index + 1));
      }
    }
    return undefined;
  }

  #enterItems(index: number, chunk: Uint8Array): void {
    this.#keepEnvelope(chunk.subarray(this.#mark, index + 1));
    this.#mark = index + 1;
    if (ITEMS_KEY.test(this.#envelope.slice(-64))) this.#region = 'between items';
  }

  #keepEnvelope(part: Uint8Array): void {
    // Only ASCII fields are read from the envelope, so other characters may come out wrong.
    this.#envelope += Buffer.from(part).toString('latin1');
    if (this.#envelope.length > ENVELOPE_LIMIT) this.#broken = true;
  }

  #keepItem(part: Uint8Array): void {
    this.#itemLength += part.length;
    if (this.#itemLength > this.#itemLimit) this.#parts = [];
    else this.#parts.push(part);
  }

  #takeItem(lastPart: Uint8Array): ListItem {
    this.#keepItem(lastPart);
    const parts = this.#parts;
    const oversize = this.#itemLength > this.#itemLimit;
    this.#parts = [];
    this.#itemLength = 0;
    if (oversize) return { type: 'oversize' };
    const [first] = parts;
    return { type: 'item', bytes: parts.length === 1 && first ? first : Buffer.concat(parts) };
  }
}
