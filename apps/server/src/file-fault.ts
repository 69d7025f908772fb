import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

const WHYS = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'no permission'],
  ['EISDIR', 'it is a folder'],
  ['NOT_UTF8', 'it is not written in UTF-8; save it in that encoding'],
]);

/**
 * The text of a file, `-` being standard input. Throws what the system threw, or an error that says that the bytes are no
 * UTF-8: read all the same, different names would become one.
 */
export function readTextFile(file: string): string {
  const bytes = readFileSync(file === '-' ? 0 : file);
  requireUtf8(bytes);
  return bytes.toString('utf8');
}

/** Throws an error that `whyUnreadable` has words for. */
export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new NotUtf8Error();
}

class NotUtf8Error extends Error {
  readonly code = 'NOT_UTF8';
}

/** Why a file could not be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WHYS.get(code) ?? String(error);
}
