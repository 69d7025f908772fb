import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  RecordBrokenError,
  RecordUnwrittenError,
} from '../../../src/writes/write-record/errors.ts';
import { WriteRecord } from '../../../src/writes/write-record/write-record.ts';
import type { WriteOrigin } from '../../../src/writes/write-record/written-request.ts';
import { runCli } from '../../cli/support/run-cli.ts';
import { fileIn, testFolder } from '../../support/test-folder.ts';
import { writtenLines } from './support/written-lines.ts';

const ORIGIN: WriteOrigin = {
  command: 'collect',
  plan: { release: 'v1.36' },
  server: 'https://someone:hidden@cluster.example:6443/clusters/a/',
  user: 'ann',
  as: 'bob',
};
const ANSWER = { code: 200, reason: undefined, auditId: 'audit', uid: 'u' };

function deletion(name: string): { method: string; path: string; body: string } {
  const preconditions = { uid: `uid-of-${name}`, resourceVersion: '7' };
  const body = JSON.stringify({ preconditions, propagationPolicy: 'Background' });
  return { method: 'DELETE', path: `/api/v1/namespaces/shop/configmaps/${name}`, body };
}

async function writeAll(file: string, ...names: readonly string[]): Promise<void> {
  const record = await WriteRecord.open(file);
  for (const name of names) (await record.of(ORIGIN).begin(deletion(name))).answered(ANSWER);
  await record.close();
}

describe('the record of writes', () => {
  const folder = testFolder();
  let files = 0;
  const newFile = (): string => join(folder, `writes-${++files}.jsonl`);

  it('says who wrote what, where and why, with which outcome; only its owner can read it', async () => {
    const file = newFile();
    const record = await WriteRecord.open(file, () => new Date('2026-11-27T10:00:00Z'));
    const log = record.of(ORIGIN);
    (await log.begin(deletion('a'))).answered({ ...ANSWER, code: 409, reason: 'Conflict' });
    (await log.begin(deletion('b'))).unanswered('the connection was reset');
    await record.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [first, second, , fourth] = writtenLines(file);
    expect(first).toEqual({
      seq: 1,
      time: '2026-11-27T10:00:00.000Z',
      event: 'request',
      command: 'collect',
      plan: { release: 'v1.36' },
      server: 'https://cluster.example:6443/clusters/a',
      user: 'ann',
      as: 'bob',
      verb: 'DELETE',
      path: '/api/v1/namespaces/shop/configmaps/a',
      uid: 'uid-of-a',
      resourceVersion: '7',
      propagationPolicy: 'Background',
      bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous: '',
    });
    expect(second).toMatchObject({ seq: 2, event: 'answer', of: 1, code: 409, reason: 'Conflict' });
    expect(second).toMatchObject({ auditId: 'audit', uid: 'u' });
    expect(fourth).toMatchObject({
      event: 'no-answer',
      of: 3,
      message: 'the connection was reset',
    });
  });

  it('has a request on disk when it may be sent, also when many come at once', async () => {
    const file = newFile();
    const record = await WriteRecord.open(file);
    const log = record.of(ORIGIN);
    const begin = async (name: string): Promise<void> => {
      const write = await log.begin(deletion(name));
      expect(writtenLines(file).map(({ uid }) => uid)).toContain(`uid-of-${name}`);
      write.answered(ANSWER);
    };
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    await Promise.all(names.map(begin));
    await record.close();
    const { exitCode, out } = await runCli('writes check', file);
    expect([exitCode, out.split('\n')[0]]).toEqual([
      0,
      '60 writes, 0 without an answer; the chain is whole.',
    ]);
  });

  it('is continued, and counts what has no answer', async () => {
    const file = newFile();
    await writeAll(file, 'a');
    const record = await WriteRecord.open(file);
    await record.of(ORIGIN).begin(deletion('b'));
    await record.close();
    expect(writtenLines(file).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    const { exitCode, out } = await runCli('writes check', file);
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^2 writes, 1 without an answer; the chain is whole\.\nLine 3, the last one, has the hash [0-9a-f]{64}\.\n$/,
    );
    const kept = /hash ([0-9a-f]{64})/.exec(out)?.[1];
    await writeAll(file, 'c');
    expect(writtenLines(file)[3]?.previous).toBe(kept);
  });

  const Tampered: readonly (readonly [
    what: string,
    change: (lines: readonly string[]) => readonly string[],
    sentence: RegExp,
  ])[] = [
    [
      'a byte of the first line is changed',
      ([first = '', ...more]) => [first.replace('uid-of-a', 'uid-of-x'), ...more],
      /^Line 1 was changed, or its hash in line 2: /,
    ],
    [
      'a byte of a hash is changed',
      (lines) => lines.map((line, at) => (at === 2 ? line.replace(/.("})$/, '!$1') : line)),
      /^Line 2 was changed, or its hash in line 3: /,
    ],
    [
      'the first line is removed',
      (lines) => lines.slice(1),
      /^Line 1 is out of order: .* line 2\./,
    ],
    [
      'a line is removed',
      (lines) => lines.filter((_, at) => at !== 1),
      /^Line 2 is out of order: it says that it is line 3\./,
    ],
    [
      'lines are swapped',
      ([a = '', b = '', c = '', ...more]) => [a, c, b, ...more],
      /^Line 2 is out of order: it says that it is line 3\./,
    ],
    [
      'a line is inserted',
      ([a = '', ...more]) => [a, a, ...more],
      /^Line 2 is out of order: it says that it is line 1\./,
    ],
    [
      'a line is inserted with a number that fits',
      ([a = '', ...more]) => [a, a.replace('"seq":1', '"seq":2'), ...more],
      /^Line 1 was changed, or its hash in line 2: /,
    ],
    ['a line is made empty', ([a = '', ...more]) => [a, '', ...more], /^Line 2 was changed: /],
    [
      'a request is answered twice',
      (lines) => lines.map((line, at) => (at === 3 ? line.replace('"of":3', '"of":1') : line)),
      /^Line 4 was changed: it answers line 1, which is not a request without an answer/,
    ],
    [
      'the last line is cut',
      (lines) => [...lines.slice(0, -2), lines.at(-2)?.slice(0, -5) ?? ''],
      /^Line 6, the last one, is torn: /,
    ],
    [
      'the end of the last line is cut',
      (lines) => lines.slice(0, -1),
      /^Line 6, the last one, is torn: /,
    ],
  ];

  it.each(Tampered)(
    'is found broken, and is not continued, when %s',
    async (_, change, sentence) => {
      const file = newFile();
      await writeAll(file, 'a', 'b', 'c');
      const tampered = change(readFileSync(file, 'utf8').split('\n')).join('\n');
      writeFileSync(file, tampered);
      const { exitCode, out, err } = await runCli('writes check', file);
      expect([exitCode, err]).toEqual([1, '']);
      expect(out).toMatch(sentence);
      const refused = await WriteRecord.open(file).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RecordBrokenError);
      expect(String(refused)).toMatch(/Line \d.* name another one with --write-record\.$/);
      expect(readFileSync(file, 'utf8')).toBe(tampered);
    },
  );

  it('shows by the hash of its last line that this line was changed, or that lines were cut off whole', async () => {
    const file = newFile();
    await writeAll(file, 'a', 'b');
    const text = readFileSync(file, 'utf8');
    const hashes = new Set<string>();
    for (const each of [
      text,
      text.replace(/"code":200(?!.*"code")/s, '"code":500'),
      text.split('\n').slice(0, 2).join('\n').concat('\n'),
    ]) {
      writeFileSync(file, each);
      const { exitCode, out } = await runCli('writes check', file);
      expect(exitCode).toBe(0);
      hashes.add(/[0-9a-f]{64}/.exec(out)?.[0] ?? '');
    }
    expect(hashes.size).toBe(3);
  });

  it('is whole when it is empty, and cannot be checked when it is not there', async () => {
    const empty = fileIn(folder, 'empty.jsonl', '');
    expect(await runCli('writes check', empty)).toEqual({
      exitCode: 0,
      out: '0 writes, 0 without an answer; the chain is whole.\nThe file is empty.\n',
      err: '',
    });
    await writeAll(empty, 'a');
    expect(writtenLines(empty)).toHaveLength(2);
    const missing = await runCli('writes check', join(folder, 'missing'));
    expect(missing).toEqual({
      exitCode: 2,
      out: '',
      err: `The record ${join(folder, 'missing')} cannot be read: it does not exist.\n`,
    });
    expect(existsSync(join(folder, 'missing'))).toBe(false);
  });

  it.each([
    [
      '/dev/full',
      /\/dev\/full cannot be written: the disk is full\. gcscope sends no write that it cannot record\.$/,
    ],
    ['/nowhere/writes', /cannot be written: its folder does not exist\./],
    ['/', /cannot be written: it is a folder\./],
  ])('refuses a write when %s cannot be written', async (file, sentence) => {
    const begin = async (): Promise<void> => {
      const record = await WriteRecord.open(file);
      try {
        await record.of(ORIGIN).begin(deletion('a'));
      } finally {
        await record.close();
      }
    };
    const refused = await begin().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RecordUnwrittenError);
    expect(String(refused)).toMatch(sentence);
  });

  it('refuses every further write once another program has written to the file', async () => {
    const file = newFile();
    const record = await WriteRecord.open(file);
    const log = record.of(ORIGIN);
    await log.begin(deletion('a'));
    appendFileSync(file, 'other\n');
    for (const name of ['b', 'c']) {
      await expect(log.begin(deletion(name))).rejects.toThrow(/another program changes it/);
    }
    await record.close();
    expect(() => record.requireWhole()).toThrow(/another program changes it/);
    expect((await record.failed).message).toMatch(/another program changes it/);
    expect(readFileSync(file, 'utf8')).not.toContain('uid-of-b');
  });

  it('is checked with an answer in JSON', async () => {
    const file = newFile();
    await writeAll(file, 'a');
    const check = async (): Promise<unknown> => {
      const { exitCode, out } = await runCli('writes check', file, '-o', 'json');
      return [exitCode, JSON.parse(out)];
    };
    const head = { apiVersion: 'gcscope.dev/v1', kind: 'WriteCheck', file };
    const last = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(await check()).toEqual([
      0,
      { ...head, whole: true, writes: 1, unanswered: 0, seq: 2, last },
    ]);
    appendFileSync(file, 'torn');
    const fault = expect.stringMatching(/^Line 3, the last one, is torn/);
    expect(await check()).toEqual([1, { ...head, whole: false, fault }]);
  });

  it('keeps the permissions of a file that exists', async () => {
    const file = newFile();
    await writeAll(file, 'a');
    chmodSync(file, 0o640);
    await writeAll(file, 'b');
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });
});
