/** The members of a JSON object to keep: a whole value, or those members of an inner object that its own shape names. */
export type JsonShape = ReadonlyMap<string, 'whole' | JsonShape>;

/** The shape that keeps these members whole, and of others what their shapes keep. */
export function shapeOf(
  whole: readonly string[],
  parts: Readonly<Record<string, JsonShape>> = {},
): JsonShape {
  return new Map<string, 'whole' | JsonShape>([
    ...whole.map((member) => [member, 'whole'] as const),
    ...Object.entries(parts),
  ]);
}

/** An element of the list, or why there is none. The bytes are overwritten by the next one. */
export type PrunedItem =
  | { readonly type: 'item'; readonly bytes: Uint8Array }
  | { readonly type: 'oversize' | 'broken' };

/** The contents of the list `items`, and the size of its longest used element in bytes. */
export interface ListedItems {
  readonly shape: JsonShape;
  readonly limit: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;
const WHITESPACE: ReadonlySet<number> = new Set([SPACE, 0x09, 0x0a, 0x0d]);
const NULL = Buffer.from('null');
/** Bytes of the longest name of a member that is compared. */
const NAME_LIMIT = 1024;
/** Bytes of everything that is kept beside the items: a few fields. */
const ENVELOPE_LIMIT = 16_777_216;
/** Brackets within brackets of a value that is kept. */
const DEEPEST = 1000;

/** The meaning of each byte outside of strings. */
const MEANINGS = new Uint8Array(256);
const STRING = 1;
const OPENING = 2;
const CLOSING = 3;
const DELIMITER = 4;
MEANINGS.fill(DELIMITER, 0, SPACE + 1);
MEANINGS[COMMA] = DELIMITER;
MEANINGS[QUOTE] = STRING;
MEANINGS[OPEN_OBJECT] = OPENING;
MEANINGS[OPEN_ARRAY] = OPENING;
MEANINGS[CLOSE_OBJECT] = CLOSING;
MEANINGS[CLOSE_ARRAY] = CLOSING;

/**
 * Copies of a JSON object, while it arrives, the members that are wanted, and `null` for the value of every other one: what is left out
 * never becomes a string. The elements of a list `items` are given out one by one. Looks only at brackets and quotes; the caller's parser
 * finds out whether the copy is valid JSON.
 */
export class JsonPruner {
  readonly #shape: JsonShape;
  readonly #items: ListedItems | undefined;
  readonly #envelope = new ByteSink();
  readonly #item = new ByteSink();
  readonly #name = new ByteSink();
  #out = this.#envelope;
  /** Shapes of the objects that are open, the innermost last. */
  #open: JsonShape[] = [];
  /** How many of them are outside of the items. */
  #outside = 0;
  #expecting: 'name' | 'colon' | 'value' | 'after' | 'element' | 'end' = 'value';
  #valueShape: 'whole' | JsonShape | undefined;
  #isItems = false;
  /** A name or value that is gone through to its end. */
  #walking: 'name' | 'kept' | 'left out' | undefined;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isOver = false;
  /** Bytes of the element, also those that are left out. */
  #itemBytes = 0;
  #spoiled: 'oversize' | 'broken' | undefined;
  #finished: PrunedItem | undefined;
  #isBroken = false;

  constructor(shape: JsonShape, items?: ListedItems) {
    this.#shape = shape;
    this.#items = items;
    this.#valueShape = shape;
  }

  /** The kept bytes beside the elements. */
  get kept(): Uint8Array {
    return this.#envelope.bytes;
  }

  /** The same as JSON text, also while the elements are arriving. */
  get envelope(): string {
    const { bytes } = this.#envelope;
    return this.#outside > 0 ? `${bytes.toString('utf8')}]}` : bytes.toString('utf8');
  }

  /** Whether the object was read to its last bracket. */
  get isComplete(): boolean {
    return this.#expecting === 'end' && !this.#isBroken;
  }

  /** Whether the text is no JSON object: an element that is no object, brackets that do not match, an endless envelope. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** The elements that the chunk completes. */
  *push(chunk: Uint8Array): Generator<PrunedItem> {
    for (let at = 0; at < chunk.length && !this.#isBroken; ) {
      const next = this.#walking ? this.#walk(chunk, at) : this.#step(chunk[at] ?? 0, at);
      if (this.#isInItem) this.#countItem(next - at);
      at = next;
      if (this.#finished) {
        yield this.#finished;
        this.#finished = undefined;
      }
    }
    if (this.#envelope.length > ENVELOPE_LIMIT) this.#isBroken = true;
  }

  get #isInItem(): boolean {
    return this.#outside > 0 && this.#open.length > this.#outside;
  }

  /** Takes one byte outside of names and values; answers where to go on. */
  #step(byte: number, at: number): number {
    if (WHITESPACE.has(byte)) return at + 1;
    switch (this.#expecting) {
      case 'name':
        if (byte === QUOTE) return this.#startWalk('name', at);
        if (byte !== CLOSE_OBJECT) return this.#spoil('broken', at);
        return this.#closeObject(at);
      case 'colon':
        if (byte !== COLON) return this.#spoil('broken', at);
        this.#expecting = 'value';
        this.#out.writeByte(byte);
        return at + 1;
      case 'value':
        return this.#startValue(byte, at);
      case 'after':
        if (byte === CLOSE_OBJECT) return this.#closeObject(at);
        if (byte !== COMMA) return this.#spoil('broken', at);
        this.#expecting = 'name';
        this.#out.writeByte(byte);
        return at + 1;
      case 'element':
        return this.#startElement(byte, at);
      case 'end':
        this.#isBroken = true;
        return at;
    }
  }

  #startValue(byte: number, at: number): number {
    const shape = this.#valueShape;
    if (this.#isItems && byte === OPEN_ARRAY) {
      this.#isItems = false;
      this.#outside = this.#open.length;
      this.#expecting = 'element';
      this.#out.writeByte(byte);
      return at + 1;
    }
    if (shape && shape !== 'whole' && byte === OPEN_OBJECT) {
      this.#open.push(shape);
      this.#expecting = 'name';
      this.#out.writeByte(byte);
      return at + 1;
    }
    if (this.#open.length === 0) {
      this.#isBroken = true;
      return at;
    }
    if (shape === 'whole') return this.#startWalk('kept', at);
    this.#out.write(NULL);
    return this.#startWalk('left out', at);
  }

  #startElement(byte: number, at: number): number {
    if (byte === COMMA) return at + 1;
    this.#out = this.#envelope;
    if (byte === CLOSE_ARRAY) {
      this.#outside = 0;
      this.#expecting = 'after';
      this.#out.writeByte(byte);
    } else if (byte === OPEN_OBJECT && this.#items) {
      this.#out = this.#item;
      this.#item.clear();
      this.#itemBytes = 0;
      this.#open.push(this.#items.shape);
      this.#expecting = 'name';
      this.#out.writeByte(byte);
    } else this.#isBroken = true;
    return at + 1;
  }

  #closeObject(at: number): number {
    this.#out.writeByte(CLOSE_OBJECT);
    this.#open.pop();
    if (this.#outside > 0 && this.#open.length === this.#outside) this.#finishItem();
    else this.#expecting = this.#open.length === 0 ? 'end' : 'after';
    return at + 1;
  }

  #finishItem(): void {
    this.#finished = this.#spoiled
      ? { type: this.#spoiled }
      : { type: 'item', bytes: this.#item.bytes };
    this.#spoiled = undefined;
    this.#expecting = 'element';
  }

  #startWalk(walking: 'name' | 'kept' | 'left out', at: number): number {
    this.#walking = walking;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#name.clear();
    return at;
  }

  /** Goes on through a name or value, to its end or that of the chunk; answers where it stopped. */
  #walk(chunk: Uint8Array, from: number): number {
    this.#isOver = false;
    let at = from;
    while (at < chunk.length && !this.#isOver) {
      at = this.#inString ? this.#passString(chunk, at) : this.#passPlain(chunk, at);
    }
    this.#keep(chunk.subarray(from, at));
    if (this.#isOver) this.#endWalk();
    else if (this.#depth > DEEPEST && this.#walking === 'kept') this.#spoil('broken', at);
    return at;
  }

  #passString(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        this.#isOver = this.#depth === 0;
        return at + 1;
      }
    }
    return chunk.length;
  }

  /** Up to a string or the end of the value. */
  #passPlain(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      switch (MEANINGS[chunk[at] ?? 0]) {
        case STRING:
          this.#inString = true;
          return at + 1;
        case OPENING:
          this.#depth++;
          break;
        case CLOSING:
          this.#depth--;
          // The bracket of what holds the value is none of its own.
          if (this.#depth <= 0) return this.#stopAt(this.#depth < 0 ? at : at + 1);
          break;
        case DELIMITER:
          if (this.#depth === 0) return this.#stopAt(at);
          break;
        default:
      }
    }
    return chunk.length;
  }

  #stopAt(at: number): number {
    this.#isOver = true;
    return at;
  }

  #keep(part: Uint8Array): void {
    if (this.#walking === 'left out') return;
    this.#out.write(part);
    if (this.#walking === 'name' && this.#name.length <= NAME_LIMIT) this.#name.write(part);
  }

  #endWalk(): void {
    const wasName = this.#walking === 'name';
    this.#walking = undefined;
    if (this.#spoiled) {
      this.#open.length = this.#outside;
      this.#finishItem();
    } else if (wasName) this.#endName();
    else this.#expecting = 'after';
  }

  #endName(): void {
    const name = this.#name.length > NAME_LIMIT ? undefined : nameOf(this.#name.bytes);
    this.#isItems = name === 'items' && this.#items !== undefined && this.#open.length === 1;
    this.#valueShape = name === undefined ? undefined : this.#open.at(-1)?.get(name);
    this.#expecting = 'colon';
  }

  #countItem(bytes: number): void {
    this.#itemBytes += bytes;
    if (this.#spoiled || this.#itemBytes <= (this.#items?.limit ?? 0)) return;
    this.#spoil('oversize', 0);
  }

  /** The element is of no use: nothing of it is kept any more. Beside the elements, nothing is of use. */
  #spoil(how: 'oversize' | 'broken', at: number): number {
    if (!this.#isInItem) {
      this.#isBroken = true;
      return at;
    }
    this.#spoiled = how;
    if (!this.#walking) this.#startWalk('left out', at);
    this.#walking = 'left out';
    this.#depth += this.#open.length - this.#outside;
    return at;
  }
}

/** The name of a member, as written with its quotes. */
function nameOf(bytes: Buffer): string | undefined {
  if (!bytes.includes(BACKSLASH)) return bytes.toString('utf8', 1, bytes.length - 1);
  try {
    return String(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

const FIRST_SIZE = 1024;

/** Bytes put together piece by piece. */
class ByteSink {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far; the next write may change them. */
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
