/** A whole field, tag included; nothing where there is no value. Fields of one message are put side by side. */
export type FieldBytes = Buffer;

const NOTHING: FieldBytes = Buffer.alloc(0);
const BYTES = 2;

/** A message or other bytes. */
export function bytesField(field: number, ...parts: readonly Uint8Array[]): FieldBytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint(field * 8 + BYTES), varint(length), ...parts]);
}

export function textField(field: number, text: string | undefined): FieldBytes {
  return text === undefined ? NOTHING : bytesField(field, Buffer.from(text));
}

/** A number or a boolean. */
export function varintField(field: number, value: number | boolean | undefined): FieldBytes {
  return value === undefined ? NOTHING : Buffer.concat([varint(field * 8), varint(Number(value))]);
}

export function mapFields(
  field: number,
  entries: Readonly<Record<string, string>> = {},
): FieldBytes {
  return Buffer.concat(
    Object.entries(entries).map(([key, value]) =>
      bytesField(field, textField(1, key), textField(2, value)),
    ),
  );
}

/** A whole number; a negative one as its 64 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
