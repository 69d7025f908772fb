import type { Server as PlainServer } from 'node:net';
import { createSecureContext, Server } from 'node:tls';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import type { ClusterLog } from '../cluster/reflect/cluster-log.ts';
import { readTlsFiles, type TlsConfig } from '../sharing/sign-in-config.ts';

const LOOK_EVERY: Millis = 60_000;

/**
 * Gives new connections the certificate that is in the files now: it may be renewed while the server runs. Files that do not
 * belong together or cannot be read change nothing. Call the returned function to stop.
 */
export function followTls(
  server: PlainServer,
  first: TlsConfig | undefined,
  clock: Clock,
  log: ClusterLog,
): () => void {
  if (!first || !(server instanceof Server)) return () => {};
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
