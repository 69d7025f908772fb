/** What the server's language prints as it is: letters, marks, numbers, punctuation, symbols and the blank. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const SURROGATE = /^\p{Cs}$/u;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);
/** Also in JSON the server escapes what could be markup, and the two line ends of scripts. */
const MARKUP = /[<>&\u2028\u2029]/g;

/** A text in quotes as refusals show it (`%q`): what cannot be printed is escaped. */
export function quoted(text: string): string {
  return `"${[...text].map(escaped).join('')}"`;
}

/** Any JSON value as the server writes it. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(MARKUP, (sign) => `\\u${hex(sign, 4)}`);
}

/** Bytes of a text as it travels. */
export function byteLength(text: string): number {
  // One byte to three for each unit, four for a pair.
  return [...text].reduce((sum, sign) => sum + bytesOf(sign.codePointAt(0) ?? 0), 0);
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

function escaped(sign: string): string {
  const named = NAMED.get(sign);
  if (named !== undefined) return named;
  if (PRINTABLE.test(sign)) return sign;
  // Half of a pair is no text: the server has read it as the sign for that.
  if (SURROGATE.test(sign)) return '\ufffd';
  const codePoint = sign.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return `\\x${hex(sign, 2)}`;
  return codePoint < 0x10000 ? `\\u${hex(sign, 4)}` : `\\U${hex(sign, 8)}`;
}

function hex(sign: string, digits: number): string {
  return (sign.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
}
