/** Of the platform, not of the language. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LINE_BREAKS = /[\r\n]/g;

/** Whether a text is base64; line breaks are passed over. */
export function isBase64(text: string): boolean {
  const chars = text.replace(LINE_BREAKS, '');
  return chars.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(chars);
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
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
