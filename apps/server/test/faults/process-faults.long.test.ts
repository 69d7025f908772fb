import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedSnapshot, unpackNodes } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { PODS } from '../support/reflector-run.ts';
import { startServe, urlOf } from '../support/served-process.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { Browser } from './browser.ts';
import { JOBS } from './fault.ts';

const PATIENCE = { timeout: 60_000 };

/** Node itself writes warnings to the same place. */
const WARNING = `data:text/javascript,process.on('SIGWINCH', () => process.emitWarning('full'))`;
/** Node itself refuses to open a file for writing; to start from its sources, the program needs child processes. */
const MAY_NOT_WRITE: readonly string[] = [
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission',
  ...['--allow-fs-read=*', '--allow-child-process', '--allow-worker'],
];

describe('the process', () => {
  const folder = testFolder();
  let server: FakeApiServer;
  let child: ChildProcess;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS, JOBS]);
  });
  afterEach(() => server.stop());

  /** Where it serves; with these arguments for Node, it logs everything there. */
  function serve(forNode: readonly string[], log: string): Promise<string> {
    const kubeconfig = fileIn(folder, 'config', config('fake', '{}', server.url));
    const env = { GCSCOPE_LOG_LEVEL: 'trace', TSX_DISABLE_CACHE: '1' };
    child = startServe(kubeconfig, { forNode, env, stderr: openSync(log, 'w') });
    return urlOf(child);
  }

  const stored = (): readonly string[] =>
    [...server.list(PODS), ...server.list(JOBS)].map(({ uid }) => uid).toSorted();

  /** What it shows at the moment. */
  const shownAt = (url: string) => async (): Promise<readonly string[]> => {
    const answer = (await (await fetch(`${url}/api/v1/snapshot`)).json()) as PackedSnapshot;
    return unpackNodes(answer.nodes)
      .map(({ uid }) => uid)
      .toSorted();
  };

  it('writes to no file, so it runs on a read-only root', async () => {
    server.put(PODS, { namespace: 'shop', name: 'first', uid: 'u-first' });
    const log = join(folder, 'log');
    const url = await serve(MAY_NOT_WRITE, log);
    const shown = shownAt(url);
    await expect.poll(shown, PATIENCE).toEqual(stored());
    for (const page of [
      '/graph.svg',
      '/graph.dot',
      '/api/v1/audit',
      '/o/u-first.svg',
      '/metrics',
    ]) {
      expect([page, (await fetch(`${url}${page}`)).status]).toEqual([page, 200]);
    }
    server.put(PODS, { namespace: 'shop', name: 'second', uid: 'u-second' });
    await expect.poll(shown, PATIENCE).toEqual(stored());
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(log, 'utf8')).not.toContain('ERR_ACCESS_DENIED');
  }, 120_000);

  it('goes on when the disk for its log is full; it ends in order with a page open', async () => {
    for (let index = 0; index < 20; index++) {
      server.put(PODS, { namespace: 'shop', name: `p${index}` });
      server.put(JOBS, { namespace: 'shop', name: `j${index}` });
    }
    const url = await serve(['--import', WARNING], '/dev/full');
    const shown = shownAt(url);
    await expect.poll(shown, PATIENCE).toEqual(stored());
    const page = new Browser(() => url, systemClock).open();
    child.kill('SIGWINCH');
    // Each of these is logged.
    const boom = status(500, 'InternalError', 'boom');
    server.next('watch', boom, boom);
    server.resetWatches();
    for (const { uid } of server.list(PODS).slice(0, 10)) server.remove(PODS, uid);
    await expect.poll(shown, PATIENCE).toEqual(stored());
    await expect.poll(() => page.state, PATIENCE).toBe('live');
    expect(child.exitCode).toBeNull();

    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // The end of the process may be known here before the end of its connection.
    await expect.poll(() => page.state, PATIENCE).toBe('lost');
    page.close();
    await expect.poll(() => server.openSockets, PATIENCE).toBe(0);
  }, 120_000);
});
