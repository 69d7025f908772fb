/** The text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a program says in passing, as a sentence of its own; an address or a path that it begins with stays as it is. */
export function asSentence(text: string): string {
  const isWord = /^[\w’'-]+(?=[\s,;]|:\s|$)/.test(text);
  return `${isWord ? capital(text) : text}${/[.!?]$/.test(text) ? '' : '.'}`;
}
