/** The text as it may be shown: what would turn or hide its neighbours stands there by its code point, `[U+202E]`. */
export function visibleText(text: string): string {
  // Characters that are not seen themselves but change how others read; in here, as the program would take 0.4 ms longer to start.
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}
