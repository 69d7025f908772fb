/** The platform has these, the language does not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const btoa: (bytes: string) => string;

/** Whether a text is base64. Many programs wrap it, so line breaks are passed over. */
export function isBase64(text: string): boolean {
  const chars = text.replace(/[\r\n]/g, '');
  return chars.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(chars);
}

/** The base64 of a text as it travels. */
export function base64Of(text: string): string {
  return btoa(Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a text as it travels. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
