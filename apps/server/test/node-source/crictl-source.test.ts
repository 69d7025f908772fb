import { join } from 'node:path';
import type { NodeReading } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { readCrictlFiles } from '../../src/node-source/crictl-source.ts';
import { planReading } from '../../src/node-source/node-plan.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const folder = testFolder();

const file = (name: string, content: unknown): string => fileIn(folder, name, content);

function read(files: readonly string[], flags: readonly string[] = []): NodeReading {
  // When the kubelets of the fixtures had their first run.
  const clock = { ...systemClock, now: () => Date.parse('2026-11-21T12:01:00Z') };
  return readCrictlFiles({ files, settings: { flags }, clock });
}

const container = {
  id: 'c0',
  metadata: { name: 'main' },
  state: 'CONTAINER_EXITED',
  createdAt: '1',
};
const message = (files: readonly string[]): string => {
  try {
    read(files);
    return 'read';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message.replaceAll(folder, '')}`;
  }
};

describe('a node read from files of crictl', () => {
  it.each([
    [
      'unit-limit',
      ['--maximum-dead-containers-per-container=3'],
      '34be78aaf72d 48ab1d1e1af1 487aa3098f96 6537685e8a94 a0e2273b338e a5706c9dc679',
    ],
    [
      'node-limit-share',
      ['--maximum-dead-containers-per-container=50', '--maximum-dead-containers=10'],
      '2d772dcd4d69 6394d1247ce6 9316da8b68e5 fcf01d05e7cd',
    ],
  ])('[C-9] [C-10.1] plans what a real kubelet removed: %s', (name, flags, removed) => {
    const files = ['images', 'ps', 'pods'].map((part) => join(FIXTURES, `${name}-${part}.json`));
    const reading = read(files, flags);
    const [first] = planReading(reading, 0n).runs;
    expect(first?.removed.map(({ id }) => id).toSorted()).toEqual(removed.split(' ').toSorted());
    expect(reading).toMatchObject({
      source: 'crictl',
      name: `${name}-images.json`,
      warnings: [{ rule: 'IM-1' }],
    });
  });

  it('says what no file tells', () => {
    const { notSeen } = read([file('ps.json', { containers: [container] })]);
    const missing = notSeen.map(({ what }) => what);
    expect(missing).toContain('sandboxes');
    expect(missing).toContain('images');
    expect(missing).toContain('log path and volume images of 1 container');
    expect(missing).not.toContain('containers');
    expect(
      read([file('none.json', { containers: [] })]).notSeen.map(({ what }) => what),
    ).not.toContain('containers');
  });

  it('[C-12.3] takes log paths from crictl inspect, of one or of several', () => {
    const ps = file('two.json', { containers: [container, { ...container, id: 'c1' }] });
    const status = { metadata: {}, createdAt: '2026-11-21T11:55:43.82077839Z' };
    const inspected = [
      { status: { ...status, id: 'c0', logPath: '/var/log/pods/a/0.log' }, info: {} },
      { status: { ...status, id: 'c1', logPath: '' }, info: {} },
    ];
    const { scenario, warnings } = read([ps, file('inspect.json', inspected)]);
    expect(scenario.spec.containers?.map(({ logPath }) => logPath)).toEqual([
      '/var/log/pods/a/0.log',
      '',
    ]);
    expect(warnings).toMatchObject([{ rule: 'C-12.3', ids: ['c1'] }]);
  });

  it('joins several files of one kind', () => {
    const files = ['c0', 'c1'].map((id) =>
      file(`${id}.json`, { containers: [{ ...container, id }] }),
    );
    expect(read(files).scenario.spec.containers?.map(({ id }) => id)).toEqual(['c0', 'c1']);
  });

  it.each([
    { status: { imageFilesystems: [{ fsId: { mountpoint: '/x' } }] } },
    { status: { fsId: { mountpoint: '/x' }, usedBytes: { value: '1' } } },
  ])('knows imagefsinfo of newer and older crictl (%#)', (answer) => {
    expect(message([file('fs.json', answer)])).toBe('read');
  });

  it.each([
    ['no JSON', 'CONTAINER  IMAGE', /^NodeInputError: \/bad.json is not valid JSON: /],
    ['something else', { kind: 'PodList' }, /^NodeInputError: \/bad.json is not output of crictl/],
    ['an empty list', [], /is not output of crictl/],
    ['nothing', 'null', /is not output of crictl/],
    [
      'no list',
      { containers: 'c' },
      /^NodeInputError: \/bad.json: containers: it is not a list\.$/,
    ],
    ['Kubernetes objects', { items: [{ kind: 'Pod' }] }, /: items\[0\]: it has no id\.$/],
    [
      'no time',
      { containers: [{ ...container, createdAt: '2 days ago' }] },
      /: containers\[0\]\.createdAt: it is not a time in nanoseconds\.$/,
    ],
    [
      'a time beyond all times',
      { containers: [{ ...container, createdAt: '9223372036854775808' }] },
      /createdAt: it is not a time/,
    ],
  ])('says where a file with %s is wrong', (_, content, expected) => {
    expect(message([file('bad.json', content)])).toMatch(expected);
  });

  it('says that a file does not exist', () => {
    expect(message(['/none.json'])).toBe(
      'NodeInputError: /none.json cannot be read: it does not exist.',
    );
  });

  it('takes keys that objects have by themselves', () => {
    const labels = JSON.parse('{"__proto__": "x", "io.kubernetes.pod.uid": "constructor"}');
    const { scenario } = read([file('odd.json', { containers: [{ ...container, labels }] })]);
    expect(scenario.spec.pods).toMatchObject([{ uid: 'constructor' }]);
  });
});
