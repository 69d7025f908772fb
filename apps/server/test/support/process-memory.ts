import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

const PIECE = 16 * 1024 * 1024;

/** How often each text stands in the memory of another process of this user (Linux). */
export function findInMemory(pid: number, texts: readonly string[]): Map<string, number> {
  const found = new Map(texts.map((text) => [text, 0]));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const [from, to] of writableRegions(pid)) {
      for (let at = from; at < to; at += PIECE) {
        const bytes = readPiece(memory, at, Math.min(PIECE, to - at));
        for (const text of texts) found.set(text, (found.get(text) ?? 0) + count(bytes, text));
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

function writableRegions(pid: number): readonly (readonly [number, number])[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      return from && to ? [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const] : [];
    });
}

function readPiece(memory: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, length, at));
  } catch {
    // Reserved and never written.
    return Buffer.alloc(0);
  }
}

function count(bytes: Buffer, text: string): number {
  let found = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found++;
  return found;
}

/** All that a process started with `--heapsnapshot-signal=SIGWINCH` holds in its heap, as text. */
export async function heapSnapshot(pid: number, folder: string): Promise<string> {
  process.kill(pid, 'SIGWINCH');
  const file = await vi.waitUntil(
    () => {
      const [name] = readdirSync(folder).filter((each) => each.endsWith('.heapsnapshot'));
      return name !== undefined && isWhole(join(folder, name)) ? join(folder, name) : undefined;
    },
    { timeout: 60_000, interval: 100 },
  );
  const text = readFileSync(file, 'latin1');
  rmSync(file);
  return text;
}

function isWhole(file: string): boolean {
  return readFileSync(file, 'latin1').slice(-10).trimEnd().endsWith(']}');
}
