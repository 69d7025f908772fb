/** The text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes a sentence of a program's message; an address or path at its beginning stays as it is. */
export function asSentence(text: string): string {
  const isWord = /^[\w’'-]+(?=[\s,;]|:\s|$)/.test(text);
  return `${isWord ? capital(text) : text}${/[.!?]$/.test(text) ? '' : '.'}`;
}
