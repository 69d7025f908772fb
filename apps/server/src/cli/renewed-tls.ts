import type { Server as PlainServer } from 'node:http';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';
import type { ClusterLog } from '../cluster/monitor-events.ts';
import { readTlsFiles, type TlsConfig } from '../sign-in-config.ts';

const LOOK_EVERY: Millis = 60_000;

/**
 * New connections get the certificate that is in the files: it is renewed while the server runs. Files that do not belong
 * together, or cannot be read, change nothing. A server without TLS has none. The answer ends it.
 */
export function followTls(
  server: Server | PlainServer,
  first: TlsConfig | undefined,
  clock: Clock,
  log: ClusterLog,
): () => void {
  if (!first || !('setSecureContext' in server)) return () => {};
  let served = first;
  let cancel = (): void => {};
  const look = (): void => {
    cancel = clock.setTimeout(look, LOOK_EVERY);
    try {
      const found = readTlsFiles(served);
      if (found.cert.equals(served.cert) && found.key.equals(served.key)) return;
      createSecureContext(found);
      server.setSecureContext({ ...found, minVersion: 'TLSv1.2' });
      served = found;
    } catch (error) {
      log.warn({}, `the renewed certificate cannot be used: ${String(error)}`);
    }
  };
  cancel = clock.setTimeout(look, LOOK_EVERY);
  return () => cancel();
}
