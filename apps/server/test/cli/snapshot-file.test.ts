import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSnapshotFile } from '../../src/cli/snapshot-file.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

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
