import { goQuote } from '../meta/go-quote.ts';

/** Half of a pair is no text: the server has read it as the sign for that. */
const HALVES = /\p{Cs}/gu;
/** Also in JSON the server escapes what could be markup, and the two line ends of scripts. */
const MARKUP = /[<>&\u2028\u2029]/g;

/** A text in quotes as refusals show it (`%q`): what cannot be printed is escaped. */
export function quoted(text: string): string {
  return goQuote(text.replace(HALVES, '\ufffd'));
}

/** Any JSON value as the server writes it. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(MARKUP, (sign) => `\\u${hex(sign)}`);
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

function hex(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}
