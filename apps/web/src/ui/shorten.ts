/** A namespace, a slash and a name have at most 317 letters; only a reference, which nobody checks, can hold a longer word. */
const LONGEST = 317;
const START = 60;
const END = 20;

/** The text if {@link shorten} cuts it, to show on hover. */
export function wholeOfCut(text: string): string | undefined {
  return shorten(text) === text ? undefined : text;
}

/** The text with words that no object can have cut in the middle. */
export function shorten(text: string): string {
  return text.replace(/\S+/gu, (word) => {
    const letters = word.length > LONGEST ? [...word] : [];
    if (letters.length <= LONGEST) return word;
    return `${letters.slice(0, START).join('')}…${letters.slice(-END).join('')}`;
  });
}
