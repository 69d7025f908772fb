import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The records of a file of this folder, one a line. */
export function readRecording<T>(name: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
