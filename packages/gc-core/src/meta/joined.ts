/** A list in a sentence: `Background, Foreground and Orphan`. */
export function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** The same of many words: the first of them, and how many more there are. */
export function joinedFew(words: readonly string[]): string {
  return joined(words.length < 5 ? words : [...words.slice(0, 3), `${words.length - 3} more`]);
}
