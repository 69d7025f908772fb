import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { urlOf } from '../support/served-process.ts';

const LOAD_SERVER = fileURLToPath(new URL('../../bench/load-server.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

describe('the load server', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  function start(...flags: string[]): Promise<string> {
    const args = ['--import', 'tsx', LOAD_SERVER, '--encoding', 'json', ...flags];
    child = spawn('node', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    return urlOf(child);
  }

  it('refuses watch lists if it is told to, and lists what a label selector selects', async () => {
    const url = await start('--plain-lists');
    const watchList = await fetch(`${url}/api/v1/pods?watch=true&sendInitialEvents=true`);
    expect(watchList.status).toBe(422);
    const length = async (query: string): Promise<number> => {
      const { items } = (await (await fetch(`${url}/api/v1/pods${query}`)).json()) as {
        items: readonly object[];
      };
      return items.length;
    };
    expect(await length('')).toBe(670);
    expect(await length('?labelSelector=app')).toBe(7);
  });

  it('serves watch lists otherwise', async () => {
    const url = await start();
    const answer = await fetch(`${url}/api/v1/pods?watch=true&sendInitialEvents=true`);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});
