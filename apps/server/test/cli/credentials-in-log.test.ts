import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { CANARY, config } from '../support/kubeconfig-folder.ts';
import { end, listen } from '../support/listen.ts';
import { startServe } from '../support/served-process.ts';
import { fileIn, testFolder } from '../support/test-folder.ts';

const URL_LINE = /^http:\S+$/m;

const CERTIFICATE = createCertificate({ name: 'server' });

describe('credentials', () => {
  const folder = testFolder();
  let server: Server;
  let url: string;
  /** What the API server was given. */
  const received: string[] = [];

  beforeEach(async () => {
    // Whatever it is asked, it fails, so that there is something to log.
    server = createServer(CERTIFICATE, ({ headers }, response) => {
      received.push(JSON.stringify(headers));
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"kind":"Status"}');
    });
    url = await listen(server);
  });

  afterEach(() => end(server));

  it('of the kubeconfig and of requests are in no line of the log, however much is logged', async () => {
    const authority = Buffer.from(CERTIFICATE.cert).toString('base64');
    const user = `{ token: ${CANARY}, as: ${CANARY}-as, as-groups: [${CANARY}-group] }`;
    const text = config('fake', user, url);
    const trusting = text.replace(
      '{ server:',
      `{ certificate-authority-data: ${authority}, server:`,
    );
    const env = { GCSCOPE_LOG_LEVEL: 'trace' };
    const child = startServe(fileIn(folder, 'config', trusting), { env, stderr: 'pipe' });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        log += data.toString();
      });
    }
    await expect.poll(() => log, { timeout: 40_000 }).toMatch(URL_LINE);
    const served = (URL_LINE.exec(log)?.[0] ?? '').replace(/\/$/, '');
    const headers = {
      authorization: `Bearer ${CANARY}-sent`,
      cookie: `session=${CANARY}-cookie`,
      'impersonate-user': `${CANARY}-user`,
      'x-remote-user': `${CANARY}-remote`,
    };
    for (const path of ['/api/v1/snapshot', '/api/v1/objects/x', '/no-page', '/graph.svg']) {
      await fetch(`${served}${path}?token=${CANARY}-query`, { headers });
    }
    await expect.poll(() => received.length).toBeGreaterThan(0);
    child.kill('SIGTERM');
    // Its last lines may come after its end.
    await once(child, 'close');
    expect(received.join()).toContain(CANARY);
    expect(log).toContain('"level":');
    expect(log).not.toContain(CANARY);
  }, 60_000);
});
