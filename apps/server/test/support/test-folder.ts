import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of one file, or of one `describe`, that goes with them. */
export function testFolder(prefix: string = 'gcscope-'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a text or bytes as they are, anything else as JSON; returns the path. */
export function fileIn(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(path, isPlain ? content : JSON.stringify(content));
  return path;
}
