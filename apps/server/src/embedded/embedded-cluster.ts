import { randomUUID } from 'node:crypto';
import {
  type ApiResource,
  ApiServer,
  CollectorProcess,
  DEFAULT_RELEASE,
  failureStatus,
  RELEASES,
  ResourceTable,
} from '@gcscope/gc-core';
import { stringify } from 'yaml';
import { type Clock, systemClock } from './clock.ts';
import { ClusterClient } from './cluster-client.ts';
import { recordWarning } from './collector-events.ts';
import type { Controller } from './controllers/controller.ts';
import { ControllerLoop } from './controllers/controller-loop.ts';
import { cronJobController } from './controllers/cron-job.ts';
import { definitionController } from './controllers/custom-resource-definition.ts';
import { daemonSetController } from './controllers/daemon-set.ts';
import { databaseOperator } from './controllers/database-operator.ts';
import { delivery } from './controllers/delivery.ts';
import { deploymentController } from './controllers/deployment.ts';
import { jobController } from './controllers/job.ts';
import { kubelet } from './controllers/kubelet.ts';
import { namespaceController } from './controllers/namespace.ts';
import { namespaceDefaults } from './controllers/namespace-defaults.ts';
import { replicaSetController } from './controllers/replica-set.ts';
import { scheduler } from './controllers/scheduler.ts';
import { statefulSetController } from './controllers/stateful-set.ts';
import { ttlAfterFinished } from './controllers/ttl-after-finished.ts';
import { volumeController } from './controllers/volumes.ts';
import { startApiHttpServer } from './http/api-http-server.ts';
import type { Random } from './names.ts';
import { firstWorld } from './world/first-world.ts';
import { misnameOwner } from './world/troubles.ts';

/** The Deployments that get a new version now and then, in turn. */
const DELIVERED = [
  { namespace: 'shop', name: 'web' },
  { namespace: 'payments', name: 'checkout' },
  { namespace: 'shop', name: 'api' },
  { namespace: 'shop', name: 'search' },
];

/** How the embedded cluster is started; everything has a default. */
export interface EmbeddedClusterOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Changes kept for resuming watches. */
  readonly ringCapacity?: number;
  /** Milliseconds between two bookmarks of a watch. */
  readonly bookmarkInterval?: number;
}

/** A world that moves, without a network. */
export interface EmbeddedWorld {
  readonly apiServer: ApiServer;
  readonly collector: CollectorProcess;
  /** Nothing moves any more. */
  stop(): void;
}

/** A running embedded cluster. */
export interface EmbeddedCluster {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly apiServer: ApiServer;
  /** The text of a kubeconfig with which kubectl and this program reach it. */
  kubeconfig(): string;
  /** Ends every connection and all movement. */
  close(): Promise<void>;
}

function createApiServer(clock: Clock, customResources: readonly ApiResource[]): ApiServer {
  const apiServer: ApiServer = new ApiServer({
    release: RELEASES[DEFAULT_RELEASE],
    table: ResourceTable.builtIn(customResources),
    now: () => clock.now(),
    newUid: () => randomUUID(),
    admit: ({ operation, target: { namespace } }) => {
      if (operation !== 'CREATE' || namespace === '') return undefined;
      const resource = apiServer.table.forKind('v1', 'Namespace');
      if (!resource || apiServer.get({ resource, namespace: '', name: namespace }).ok) {
        return undefined;
      }
      const details = { name: namespace, kind: 'namespaces' };
      return failureStatus('NotFound', `namespaces "${namespace}" not found`, details);
    },
  });
  return apiServer;
}

function controllersOf(
  apiServer: ApiServer,
  client: ClusterClient,
  random: Random,
): readonly Controller[] {
  return [
    definitionController(apiServer, client),
    namespaceController(apiServer, client),
    namespaceDefaults(client),
    delivery(client, DELIVERED),
    databaseOperator(client),
    deploymentController(client),
    replicaSetController(client, random),
    statefulSetController(client),
    daemonSetController(client, random),
    cronJobController(client),
    jobController(client, random),
    ttlAfterFinished(client),
    volumeController(client),
    scheduler(client),
    kubelet(client),
  ];
}

/** The first world with its collector and controllers at work, driven by the clock alone. */
export function startEmbeddedWorld(
  clock: Clock = systemClock,
  random: Random = Math.random,
): EmbeddedWorld {
  const { objects, customResources } = firstWorld(clock.now(), random);
  const apiServer = createApiServer(clock, customResources);
  apiServer.put(objects);
  const release = RELEASES[DEFAULT_RELEASE];
  const client = new ClusterClient(apiServer);
  const collector = new CollectorProcess({
    apiServer,
    release,
    now: () => clock.now(),
    listener: { event: (warning) => recordWarning(client, clock.now(), warning) },
  });
  while (collector.pending()) collector.step();
  misnameOwner(client);
  const controllers = controllersOf(apiServer, client, random);
  const loop = new ControllerLoop(apiServer, clock, collector, controllers);
  return { apiServer, collector, stop: () => loop.stop() };
}

function kubeconfigOf(url: string): string {
  const name = 'gcscope-embedded';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    // Some clients refuse plain http without this.
    clusters: [{ name, cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: 'shop' } }],
    'current-context': name,
  });
}

/** Starts the embedded cluster on 127.0.0.1. Fails when the port is taken. */
export async function startEmbeddedCluster(
  options: EmbeddedClusterOptions = {},
): Promise<EmbeddedCluster> {
  const { clock = systemClock, random = Math.random, ...httpOptions } = options;
  const world = startEmbeddedWorld(clock, random);
  try {
    const http = await startApiHttpServer({ apiServer: world.apiServer, clock, ...httpOptions });
    return {
      url: http.url,
      apiServer: world.apiServer,
      kubeconfig: () => kubeconfigOf(http.url),
      close: () => {
        world.stop();
        return http.close();
      },
    };
  } catch (error) {
    world.stop();
    throw error;
  }
}
