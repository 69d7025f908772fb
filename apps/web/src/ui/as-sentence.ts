/** The text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a program says in passing, as a sentence of its own. */
export function asSentence(text: string): string {
  return `${capital(text)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
