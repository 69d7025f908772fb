import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { connectionFault } from '../../src/cluster/access/connection-fault.ts';
import {
  type CredentialSource,
  CredentialsError,
  NO_CREDENTIALS,
} from '../../src/cluster/access/credentials.ts';
import type { JsonAnswer } from '../../src/cluster/answers/api-answer.ts';
import { discover } from '../../src/cluster/monitors/discovery.ts';
import { json, status } from '../support/fake-answers.ts';
import { FakeApiServer } from '../support/fake-api-server.ts';
import { plainClient } from '../support/plain-client.ts';

const ROOM = join(import.meta.dirname, '../../src/cluster');

/** The files of the room, by name. */
function sources(): (readonly [name: string, source: string])[] {
  const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [basename(file), readFileSync(join(ROOM, file), 'utf8')]);
}

describe('API client', () => {
  let server: FakeApiServer;
  let client: HttpApiClient;
  const { signal } = new AbortController();

  beforeEach(async () => {
    server = await FakeApiServer.start([]);
    client = clientFor(NO_CREDENTIALS);
  });

  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  function clientFor(credentials: CredentialSource, requestTimeout = 0): HttpApiClient {
    return new HttpApiClient({ server: server.url, credentials, requestTimeout });
  }

  function ask(of: HttpApiClient = client, more: object = {}): Promise<JsonAnswer> {
    return of.getJson('/version', { accept: 'application/json', signal, ...more });
  }

  it('cannot send anything but GET: the room has no other method but that of reviews, and the client no way to name one', async () => {
    // Reviews are POST and store nothing; its own test holds which ones can be sent.
    for (const [file, source] of sources()) {
      if (file === 'review-client.ts') continue;
      expect(source, file).not.toMatch(
        /['"`](POST|PUT|PATCH|DELETE|CONNECT)['"`]\s*[,;})]\s*(?!.*type)/,
      );
      const methods = [...source.matchAll(/\bmethod:\s*([^,\n]+)/g)].map(([, method]) => method);
      const mayAsk = ['api-client.ts', 'parser-memory.ts'].includes(file);
      expect(methods, file).toEqual(mayAsk ? ["'GET'"] : []);
      if (file !== 'api-client.ts') expect(source, file).not.toMatch(/\b(fetch|request)\(/);
    }
    await ask();
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('learns many groups one by one without a warning of Node', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    server.aggregated = false;
    for (let at = 0; at < 20; at++) {
      const names = { resource: 'widgets', kind: 'Widget', namespaced: true };
      server.serve({ group: `g${at}.example.com`, version: 'v1', ...names });
    }
    const found = await discover(client, signal);
    process.off('warning', note);
    expect(found).toMatchObject({ type: 'ok', resources: { length: 20 }, failures: [] });
    expect(warnings).toEqual([]);
  });

  it('only kube-config imports client-node, and only when a cluster is used', () => {
    for (const [file, source] of sources()) {
      const imports = source.match(/^import (?!type).*@kubernetes\/client-node/gm) ?? [];
      expect(imports, file).toEqual([]);
      if (file !== 'kube-config.ts')
        expect(source, file).not.toContain("'@kubernetes/client-node'");
    }
  });

  it('gives a failed request as a value with the server’s words', async () => {
    server.next('discovery', status(403, 'Forbidden', 'no', { 'retry-after': '3' }));
    expect(await ask()).toEqual({
      type: 'status',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      causes: [],
      retryAfter: 3000,
    });
  });

  it('does not follow a redirect', async () => {
    server.next('discovery', (response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/steal' }).end(),
    );
    const answer = await ask();
    expect(answer).toMatchObject({ type: 'status', code: 302 });
    expect(server.requests).toHaveLength(1);
  });

  it('does not read a page that is no JSON, and survives its being cut off', async () => {
    server.next('discovery', (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<html>'.repeat(100_000));
    });
    const answer = await ask();
    expect(answer).toMatchObject({ type: 'unreadable' });
  });

  it('asks once more with fresh credentials after a 401', async () => {
    let renewed = 0;
    const credentials: CredentialSource = {
      current: () =>
        Promise.resolve({
          security: { verify: true },
          headers: new Map([['authorization', `Bearer t${renewed}`]]),
        }),
      renew: () => {
        renewed++;
      },
    };
    client = clientFor(credentials);
    server.next('discovery', status(401, 'Unauthorized', 'expired'));
    expect((await ask()).type).toBe('ok');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer t0',
      'Bearer t1',
    ]);
    server.next('discovery', status(401, 'Unauthorized', 'no'), status(401, 'Unauthorized', 'no'));
    expect(await ask()).toMatchObject({
      code: 401,
    });
    expect(server.requests).toHaveLength(4);
  });

  it('distinguishes refused credentials from missing ones', async () => {
    const twice = [status(401, 'Unauthorized', 'no'), status(401, 'Unauthorized', 'no')];
    server.next('discovery', ...twice);
    expect(await ask()).toMatchObject({ anonymous: 'plain-http' });
    for (const sent of [
      { security: { verify: true }, headers: new Map([['authorization', 'Bearer t']]) },
      { security: { verify: true, cert: 'CERT' }, headers: new Map() },
    ]) {
      server.next('discovery', ...twice);
      client = clientFor({ current: () => Promise.resolve(sent), renew: () => undefined });
      const answer = await ask();
      expect(answer).toMatchObject({ code: 401 });
      expect(answer).not.toHaveProperty('anonymous');
      await client.close();
    }
  });

  it('says that no TLS is spoken where a plain server is asked for it', async () => {
    const secure = plainClient(server.url.replace('http:', 'https:'));
    expect(await ask(secure)).toMatchObject({
      type: 'unreachable',
      message: expect.stringMatching(/^the server at https:.* does not speak TLS; check the port,/),
    });
    await secure.close();
  });

  it('says in a sentence that credentials cannot be had or that nothing answers', async () => {
    const broken: CredentialSource = {
      current: () =>
        Promise.reject(new CredentialsError('gcscope could not get the credentials: x')),
      renew: () => undefined,
    };
    expect(await ask(clientFor(broken))).toMatchObject({
      type: 'unreachable',
      message: 'gcscope could not get the credentials: x',
    });
    const nobody = plainClient('http://127.0.0.1:1');
    expect(await ask(nobody)).toEqual({
      type: 'unreachable',
      message:
        'nothing answers at http://127.0.0.1:1 (connection refused); check that it runs and that the address is right',
    });
  });

  it('gives an answer up that does not come within the request time-out', async () => {
    server.next('discovery', () => undefined);
    const answer = await ask(clientFor(NO_CREDENTIALS, 100));
    expect(answer).toMatchObject({
      type: 'unreachable',
      message: `the server ${server.url} accepted the connection but did not answer in time; check that an API server runs there, or raise --request-timeout`,
    });
  });

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ERR_TLS_PROTOCOL_VERSION_CONFLICT',
    'ECONNRESET',
  ])('says of %s what is wrong and what to do, and begins with no address', (code) => {
    const fault = connectionFault(Object.assign(new Error('x'), { code }), 'http://c:1');
    expect(fault.message).toMatch(
      /^(?!http).*http:\/\/c:1.*; (check|write|renew|correct|use|set) /,
    );
  });

  it('keeps of the items of a list what is asked for', async () => {
    const env = [{ name: 'PASSWORD', value: 'canary' }];
    const volumes = [{ name: 'v' }];
    const pods = [
      { metadata: { name: 'a', annotations: { secret: 'canary' } }, spec: { env, volumes } },
      { metadata: { name: 'b' } },
    ];
    server.next('discovery', json(JSON.stringify({ kind: 'PodList', metadata: {}, items: pods })));
    const items = new Map([
      ['metadata', new Map([['name', 'whole' as const]])],
      ['spec', new Map([['volumes', 'whole' as const]])],
    ]);
    const answer = await ask(client, { items });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(answer).toMatchObject({
      type: 'ok',
      body: {
        items: [{ metadata: { name: 'a' }, spec: { volumes } }, { metadata: { name: 'b' } }],
      },
    });
  });

  it('ends at once when the caller gives up', async () => {
    const controller = new AbortController();
    server.next('discovery', () => controller.abort());
    const answer = await ask(client, { signal: controller.signal });
    expect(answer).toEqual({ type: 'aborted' });
  });

  it('uses its connections again', async () => {
    for (let index = 0; index < 10; index++) {
      await ask();
    }
    expect(server.openSockets).toBeLessThanOrEqual(2);
  });
});
