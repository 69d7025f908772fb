import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { aimKubectl } from '@gcscope/gc-core/wire';
import { pino } from 'pino';
import { ClusterConfigError } from '../cluster/access/connection.ts';
import { defaultObjectLimit } from '../cluster/monitors/object-limit.ts';
import { followStatuses } from '../insight/follow-statuses.ts';
import type { NodeSource } from '../node-source/node-source.ts';
import { type ServerAddress, serverAddress } from '../routes/address.ts';
import { buildApp } from '../routes/app.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import {
  type ClusterInput,
  type OpenCluster,
  type OpenOptions,
  openCluster,
} from './cluster-source.ts';
import type { BindAddress, ServeConfig } from './config.ts';
import { usageError } from './exit-codes.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { unknownIgnored } from './ignored-kinds.ts';
import { textOf } from './lines.ts';
import { logDestination, REDACTED } from './log-options.ts';
import { followTls } from './renewed-tls.ts';
import { openSignIn } from './sign-in.ts';
import { firstFailure } from './synced-cluster.ts';
import type { Terminal } from './terminal.ts';

export interface ServeOptions {
  readonly config: ServeConfig;
  readonly input: ClusterInput;
  /** The command line names no cluster: if none is configured either, the embedded one is served. */
  readonly orEmbedded: boolean;
  /** The node that is read beside it. */
  readonly node: NodeSource | undefined;
}

export interface RunningServer {
  readonly url: string;
  /** Says goodbye to the browsers, then ends. */
  close(): Promise<void>;
}

/** With room for no object, every kind would be left out. */
function requireRoom(maxObjects: number | undefined): void {
  if (maxObjects === undefined && defaultObjectLimit() === 0) {
    throw usageError(
      "Node's heap is too small to keep any object. Give it at least 64 MB: NODE_OPTIONS=--max-old-space-size=64.",
    );
  }
}

/** Serves the pages and the API. Writes the URL, alone, as the first line of standard output. */
export async function startServer(
  options: ServeOptions,
  terminal: Terminal,
): Promise<RunningServer> {
  const { config } = options;
  const log = pino(
    { level: terminal.env.GCSCOPE_LOG_LEVEL ?? 'warn', redact: REDACTED },
    logDestination((text) => writeFileSync(2, text)),
  );
  const isShared = config.signIn !== undefined;
  if (isShared && options.input.type === 'embedded') {
    throw usageError(
      'The embedded cluster has no users, so sign-in is not possible. Use --kubeconfig FILE, or leave out --sign-in.',
    );
  }
  const { ignored, maxObjects } = config;
  requireRoom(maxObjects);
  const openOptions = { log, ignored, maxObjects, isShared };
  const opened = await openOrEmbedded(
    { ...options, orEmbedded: options.orEmbedded && !isShared },
    openOptions,
    terminal,
  );
  for (const warning of opened.warnings) terminal.err(`Warning: ${warning}\n`);
  const { cluster } = opened;
  const telemetry = new Telemetry(cluster, opened.counts);
  const beside = telemetry.app();
  const nodes = options.node ? [options.node] : [];
  const sharing = config.signIn && openSignIn(config.signIn, config, opened, nodes);
  const addressAt = (port: number): ServerAddress =>
    serverAddress(config.host, port, config.publicUrl, config.tls ? 'https' : 'http');
  let address: ServerAddress | undefined;
  const app = await buildApp({
    cluster,
    telemetry,
    ...opened.sources,
    nodes,
    address: () => address ?? addressAt(config.port),
    log,
    signIn: sharing,
    tls: config.tls,
    trustedProxies: config.trustedProxies,
    webRoot: terminal.webRoot,
  });
  const unfollow = [
    followStatuses(cluster, opened.sources.readStatus),
    giveBackMemory(cluster),
    followTls(app.server, config.tls, cluster.clock, log),
  ];
  const close = async (): Promise<void> => {
    for (const each of unfollow) each();
    await app.close();
    sharing?.sessions.close();
    sharing?.viewers.close();
    await beside.close();
    await opened.close();
  };
  try {
    await listen(app, config);
    if (config.metricsAddress) {
      const url = await listen(beside, config.metricsAddress);
      terminal.err(`Metrics and probes are served at ${url}.\n`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  address = addressAt(port);
  terminal.out(`${address.url}\n`);
  const { embedded, kubectl } = cluster.info;
  if (embedded) {
    const get = aimKubectl('kubectl get all --all-namespaces', kubectl);
    terminal.err(`To reach the embedded cluster with kubectl: ${get}\n`);
  }
  void firstFailure(opened).then((why) => {
    const unknown = unknownIgnored(ignored, cluster.live.served);
    if (why !== undefined) terminal.err(textOf([`${why} gcscope keeps running and tries again.`]));
    else if (unknown !== undefined) terminal.err(textOf([`Warning: ${unknown}`]));
  });
  if (config.openBrowser) openBrowser(address.url);
  return { url: address.url, close };
}

async function openOrEmbedded(
  { input, orEmbedded }: ServeOptions,
  options: OpenOptions,
  terminal: Terminal,
): Promise<OpenCluster> {
  try {
    return await openCluster(input, options);
  } catch (error) {
    const isNone = error instanceof ClusterConfigError && error.code === 'none';
    if (!isNone || !orEmbedded) throw error;
    terminal.err(
      'No cluster is configured, so gcscope serves the embedded one. For your cluster, use --kubeconfig FILE or set KUBECONFIG.\n',
    );
    return openCluster({ type: 'embedded' }, options);
  }
}

async function listen(
  server: { listen(address: BindAddress): Promise<string> },
  { host, port }: BindAddress,
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = CANNOT_LISTEN.get(code) ?? String(error);
    throw usageError(`gcscope cannot listen on ${host}:${port}: ${why}.`);
  }
}

const CANNOT_LISTEN = new Map([
  [
    'EADDRINUSE',
    'the port is in use; choose another one with --port, or any free one with --port 0',
  ],
  ['EACCES', 'the system does not allow this port; choose one above 1023 with --port'],
]);

function openBrowser(url: string): void {
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  // Without a browser the URL on standard output has to do.
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
