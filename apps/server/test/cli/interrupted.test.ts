import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PODS, ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { config, KubeconfigFolder } from '../support/kubeconfig-folder.ts';
import { end, listen } from '../support/listen.ts';
import { PROGRAM } from '../support/program.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { startCli } from './support/run-cli.ts';

describe('a command', () => {
  const home = new KubeconfigFolder();
  let mute: Server;
  let words: readonly string[];

  beforeEach(async () => {
    // Takes every request and answers none.
    mute = createServer(() => undefined);
    const file = home.write('config', config('one', '{}', await listen(mute)));
    words = ['--kubeconfig', file, '--request-timeout', '0'];
  });

  afterEach(() => end(mute));

  it.each([
    ['explain', 'deploy/web'],
    ['graph'],
    ['audit'],
    ['terminating'],
    ['forecast', 'deploy/web'],
    ['kubelet', 'plan', '--node', 'worker'],
  ])('%s %s ends with 130 while the server is mute', async (...command) => {
    const run = startCli([...command.filter((word) => word !== undefined), ...words]);
    await once(mute, 'request');
    run.stop();
    expect(await run.ended).toEqual({ exitCode: 130, out: '', err: '' });
  });

  it('ends as a process with 130 after Ctrl-C', async () => {
    const child = spawn(process.execPath, [...PROGRAM, 'explain', 'deploy/web', ...words]);
    await once(mute, 'request');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
  });

  it('ends when it has answered, though a deletion in its file goes on for an hour', async () => {
    const scripted = new ScriptedCluster().sync();
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const deletionTimestamp = end.replace(/\.\d+/, '');
    scripted.put(PODS, 'a', { deletionTimestamp, deletionGracePeriodSeconds: 3600 });
    const file = home.write('ending.json', JSON.stringify(snapshotOf(scripted.cluster)));
    const child = spawn(process.execPath, [...PROGRAM, 'audit', '--file', file]);
    child.stdout.resume();
    const late = setTimeout(() => child.kill(), 15_000);
    expect(await once(child, 'close')).toEqual([0, null]);
    clearTimeout(late);
  });

  it('says that the disk is full, with exit code 5', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...PROGRAM, 'version'], {
      stdio: ['ignore', full, 'pipe'],
    });
    let err = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    closeSync(full);
    expect([code, err]).toEqual([5, expect.stringMatching(/the disk is full.*\n$/)]);
  });

  it('says that the reader of the pipe has left, with exit code 5', async () => {
    const child = spawn(process.execPath, [...PROGRAM, 'graph', '--embedded', '-o', 'json']);
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([5, expect.stringMatching(/the reader has closed the pipe\.\n$/)]);
  });

  it('refuses 50 MB of YAML without reading it', async () => {
    const large = home.write(
      'large.yaml',
      `items:\n${'- {name: abcdefghijklmnop}\n'.repeat(2_000_000)}`,
    );
    for (const command of [
      ['scenario', 'run', large],
      ['graph', '--kubeconfig', large],
      ['graph', `--embedded=${large}`],
      ['kubelet', 'plan', '--file', large],
    ]) {
      const { exitCode, out, err } = await startCli(command).ended;
      expect(exitCode).toBe(2);
      expect(out + err).toMatch(/larger than 1 MB|too large/);
    }
  });
});
