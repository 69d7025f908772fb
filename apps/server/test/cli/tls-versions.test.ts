import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import tls, { type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { followTls } from '../../src/cli/renewed-tls.ts';
import { HttpApiClient } from '../../src/cluster/access/api-client.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { serverAddress } from '../../src/routes/address.ts';
import { buildApp } from '../../src/routes/app.ts';
import { readTlsFiles } from '../../src/sharing/sign-in-config.ts';
import { ScriptedCluster } from '../live/support/scripted-cluster.ts';
import { listen } from '../support/listen.ts';
import { testFolder } from '../support/test-folder.ts';

const OLD = ['TLSv1', 'TLSv1.1'] as const;
const TAKEN = ['TLSv1.2', 'TLSv1.3'] as const;
/** OpenSSL speaks the old versions with these only. */
const ANY_CIPHERS = 'DEFAULT@SECLEVEL=0';

/** A proxy that lets everybody through. */
function createProxy(): Server {
  return createServer().on('connect', ({ url = '' }, socket) => {
    const [host, port] = url.split(':');
    const to = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    to.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => to.destroy());
    to.pipe(socket).pipe(to);
  });
}

describe('TLS older than 1.2', () => {
  const folder = testFolder();
  const { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION } = tls;
  // Nothing but the minimum that the program sets stands against the old versions.
  beforeAll(() =>
    Object.assign(tls, { DEFAULT_CIPHERS: ANY_CIPHERS, DEFAULT_MIN_VERSION: 'TLSv1' }),
  );
  afterAll(() => void Object.assign(tls, { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION }));

  describe.each(['directly', 'through a proxy'])('of an API server that is read %s', (way) => {
    async function read(maxVersion: SecureVersion): Promise<unknown> {
      const certificate = createCertificate({ name: 'server' });
      const answer: RequestListener = (_, response) => {
        response.setHeader('content-type', 'application/json').end('{"major":"1"}');
      };
      const server = createTlsServer({ ...certificate, maxVersion }, answer);
      const proxy = createProxy();
      const [url, proxyUrl] = [await listen(server), await listen(proxy)];
      const through = way === 'directly' ? {} : { proxy: proxyUrl };
      const security = { ca: certificate.cert, verify: true, ...through };
      const client = new HttpApiClient({
        server: url,
        credentials: {
          current: () => Promise.resolve({ security, headers: new Map() }),
          renew: () => undefined,
        },
        requestTimeout: 0,
      });
      const { signal } = new AbortController();
      const found = await client.getJson('/version', { accept: 'application/json', signal });
      await client.close();
      server.close();
      proxy.close();
      return found;
    }

    it.each(OLD)('is refused, and said: %s', async (version) => {
      expect(await read(version)).toEqual({
        type: 'unreachable',
        message: expect.stringMatching(
          /^the server https:\S+ speaks no TLS that gcscope speaks: TLS 1\.2 or 1\.3; set /,
        ),
      });
    });

    it.each(TAKEN)('newer is taken: %s', async (version) => {
      expect(await read(version)).toEqual({ type: 'ok', body: { major: '1' } });
    });
  });

  it('is not served, nor after the certificate was renewed', async () => {
    const files = { certFile: `${folder}/cert.pem`, keyFile: `${folder}/key.pem` };
    const renew = (name: string): void => {
      const { cert, key } = createCertificate({ name });
      writeFileSync(files.certFile, cert);
      writeFileSync(files.keyFile, key);
    };
    renew('first');
    const { cluster, clock } = new ScriptedCluster().sync();
    const served = readTlsFiles(files);
    const app = await buildApp({
      cluster,
      tls: served,
      address: () => serverAddress('127.0.0.1', 7070),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const stop = followTls(app.server, served, clock, SILENT);
    const { port } = app.server.address() as AddressInfo;
    async function reach(version: SecureVersion): Promise<unknown> {
      const socket = tls.connect({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        maxVersion: version,
      });
      try {
        await once(socket, 'secureConnect');
        return socket.getPeerCertificate().subject.CN;
      } catch (error) {
        return (error as { readonly code?: string }).code;
      } finally {
        socket.destroy();
      }
    }
    for (const name of ['first', 'second']) {
      for (const version of OLD)
        expect(await reach(version)).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
      for (const version of TAKEN) expect(await reach(version)).toBe(name);
      renew('second');
      clock.advance(60_000);
    }
    stop();
    await app.close();
  });
});
