import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalIssuer } from '../sharing/support/local-issuer.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { config } from '../support/kubeconfig-folder.ts';
import { PODS } from '../support/reflector-run.ts';
import { startServe, urlOf } from '../support/served-process.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

const RECORDER = fileURLToPath(new URL('../support/record-connections.ts', import.meta.url));

describe('the process', () => {
  const folder = testFolder();
  let server: FakeApiServer;
  let connections: string;

  beforeEach(async () => {
    connections = fileIn(folder, 'connections', '');
    server = await FakeApiServer.start([PODS]);
    server.put(PODS, { namespace: 'shop', name: 'web', uid: 'web' });
  });
  afterEach(() => server.stop());

  function serve(...flags: string[]): Promise<string> {
    const kubeconfig = fileIn(folder, 'config', config('fake', '{}', server.url));
    const forNode = ['--import', 'tsx', '--import', RECORDER];
    const env = { RECORD_CONNECTIONS: connections };
    return urlOf(startServe(kubeconfig, { forNode, flags, env }));
  }

  /** Where it has opened connections to so far. */
  const targets = (): string[] =>
    [...new Set(readFileSync(connections, 'utf8').trim().split('\n'))].sort();

  it('opens connections to its cluster and to nothing else, whatever is asked for', async () => {
    const url = await serve();
    await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { timeout: 60_000 });
    const elsewhere = encodeURIComponent('http://192.0.2.1:9/?http://192.0.2.2');
    for (const asked of [
      ...['/', '/graph.svg', '/graph.json', '/metrics', '/readyz?verbose', '/api/v1/snapshot'],
      ...['/api/v1/objects/web', '/api/v1/objects/web/forecast', '/o/web.svg', '/api/v1/audit'],
      ...['/api/v1/labels?selector=app', '/api/v1/labels/counts', '/api/v1/terminating'],
      ...[`/api/v1/objects/${elsewhere}`, `/o/${elsewhere}.svg`, `/api/v1/nodes/${elsewhere}`],
      ...[`/api/v1/stream?from=${elsewhere}&x=1`, `/${elsewhere}`, '/api/v1/openapi.json'],
    ]) {
      const answer = await fetch(`${url}${asked}`, { redirect: 'manual' });
      expect([asked, answer.status]).toEqual([asked, expect.toSatisfy((code) => code !== 500)]);
      await answer.text();
    }
    expect(targets()).toEqual([new URL(server.url).host]);
    // It listens under one address, although this machine has others.
    const { port } = new URL(url);
    for (const host of ['127.0.0.2', '[::1]']) {
      await expect(fetch(`http://${host}:${port}/livez`)).rejects.toThrow('fetch failed');
    }
  }, 90_000);

  it('with sign-in, to the provider as well', async () => {
    const issuer = await LocalIssuer.start();
    const oidc = ['--oidc-issuer', issuer.url, '--oidc-client-id', issuer.clientId];
    const url = await serve('--sign-in', 'oidc', ...oidc);
    const asked = `${url}/sign-in/oidc?to=http://192.0.2.1`;
    const led = await fetch(asked, { redirect: 'manual' });
    expect(new URL(led.headers.get('location') ?? '').origin).toBe(issuer.url);
    const allowed = [server.url, issuer.url].map((each) => new URL(each).host).sort();
    await expect.poll(targets, { timeout: 60_000 }).toEqual(allowed);
    await issuer.stop();
  }, 90_000);
});
