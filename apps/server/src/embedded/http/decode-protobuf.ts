import { reject } from './api-exchange.ts';
import { type Field, type Message, messageOf } from './protobuf-messages.ts';
import type { JsonObject } from './request-body.ts';

/** What every Kubernetes protobuf document begins with. */
const MAGIC = Buffer.from('k8s\0', 'latin1');

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** One field as it stands on the wire. */
interface WireField {
  readonly id: number;
  /** Of a varint. */
  readonly number: number;
  /** Of everything with a length. */
  readonly bytes: Buffer;
}

function malformed(): never {
  return reject('BadRequest', 'the request body is not valid Kubernetes protobuf');
}

class WireReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  *fields(): Generator<WireField> {
    while (this.#at < this.#buffer.length) {
      const tag = this.#varint();
      const id = Math.floor(tag / 8);
      switch (tag % 8) {
        case VARINT:
          yield { id, number: this.#varint(), bytes: Buffer.alloc(0) };
          break;
        case BYTES:
          yield { id, number: 0, bytes: this.#take(this.#varint()) };
          break;
        case FIXED64:
          yield { id, number: 0, bytes: this.#take(8) };
          break;
        case FIXED32:
          yield { id, number: 0, bytes: this.#take(4) };
          break;
        default:
          malformed();
      }
    }
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#buffer.length) malformed();
    const bytes = this.#buffer.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** Negative numbers come as 64 bits in two's complement. */
  #varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#buffer[this.#at++] ?? malformed();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
    return malformed();
  }
}

function mapEntry(bytes: Buffer, base64: boolean): readonly [string, string] {
  let key = '';
  let value = '';
  for (const field of new WireReader(bytes).fields()) {
    if (field.id === 1) key = field.bytes.toString('utf8');
    if (field.id === 2) value = field.bytes.toString(base64 ? 'base64' : 'utf8');
  }
  return [key, value];
}

function decodeValue(type: Field['type'], { number, bytes }: WireField): unknown {
  switch (type) {
    case 'string':
      return bytes.toString('utf8');
    case 'number':
      return number;
    case 'boolean':
      return number !== 0;
    case 'map':
    case 'bytes-map':
      return Object.fromEntries([mapEntry(bytes, type === 'bytes-map')]);
    default:
      return decodeMessage(type, bytes);
  }
}

function decodeMessage(message: Message, bytes: Buffer): JsonObject {
  const decoded = new Map<string, unknown>();
  for (const wire of new WireReader(bytes).fields()) {
    const field = message.get(wire.id);
    if (!field) continue;
    const { name, type, repeated } = field;
    const value = decodeValue(type, wire);
    // A generator writes every text field, set or not; in JSON it leaves the unset out.
    if (value === '' && !repeated) continue;
    const known = decoded.get(name);
    if (repeated) decoded.set(name, [...(Array.isArray(known) ? known : []), value]);
    else if (type === 'map' || type === 'bytes-map') {
      decoded.set(name, { ...(known as object), ...(value as object) });
    } else decoded.set(name, value);
  }
  return Object.fromEntries(decoded);
}

const TYPE_META: Message = new Map([
  [1, { name: 'apiVersion', type: 'string', repeated: false }],
  [2, { name: 'kind', type: 'string', repeated: false }],
]);

/**
 * Decodes a body that kubectl's generators (`kubectl create deployment`) send. Only the fields that they set are
 * known. Ends the request with 400 when it is malformed, with 415 when it is of a kind that no generator makes.
 */
export function decodeProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) malformed();
  const envelope = [...new WireReader(body.subarray(MAGIC.length)).fields()];
  const contentOf = (id: number): Buffer =>
    envelope.find((field) => field.id === id)?.bytes ?? Buffer.alloc(0);
  const type = decodeMessage(TYPE_META, contentOf(1));
  const message = messageOf(`${type.apiVersion} ${type.kind}`);
  if (!message) {
    const sentence = `a ${type.kind ?? 'body'} as protobuf is not understood here, send JSON:`;
    reject(
      'UnsupportedMediaType',
      `${sentence} kubectl create --dry-run=client -o json, then -f -`,
    );
  }
  return { ...type, ...decodeMessage(message, contentOf(2)) };
}
