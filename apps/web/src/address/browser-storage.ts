/** The value that this browser remembers under a key; `null` if none, `undefined` where it refuses storage. */
export function remembered(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Remembers a text, or forgets it. Storage may be refused or full: the text then lasts as long as the page. */
export function remember(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page works without the remembered text.
  }
}
