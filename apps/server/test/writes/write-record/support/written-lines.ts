import { readFileSync } from 'node:fs';

/** A line of a record, as JSON says it. */
export type WrittenLine = Readonly<Record<string, unknown>>;

/** The lines that are whole so far. */
export function writtenLines(file: string): readonly WrittenLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as WrittenLine);
}
