import { readFileSync } from 'node:fs';
import { RELEASES } from '@gcscope/gc-core';
import { describe, expect, it, vi } from 'vitest';
import { VERSION } from '../../src/base/version.ts';
import { runCli } from './support/run-cli.ts';

describe('command line', () => {
  it('says its version and the releases it mirrors', async () => {
    const root = JSON.parse(
      readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(VERSION).toBe(root.version);
    expect(await runCli('version')).toEqual({
      exitCode: 0,
      out: `gcscope ${VERSION} (Kubernetes ${Object.keys(RELEASES).join(', ')})\n`,
      err: '',
    });
  });

  it.each([
    [['--help']],
    [['serve', '--help']],
    [['graph', '-h']],
    [['explain', '--help']],
    [['scenario', 'run', '--help']],
    [['kubelet', 'plan', '--help']],
  ])('explains itself: %j', async (words) => {
    const { exitCode, out } = await runCli(...words);
    expect(exitCode).toBe(0);
    expect(out).toContain('Usage: gcscope');
    const [, options] = /\nOptions:\n([\s\S]*?)\n\n/.exec(out) ?? [];
    expect(options?.split('\n').filter((line) => line.length > 80)).toEqual([]);
    if (words.length > 1) expect(out).toMatch(/Example:\n {2}gcscope /);
  });

  it.each([
    ['explain', '<object> [name]'],
    ['terminating', '[object] [name]'],
    ['forecast', '<object...>'],
    ['graph', '[object...]'],
  ])('says how many objects %s takes: %s', async (command, objects) => {
    const { out } = await runCli(command, '--help');
    expect(out).toContain(`Usage: gcscope ${command} [options] ${objects}\n`);
    expect((await runCli('--help')).out).toContain(`  ${command} [options] ${objects} `);
  });

  it.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['graph', '--nonsense'], "unknown option '--nonsense'"],
    [['graph', '-o', 'png'], 'Allowed choices are dot, svg, mermaid, json'],
    [['graph', '--depth', '-1', '--embedded'], 'whole number'],
    [['explain'], "missing required argument 'object'"],
    [['explain', 'deploy', 'web', 'api', '--embedded'], 'Name one object'],
    [['explain', 'deploy/web', 'deploy/api', '--embedded'], 'Call explain once per object'],
    [['explain', 'uid:a', 'uid:b', '--embedded'], 'gcscope audit checks all of them'],
    [['terminating', 'ns/shop', 'ns/lab', '--embedded'], 'without an object it shows all'],
    [['scenario', 'run'], "missing required argument 'file'"],
    [['serve', '--host', '0.0.0.0'], 'only with sign-in and TLS'],
    [['--port', '70000'], 'use a port from 0'],
  ])('refuses %j with one sentence and 2', async (words, text) => {
    const { exitCode, out, err } = await runCli(...words);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toContain(text);
  });

  it.each([
    [['--nonsense'], 'gcscope serve'],
    [['explain'], 'gcscope explain'],
    [['scenario', 'run'], 'gcscope scenario run'],
    [['nonsense'], 'gcscope'],
  ])('after a usage error in %j names the help of the command', async (words, command) => {
    const { err } = await runCli(...words);
    expect(err.trim().split('\n').at(-1)).toBe(`Run ${command} --help for usage.`);
  });

  it('without a kubeconfig, offers only what the command can read instead', async () => {
    vi.stubEnv('HOME', '/nowhere');
    vi.stubEnv('KUBECONFIG', '');
    const none =
      'No cluster is configured: give --kubeconfig, set KUBECONFIG or create ~/.kube/config.';
    try {
      const explained = await runCli('explain deploy/web');
      expect([explained.exitCode, explained.err]).toEqual([
        2,
        `${none} Without a cluster, use --embedded or --file FILE.\n`,
      ]);
      const collected = await runCli('collect');
      expect([collected.exitCode, collected.err]).toEqual([2, `${none}\n`]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('names every fault of the configuration at once', async () => {
    const { exitCode, err } = await runCli('serve --host 10.0.0.1 --port x --public-url ?');
    expect(exitCode).toBe(2);
    expect(
      err
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['--port', '--public-url', '--host']);
  });

  it.each([
    [['graph', '--kubeconfig', '/nowhere/config'], 'does not exist'],
    [['explain', 'deploy/web', '--kubeconfig', '/nowhere/config'], 'does not exist'],
    [['graph', '--file', '/nowhere/snapshot.json'], 'does not exist'],
    [['graph', '--embedded=/nowhere/scenario.yaml'], 'cannot be read'],
    [
      ['graph', '--file', '-', '--context', 'production'],
      'Use either --file or the options that choose a cluster',
    ],
  ])('says what is wrong with the input: %j', async (words, text) => {
    const { exitCode, err } = await runCli(...words);
    expect(exitCode).toBe(2);
    expect(err).toContain(text);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
