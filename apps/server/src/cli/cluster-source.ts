import { DEFAULT_RELEASE, nearestRelease, type Release, ScenarioError } from '@gcscope/gc-core';
import { type ClusterInfo, type Millis, UNKNOWN_VERSION } from '@gcscope/gc-core/wire';
import { systemClock } from '../base/clock.ts';
import { readYamlFile } from '../base/read-file.ts';
import { connect, connectToLoopback } from '../cluster/access/connect.ts';
import type { ClusterConnection, ClusterFlags } from '../cluster/access/connection.ts';
import type { ReviewClient } from '../cluster/access/review-client.ts';
import { Monitors } from '../cluster/monitors/monitors.ts';
import type { ClusterLog } from '../cluster/reflect/cluster-log.ts';
import type { ReaderCounts } from '../cluster/reflect/reader-counts.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../embedded/embedded-cluster.ts';
import type { ClusterSources } from '../insight/cluster-sources.ts';
import { type StatusReader, statusReader } from '../insight/status-reader.ts';
import { volumeReader } from '../insight/volume-reader.ts';
import { type LabelReader, labelReaders } from '../live/label-reader.ts';
import { LiveCluster } from '../live/live-cluster.ts';
import { ownerProbe } from '../live/owner-probe.ts';
import { type ReadScenario, readScenario } from '../scenario-files/read-scenario.ts';
import { ClusterRelay } from '../sharing/cluster-relay.ts';
import { type CommandError, usageError } from './exit-codes.ts';

/** After this time, a version that could not be read is requested again. */
const VERSION_AGAIN: Millis = 5000;

/** The cluster that a command reads. */
export type ClusterInput =
  /** With a scenario file: its objects instead of the usual world. */
  | { readonly type: 'embedded'; readonly scenario?: string }
  | { readonly type: 'kubeconfig'; readonly flags: ClusterFlags };

export interface OpenOptions {
  readonly log: ClusterLog;
  /** Kinds that are not read, as `group/resource`; none if nothing is said. */
  readonly ignored?: readonly string[] | undefined;
  /** Default: as many as fit into the memory of this process. */
  readonly maxObjects?: number | undefined;
  /** For commands that read once: the first lists are as new as the request. */
  readonly newest?: boolean;
  /** The release whose rules apply, whatever version the cluster has. */
  readonly release?: Release | undefined;
  /** People sign in with their own rights: the cluster info leaves out gcscope's kubeconfig. */
  readonly isShared?: boolean;
}

/** A cluster that is being read. */
export interface OpenCluster {
  readonly cluster: LiveCluster;
  /** Counts of the requests and objects read since the start. */
  readonly counts: ReaderCounts;
  /** Namespace of objects that are named without one. */
  readonly namespace: string;
  /** Sentences to show at the start. */
  readonly warnings: readonly string[];
  readonly sources: ClusterSources & { readonly readStatus: StatusReader };
  /** For a shared cluster: the reading from which the views of people are made. */
  readonly sharing?: SharedReading;
  /** Settled after the first answer or failure; kinds sync afterwards, and a failed cluster is asked again. */
  readonly asked: Promise<void>;
  /** Ends every request and, if it is the embedded one, the cluster. */
  close(): Promise<void>;
}

/** One reading for people who see different parts of it. */
interface SharedReading {
  readonly relay: ClusterRelay;
  readonly reviews: ReviewClient;
  readonly newLabelReader: () => LabelReader;
}

/** Begins to read a cluster. Rejects with `ClusterConfigError` when the configuration names none. */
export async function openCluster(input: ClusterInput, options: OpenOptions): Promise<OpenCluster> {
  if (input.type === 'kubeconfig') {
    return read(await connect(input.flags), options);
  }
  const embedded = await startEmbedded(input.scenario);
  const opened = read(connectToLoopback(embedded.url, 'embedded cluster'), options, true);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await embedded.close();
    },
  };
}

async function startEmbedded(file: string | undefined): Promise<EmbeddedCluster> {
  if (file === undefined) return startEmbeddedCluster();
  const { scenario, locate } = readScenarioFile(file);
  try {
    return await startEmbeddedCluster({ scenario });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    const { line, path } = locate(error.path);
    throw faultyScenario(file, line, path, error.message);
  }
}

function read(
  connection: ClusterConnection,
  { log, ignored, newest = false, release, maxObjects, isShared = false }: OpenOptions,
  embedded = false,
): OpenCluster {
  const { context, server, namespace, kubectl, warnings, client, counts, reviews } = connection;
  let info: ClusterInfo = { context, server, version: UNKNOWN_VERSION, embedded };
  if (kubectl.length > 0 && !isShared) info = { ...info, kubectl };
  if (warnings.length > 0) info = { ...info, warnings };
  const cluster = new LiveCluster({ clock: systemClock, info: () => info });
  const follow = (nearest: Release | undefined): void => {
    if (!nearest) return;
    cluster.live.follow(nearest);
    info = { ...info, release: nearest };
  };
  follow(release);
  const relay = isShared ? new ClusterRelay(cluster.live) : undefined;
  const newLabelReader = labelReaders(client, systemClock);
  const monitors = new Monitors({
    client,
    observer: relay ?? cluster.live,
    clock: systemClock,
    random: Math.random,
    log,
    leftOut: ignored,
    maxObjects,
    namespace,
    newest,
    counts,
  });
  let endRetry = (): void => undefined;
  let isClosed = false;
  const readVersion = async (): Promise<void> => {
    try {
      const version = await connection.version();
      info = { ...info, version };
      follow(release ?? nearestRelease(version) ?? DEFAULT_RELEASE);
      cluster.infoChanged();
    } catch {
      // Health says that the cluster does not answer.
      if (!isClosed) endRetry = systemClock.setTimeout(() => void readVersion(), VERSION_AGAIN);
    }
  };
  const asked = monitors.start().then(readVersion);
  return {
    cluster,
    counts,
    namespace,
    warnings,
    asked,
    sources: {
      readStatus: statusReader(client),
      readVolume: volumeReader(client),
      probeOwners: ownerProbe(client),
      readLabels: newLabelReader(),
    },
    ...(relay ? { sharing: { relay, reviews, newLabelReader } } : {}),
    close: async () => {
      isClosed = true;
      endRetry();
      await monitors.stop();
      cluster.live.stop();
      await connection.close();
    },
  };
}

/** Reads the scenario whose objects an embedded cluster is to hold. Throws `CommandError` for a faulty file. */
function readScenarioFile(file: string): ReadScenario {
  const text = readYamlFile(file, (why) =>
    usageError(`The scenario file ${file} cannot be read: ${why}.`),
  );
  const read = readScenario(text);
  if (!('errors' in read)) return read;
  const [first] = read.errors;
  throw faultyScenario(
    file,
    first?.line ?? 1,
    first?.path ?? '',
    first?.message ?? 'The document is invalid.',
  );
}

/** The one sentence about a faulty place of a scenario file. */
function faultyScenario(file: string, line: number, path: string, message: string): CommandError {
  const place = path === '' ? '' : ` ${path}`;
  return usageError(`${file}:${line}${place}: ${message}`);
}
