import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type PackedSnapshot, unpackNodes } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { PODS } from '../support/reflector-run.ts';
import { startServe, urlOf } from '../support/served-process.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';
import { JOBS } from './fault.ts';

const PATIENCE = { timeout: 60_000 };
/** To start from its sources, the program needs more of the heap. */
const SMALL = process.env.GCSCOPE_BUILT === '1' ? 40 : 64;
/** Without a limit, these end the built program in a small heap. */
const TOO_MANY = 60_000;

describe('a small heap, without --max-objects', () => {
  const folder = testFolder();
  let server: FakeApiServer;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS, JOBS]);
    server.watchLists = true;
  });
  afterEach(() => server.stop());

  function serve(...heap: readonly string[]): ChildProcess {
    const kubeconfig = fileIn(folder, 'config', config('fake', '{}', server.url));
    const env = { TSX_DISABLE_CACHE: '1' };
    return startServe(kubeconfig, { forNode: heap, env, stderr: 'pipe' });
  }

  it('more objects than fit: the kind with the most is left out, and the others are shown', async () => {
    for (let index = 0; index < TOO_MANY; index++) {
      server.put(PODS, { namespace: 'shop', name: `p${index}` });
    }
    const job = server.put(JOBS, { namespace: 'shop', name: 'job' });
    const child = serve(`--max-old-space-size=${SMALL}`);
    const url = await urlOf(child);
    const probe = async (): Promise<readonly [number, string]> => {
      const answer = await fetch(`${url}/readyz?verbose`);
      return [answer.status, await answer.text()];
    };
    await expect.poll(probe, PATIENCE).toEqual([200, expect.stringMatching(/pods .*degraded/)]);
    const answer = (await (await fetch(`${url}/api/v1/snapshot`)).json()) as PackedSnapshot;
    expect(unpackNodes(answer.nodes).map(({ uid }) => uid)).toEqual([job.uid]);
    expect(answer.health.kinds.find(({ kind }) => kind === 'Pod')).toMatchObject({
      state: 'degraded',
      message: expect.stringMatching(/keeps at most \d+ objects.*set --max-objects/s),
    });
    expect(child.exitCode ?? child.signalCode).toBeNull();
  }, 120_000);

  it('too small for any object: one sentence says so', async () => {
    // With little for young objects, the whole is too small, but the program has room to start.
    const child = serve('--max-old-space-size=76', '--max-semi-space-size=1');
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said).toMatch(/^Node's heap .*--max-old-space-size=\d+\.\n$/);
  }, 120_000);
});
