import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { buildRealCluster } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';
import { waitFor } from '../../real-cluster/src/wait-for.ts';
import { isRunning } from './support/is-running.ts';

const MODULE = new URL('../../real-cluster/src/real-cluster.ts', import.meta.url).href;
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const OWNER = `
  const { RealCluster } = await import(${JSON.stringify(MODULE)});
  const cluster = await RealCluster.start({ controllers: ['garbage-collector-controller'] });
  console.log(JSON.stringify({ pids: cluster.pids(), folder: cluster.folder }));
  process.stdin.once('data', () => process.exit(7));
`;

describeReal('a real cluster whose owner ends without stopping it', () => {
  beforeAll(() => buildRealCluster());

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with it on %s', async (signal) => {
    const { owner, pids, folder } = await startOwner();
    owner.kill(signal);
    const [code, by] = await once(owner, 'exit');
    expect([code, by]).toEqual([null, signal]);
    await allGone(pids);
    expect(existsSync(folder)).toBe(false);
  });

  it('ends with it on exit', async () => {
    const { owner, pids, folder } = await startOwner();
    owner.stdin?.write('\n');
    expect(await once(owner, 'exit')).toEqual([7, null]);
    await allGone(pids);
    expect(existsSync(folder)).toBe(false);
  });

  it('ends with it on SIGKILL; the next cluster removes the folder', async () => {
    const { owner, pids, folder } = await startOwner();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await allGone(pids);
    expect(existsSync(folder)).toBe(true);

    const next = await RealCluster.start({ controllers: ['garbage-collector-controller'] });
    await next.stop();
    expect(existsSync(folder)).toBe(false);
  });
});

interface Owned {
  readonly owner: ChildProcess;
  readonly pids: readonly number[];
  readonly folder: string;
}

async function startOwner(): Promise<Owned> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', OWNER];
  const owner = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(owner.stdout)) {
    return { owner, ...(JSON.parse(line) as Pick<Owned, 'pids' | 'folder'>) };
  }
  throw new Error('The owner ended before its cluster was ready.');
}

async function allGone(pids: readonly number[]): Promise<void> {
  await waitFor('all processes to end', () => (pids.some(isRunning) ? undefined : true));
}
