/** The value of a text as JSON; `undefined` when it is none. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}
