const WHYS = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'no permission'],
  ['EISDIR', 'it is a folder'],
]);

/** Why a file could not be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WHYS.get(code) ?? String(error);
}
