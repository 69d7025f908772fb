/** The bytes are no protobuf message. The message is a clause for people. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** How a value is written: the lowest three bits of a tag. */
export const VARINT = 0;
const FIXED64 = 1;
export const BYTES = 2;
const GROUP = 3;
const GROUP_END = 4;
const FIXED32 = 5;

const LARGEST_TAG = 0xffff_ffff;
const VARINT_BYTES = 10;
/** A varint of this many bytes is below 2^49, so a double holds it exactly. */
const EXACT_BYTES = 7;
const DEEPEST_GROUP = 100;
/** A power of two. */
const TEXTS_KEPT = 1024;
const HASHED = 12;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** Kinds, namespaces and owners repeat from object to object: one string for each saves time and memory. */
const recentTexts = new Array<string>(TEXTS_KEPT).fill('');

/**
 * Reads the fields of a protobuf message from memory: `while (reader.more) switch (reader.tag()) …`. No read leaves the
 * message; what does not fit throws `ProtobufError`. Bytes become strings only where a text is asked for.
 */
export class ProtobufReader {
  readonly #bytes: Buffer;
  readonly #from: number;
  readonly #to: number;
  #at: number;
  #end: number;

  /** `from`, `to`: where the message begins and ends. */
  constructor(bytes: Uint8Array, from = 0, to: number = bytes.length) {
    this.#bytes =
      bytes instanceof Buffer
        ? bytes
        : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#from = from;
    this.#to = to;
    this.#at = from;
    this.#end = to;
  }

  /** Begins anew. */
  rewind(): void {
    this.#at = this.#from;
    this.#end = this.#to;
  }

  /** Whether the message has another field. */
  get more(): boolean {
    return this.#at < this.#end;
  }

  /** Number and wire type of the next field, as `tagOf` makes it. */
  tag(): number {
    const tag = this.varint();
    if (tag < 8 || tag > LARGEST_TAG) throw new ProtobufError('a field has no valid number');
    return tag;
  }

  /** An unsigned number; above 2^53 it is not exact. */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < VARINT_BYTES; count++) {
      if (this.#at >= this.#end) throw tooShort();
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new ProtobufError('a number is longer than ten bytes');
  }

  /** A signed 64-bit number; throws when a double cannot hold it. */
  integer(): number {
    const from = this.#at;
    const value = this.varint();
    if (this.#at - from <= EXACT_BYTES) return value;
    let exact = 0n;
    for (let at = this.#at - 1; at >= from; at--) {
      exact = (exact << 7n) | BigInt((this.#bytes[at] ?? 0) & 0x7f);
    }
    const signed = Number(BigInt.asIntN(64, exact));
    if (!Number.isSafeInteger(signed)) throw new ProtobufError('a number is too large');
    return signed;
  }

  /** A text that is likely to be the only one of its kind. */
  text(): string {
    const { from, to } = this.#span();
    return this.#read(from, to);
  }

  /** A text that is likely to come again. */
  repeatedText(): string {
    const { from, to } = this.#span();
    // Names that look alike differ at the end.
    let hash = to - from;
    for (let at = Math.max(from, to - HASHED); at < to; at++) {
      hash = (Math.imul(hash, 31) + (this.#bytes[at] ?? 0)) | 0;
    }
    const slot = (hash ^ (hash >>> 15)) & (TEXTS_KEPT - 1);
    const recent = recentTexts[slot] ?? '';
    if (this.#isText(recent, from, to)) return recent;
    const text = this.#read(from, to);
    if (text.length <= TEXTS_KEPT) recentTexts[slot] = text;
    return text;
  }

  #read(from: number, to: number): string {
    const bytes = this.#bytes;
    for (let at = from; at < to; at++) {
      if ((bytes[at] ?? 0) >= 0x80) return this.#decode(from, to);
    }
    return bytes.toString('latin1', from, to);
  }

  /** A message within this one, to be read on its own. */
  message(): ProtobufReader {
    const { from, to } = this.#span();
    return new ProtobufReader(this.#bytes, from, to);
  }

  /** Whether these bytes come next; goes past them. */
  hasNext(bytes: readonly number[]): boolean {
    const has = bytes.every((byte, index) => this.#bytes[this.#at + index] === byte);
    if (!has || bytes.length > this.#end - this.#at) return false;
    this.#at += bytes.length;
    return true;
  }

  /** Lets `read` read a message within this one, and goes on after it. */
  within<Result>(read: (reader: ProtobufReader) => Result): Result {
    const outer = this.#end;
    const length = this.#length();
    this.#end = this.#at + length;
    const result = read(this);
    this.#at = this.#end;
    this.#end = outer;
    return result;
  }

  /** Goes past the value of a field that nobody asks for: of an object only its metadata is kept, and newer servers send more fields. */
  skip(tag: number): void {
    let depth = 0;
    let wireType = tag % 8;
    for (;;) {
      if (wireType === GROUP) depth++;
      else if (wireType === GROUP_END) depth--;
      else this.#skipValue(wireType);
      if (depth < 0) throw new ProtobufError('a group ends that did not begin');
      if (depth > DEEPEST_GROUP) throw new ProtobufError('its groups are nested too deep');
      if (depth === 0) return;
      wireType = this.tag() % 8;
    }
  }

  #skipValue(wireType: number): void {
    if (wireType === VARINT) this.varint();
    else if (wireType === BYTES) this.#span();
    else if (wireType === FIXED64) this.#advance(8);
    else if (wireType === FIXED32) this.#advance(4);
    else throw new ProtobufError('a field has an unknown wire type');
  }

  #length(): number {
    const length = this.varint();
    if (length > this.#end - this.#at) throw tooShort();
    return length;
  }

  #span(): { readonly from: number; readonly to: number } {
    const length = this.#length();
    const from = this.#at;
    this.#at += length;
    return { from, to: this.#at };
  }

  #advance(count: number): void {
    if (count > this.#end - this.#at) throw tooShort();
    this.#at += count;
  }

  #isText(text: string, from: number, to: number): boolean {
    if (text.length !== to - from) return false;
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      const byte = bytes[from + index] ?? 0;
      if (byte >= 0x80 || text.charCodeAt(index) !== byte) return false;
    }
    return true;
  }

  #decode(from: number, to: number): string {
    try {
      return UTF8.decode(this.#bytes.subarray(from, to));
    } catch {
      throw new ProtobufError('a string is not valid UTF-8');
    }
  }
}

/** How a field begins on the wire. */
export function tagOf(field: number, wireType: number): number {
  return field * 8 + wireType;
}

function tooShort(): ProtobufError {
  return new ProtobufError('a field is longer than its message');
}
