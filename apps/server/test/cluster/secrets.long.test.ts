import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { PackedSnapshot } from '@gcscope/gc-core/wire';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { json, list } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { findInMemory, heapSnapshot } from '../support/process-memory.ts';
import { PODS } from '../support/reflector-run.ts';
import { startServe, urlOf } from '../support/served-process.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

const DOCKERFILE = new URL('../../../../Dockerfile', import.meta.url);
const SECRETS: FakeResource = { ...PODS, resource: 'secrets', kind: 'Secret' };
const SEALED: FakeResource = {
  ...PODS,
  group: 'example.com',
  resource: 'sealeds',
  kind: 'Sealed',
};

/** What no part of the program may keep: put together here, so that the file itself does not hold it. */
const canary = (where: string): string => ['canary', where, 'e3f1'].join('-');
const PATIENCE = { timeout: 60_000 };
const CANARIES = ['data', 'applied', 'managed', 'late'].map(canary);
/** As in the image: what Node frees is overwritten. */
const [, MALLOC_PERTURB_] = /MALLOC_PERTURB_=(\d+)/.exec(readFileSync(DOCKERFILE, 'utf8')) ?? [];

async function kinds(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${url}/api/v1/snapshot`);
  const { health } = (await answer.json()) as PackedSnapshot;
  return health.kinds.map(({ kind, state, objects }) => `${kind} ${state} ${objects}`);
}

describe('Secrets', () => {
  const folder = testFolder();
  let server: FakeApiServer;
  let authority: string;
  let child: ChildProcess;
  let log = '';

  beforeEach(async () => {
    const certificate = createCertificate({ name: 'server' });
    server = await FakeApiServer.start([SECRETS, SEALED], certificate);
    authority = fileIn(folder, 'ca.crt', certificate.cert);
  });
  afterEach(() => server.stop());

  function serve(): Promise<string> {
    child = startServe(fileIn(folder, 'config', config('fake', '{}', server.url)), {
      forNode: ['--heapsnapshot-signal=SIGWINCH', `--diagnostic-dir=${folder}`],
      env: { GCSCOPE_LOG_LEVEL: 'trace', MALLOC_PERTURB_, NODE_EXTRA_CA_CERTS: authority },
      stderr: 'pipe',
    });
    child.stderr?.on('data', (data: Buffer) => {
      log += data.toString();
    });
    return urlOf(child);
  }

  function secret(name: string, applied: string, finalizers: readonly string[] = []): void {
    server.put(SECRETS, {
      namespace: 'shop',
      name,
      uid: `u-${name}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
          data: { password: canary(applied) },
        }),
      },
      managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:data': { [canary('managed')]: {} } } }],
      finalizers,
    });
  }

  it('are read as metadata; what they hold is nowhere: not in answers, logs or memory', async () => {
    for (let index = 0; index < 3000; index++) secret(`s${index}`, 'applied');
    // Sealed objects come whole, as from a server that knows no metadata alone.
    const answer = (response: ServerResponse, { path }: { readonly path: string }): void => {
      const whole = { kind: 'SealedList', items: [{ kind: 'Sealed', data: canary('data') }] };
      if (path.includes('sealeds')) json(JSON.stringify(whole))(response);
      else list(server.listBody(SECRETS))(response);
    };
    server.next('list', answer, answer);
    const url = await serve();
    const read = ['Secret synced 3000', 'Sealed unsupported 0'];
    await expect.poll(() => kinds(url), PATIENCE).toEqual(expect.arrayContaining(read));
    secret('s1', 'late', ['example.com/late']);
    const page = async (): Promise<string> => (await fetch(`${url}/api/v1/objects/u-s1`)).text();
    await expect.poll(page, PATIENCE).toContain('example.com/late');

    const pid = child.pid ?? 0;
    // A snapshot of the heap collects garbage first: what undici joined to larger pieces, which nobody overwrites.
    const heap = await heapSnapshot(pid, folder);
    const annotations = { harmless: 'x'.repeat(16_384) };
    const inMemory = () => {
      // Node decrypts onto its stack, where the last that came stays until something comes after it.
      server.put(SECRETS, { namespace: 'shop', name: 'next', uid: 'u-next', annotations });
      return Object.fromEntries(findInMemory(pid, CANARIES));
    };
    const nowhere = Object.fromEntries(CANARIES.map((text) => [text, 0]));
    await expect.poll(inMemory, PATIENCE).toEqual(nowhere);
    const snapshot = await (await fetch(`${url}/api/v1/snapshot`)).text();
    expect(heap).toContain('u-s2999');
    for (const text of CANARIES) {
      for (const kept of [heap, snapshot, await page(), log]) expect(kept).not.toContain(text);
    }
  }, 120_000);
});
