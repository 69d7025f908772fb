/** Of the platform, not of the language. */
declare const TextEncoder: new () => { encode(text: string): Iterable<number> };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LINE_BREAKS = /[\r\n]/g;

/** Why a text is no base64, or `undefined`; line breaks are passed over. */
export function base64Fault(text: string): string | undefined {
  const at = faultAt(text);
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
}

/** The place that the server names. What stands before it is ASCII, so characters are bytes. */
function faultAt(text: string): number | undefined {
  const places = [...text.matchAll(/[^\r\n]/g)].map((match) => match.index);
  const count = places.findIndex((place) => !ALPHABET.includes(text.charAt(place)));
  const inQuantum = (count < 0 ? places.length : count) % 4;
  const [first, second, third] = count < 0 ? [] : places.slice(count);
  if (first === undefined) return inQuantum === 0 ? undefined : text.length - inQuantum;
  if (text[first] !== '=' || inQuantum < 2) return first;
  if (inQuantum === 3) return second;
  if (second === undefined) return text.length;
  return text[second] === '=' ? third : second - 1;
}

/** Valid base64 as the server writes the same bytes: without line breaks and without spare bits. */
export function canonicalBase64(text: string): string {
  const chars = text.replace(LINE_BREAKS, '');
  const bare = chars.replaceAll('=', '');
  const padding = chars.length - bare.length;
  if (padding === 0) return chars;
  const last = ALPHABET.indexOf(bare.slice(-1)) & (padding === 2 ? 0b11_0000 : 0b11_1100);
  return `${bare.slice(0, -1)}${ALPHABET.charAt(last)}${'='.repeat(padding)}`;
}

/** Base64 of bytes. */
export function base64Of(bytes: Iterable<number>): string {
  const all = [...bytes];
  let text = '';
  for (let i = 0; i < all.length; i += 3) {
    const [a = 0, b, c] = all.slice(i, i + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const char = (shift: number): string => ALPHABET.charAt((bits >> shift) & 0b11_1111);
    text += char(18) + char(12) + (b === undefined ? '=' : char(6));
    text += c === undefined ? '=' : char(0);
  }
  return text;
}

/** The bytes of a text as it travels. */
export function utf8(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}
