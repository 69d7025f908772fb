import { homedir } from 'node:os';
import { type Millis, parseTimeSpan } from '@gcscope/gc-core/wire';
import { isLoopback } from '../../base/loopback.ts';
import { failureText } from '../answers/api-answer.ts';
import { fieldsOf, textOf } from '../answers/decode-meta.ts';
import { ReaderCounts } from '../reflect/reader-counts.ts';
import { HttpApiClient } from './api-client.ts';
import {
  ClusterConfigError,
  type ClusterConnection,
  type ClusterEnvironment,
  type ClusterFlags,
  ClusterUnreachableError,
} from './connection.ts';
import { NO_CREDENTIALS } from './credentials.ts';
import { type ConfiguredCluster, loadKubeConfig } from './kube-config.ts';
import { ReviewClient } from './review-client.ts';

const DEFAULT_TIMEOUT: Millis = 30_000;

/** A cluster for a command that also writes: what it writes with, beside the connection to read it. */
export interface WritableCluster extends Pick<ConfiguredCluster, 'credentials' | 'asker'> {
  readonly connection: ClusterConnection;
  readonly requestTimeout: Millis;
}

/** Prepares reading the cluster of a kubeconfig; nothing is sent before the first request. Rejects with `ClusterConfigError`. */
export async function connect(flags: ClusterFlags): Promise<ClusterConnection> {
  return (await connectToWrite(flags)).connection;
}

/** As `connect`, for a command that also writes. */
export async function connectToWrite(flags: ClusterFlags): Promise<WritableCluster> {
  const requestTimeout = parseTimeout(flags.requestTimeout);
  const cluster = await loadKubeConfig(flags, ownEnvironment());
  const { credentials, asker } = cluster;
  return { connection: open(cluster, requestTimeout), credentials, asker, requestTimeout };
}

/** Prepares reading a plain HTTP server on this machine's loopback, without credentials. Throws `ClusterConfigError`. */
export function connectToLoopback(server: string, context: string): ClusterConnection {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname)) {
    throw new ClusterConfigError(`${server} is not an http URL on the loopback interface.`);
  }
  const address = url.href.replace(/\/+$/, '');
  const cluster = { server: address, context, namespace: 'default', kubectl: ['-s', address] };
  return open({ ...cluster, credentials: NO_CREDENTIALS, warnings: [] }, DEFAULT_TIMEOUT);
}

function open(
  cluster: Omit<ConfiguredCluster, 'asker'>,
  requestTimeout: Millis,
): ClusterConnection {
  const { context, server, namespace, kubectl, credentials, warnings } = cluster;
  const counts = new ReaderCounts();
  const client = new HttpApiClient({ server, credentials, requestTimeout, counts });
  const reviews = new ReviewClient({ server, credentials });
  return {
    client,
    reviews,
    counts,
    context,
    server,
    namespace,
    kubectl,
    warnings,
    version: async () => {
      const { signal } = new AbortController();
      const answer = await client.getJson('/version', { accept: 'application/json', signal });
      if (answer.type !== 'ok') {
        throw new ClusterUnreachableError(`The cluster cannot be read: ${failureText(answer)}.`);
      }
      const version = textOf(fieldsOf(answer.body)?.gitVersion);
      if (version === '') {
        throw new ClusterUnreachableError(`${server} does not answer as a Kubernetes API server.`);
      }
      return version;
    },
    close: async () => {
      await Promise.all([client.close(), reviews.close()]);
    },
  };
}

/** A number of seconds, or numbers with units as kubectl takes them (`1m30s`); 0 is no limit. */
function parseTimeout(text: string | undefined): Millis {
  if (text === undefined) return DEFAULT_TIMEOUT;
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const span = parseTimeSpan(text);
  if (span !== undefined) return span;
  throw new ClusterConfigError(
    `--request-timeout ${text} is not a duration. Write 30s, 1m, or 0 for no limit.`,
  );
}

/** Where the process itself looks for its configuration. */
export function ownEnvironment(): ClusterEnvironment {
  return {
    env: process.env,
    home: homedir(),
    serviceAccount: '/var/run/secrets/kubernetes.io/serviceaccount',
  };
}
