import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

const WHYS = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'no permission'],
  ['EISDIR', 'it is a folder'],
  ['TOO_LARGE', 'it is larger than 1 MB, the most that gcscope reads of YAML'],
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

/** As `readTextFile`, of YAML: a file that is too large is refused. */
export function readYamlFile(file: string): string {
  const text = readTextFile(file);
  if (isTooLargeForYaml(text)) throw new FileFault('TOO_LARGE');
  return text;
}

/** Reading a megabyte of YAML takes seconds. */
export function isTooLargeForYaml(text: string): boolean {
  return text.length > 1_000_000;
}

/** Throws an error that `whyUnreadable` has words for. */
export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new FileFault('NOT_UTF8');
}

class FileFault extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Why a file could not be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WHYS.get(code) ?? String(error);
}
