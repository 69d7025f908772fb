import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../real-cluster/src/audit-log.ts';

describe('audit log', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gcscope-audit-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('leaves a half-written line to the next part and counts bytes, not characters', async () => {
    const file = join(folder, 'audit.jsonl');
    await writeFile(file, '{"verb":"get","requestURI":"/ä"}\n{"verb":"del');
    const first = await readAuditLog(file, 0);
    expect(first.events.map(({ verb }) => verb)).toEqual(['get']);

    await appendFile(file, 'ete"}\n');
    const second = await readAuditLog(file, first.end);
    expect(second.events.map(({ verb }) => verb)).toEqual(['delete']);
    expect(await readAuditLog(file, second.end)).toEqual({ events: [], end: second.end });
  });

  it('is not read on when it has begun anew: that nothing was written cannot be told', async () => {
    const file = join(folder, 'rotated.jsonl');
    await writeFile(file, '{"verb":"get"}\n');
    await expect(readAuditLog(file, 1000)).rejects.toThrow(/rotated.*before byte 1000/);
  });
});
