import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import type { Document } from 'yaml';

const WHYS = new Map([
  ['ENOENT', 'it does not exist'],
  ['EACCES', 'no permission'],
  ['EISDIR', 'it is a folder'],
]);

/** Makes the error about a file from the reason, which ends its sentence. */
type Refuse = (why: string) => Error;

/** The text of a file, `-` being standard input. Bytes that are no UTF-8 are refused: different names would become one. */
export function readTextFile(file: string, refuse: Refuse): string {
  try {
    const bytes = readFileSync(file === '-' ? 0 : file);
    requireUtf8(bytes);
    return bytes.toString('utf8');
  } catch (error) {
    throw refuse(whyUnreadable(error));
  }
}

/** As `readTextFile`, of YAML: a file that is too large is refused. */
export function readYamlFile(file: string, refuse: Refuse): string {
  const text = readTextFile(file, refuse);
  if (!isTooLargeForYaml(text)) return text;
  throw refuse('it is larger than 1 MB, the most that gcscope reads of YAML');
}

/** Reading a megabyte of YAML takes seconds. */
export function isTooLargeForYaml(text: string): boolean {
  return text.length > 1_000_000;
}

/** Throws an error that `whyUnreadable` has words for. */
export function requireUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new NotUtf8();
}

class NotUtf8 extends Error {}

/** Why a file could not be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof NotUtf8) return 'it is not written in UTF-8; save it in that encoding';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WHYS.get(code) ?? String(error);
}

/** The data of a YAML document; throws what `refuse` gives for aliases that name nothing, or stand for more than fits into memory. */
export function yamlData(document: Document, refuse: () => Error): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw refuse();
  }
}
