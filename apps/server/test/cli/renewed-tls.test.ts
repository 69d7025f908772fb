import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, it } from 'vitest';
import { createCertificate } from '../../../../tools/real-cluster/src/certificate.ts';
import { followTls } from '../../src/cli/renewed-tls.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { readTlsFiles } from '../../src/sharing/sign-in-config.ts';
import { listen } from '../support/listen.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();

it('a certificate that is renewed while the server runs is served within a minute', async () => {
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const write = (file: 'cert' | 'key', text: string): void =>
    writeFileSync(files[`${file}File`], text);
  const [old, renewed] = [
    createCertificate({ name: 'old' }),
    createCertificate({ name: 'renewed' }),
  ];
  write('cert', old.cert);
  write('key', old.key);
  const tls = readTlsFiles(files);
  const server = createServer(tls);
  const { port } = new URL(await listen(server));
  const clock = new ManualClock();
  const warned: string[] = [];
  const log = { ...SILENT, warn: (_: object, text: string) => warned.push(text) };
  const end = followTls(server, tls, clock, log);
  const served = async (): Promise<unknown> => {
    clock.advance(60_000);
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  expect(await served()).toBe('old');
  // The files are not replaced at once.
  write('cert', renewed.cert);
  expect(await served()).toBe('old');
  expect(warned).toEqual([expect.stringContaining('the renewed certificate cannot be used')]);
  write('key', renewed.key);
  expect(await served()).toBe('renewed');
  expect(warned).toHaveLength(1);
  end();
  expect(clock.delays).toEqual([]);
  server.close();
});
