import { middleCut } from './card-text.ts';

// Characters that XML forbids or that reorder or hide the text around them; the rests of broken pairs.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const PLAIN = /^[^&<>"'\u0000-\u001f\u007f-\uffff]*$/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Untrusted text without characters that XML forbids or that disturb the text around them. */
export function cleanText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, '\ufffd');
}

/** Untrusted text as content or quoted attribute value of XML. */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return cleanText(text).replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? '');
}

/** The text cut in the middle as `shorten` cuts it, escaped. ASCII if the text is: it keeps a document at a byte a character. */
export function escapeShortened(text: string, width: number, size: number): string {
  const cut = middleCut(text, width, size);
  if (!cut) return escapeText(text);
  return `${escapeText(text.slice(0, cut.from))}&#8230;${escapeText(text.slice(cut.to))}`;
}

/** The longest text in a tooltip or a description; of a longer one only the beginning stands there. */
const LONGEST_TITLE = 300;

/** Untrusted text for a tooltip, escaped; only the beginning of one as long as an attacker likes. */
export function shortTitle(text: string): string {
  if (text.length <= LONGEST_TITLE) return escapeText(text);
  return `${escapeText(text.slice(0, LONGEST_TITLE))}&#8230;`;
}
