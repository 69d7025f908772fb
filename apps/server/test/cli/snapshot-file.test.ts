import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSnapshotFile } from '../../src/cli/snapshot-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gcscope-snapshot-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a snapshot in a file', () => {
  it.each([
    [null],
    [{}],
    [{ group: '', version: 'v1', resource: 'pods', kind: 5, state: 'synced' }],
  ])('is none when its health speaks of something else than kinds: %j', (kind) => {
    const file = join(folder, 'snapshot.json');
    const snapshot = { cluster: { context: 'a' }, health: { kinds: [kind] }, nodes: {} };
    writeFileSync(file, JSON.stringify(snapshot));
    expect(() => readSnapshotFile(file)).toThrow('is not a gcscope snapshot;');
  });
});
