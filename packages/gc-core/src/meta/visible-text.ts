/** Characters that are not seen themselves but change how others read: control characters and bidirectional marks. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The text as it may be shown: what would turn or hide its neighbours stands there by its code point, `[U+202E]`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}
