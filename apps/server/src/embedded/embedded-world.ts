import { createHash, randomUUID } from 'node:crypto';
import {
  type ApiObject,
  ApiServer,
  type ApiServerOptions,
  CollectorProcess,
  createWorld,
  DEFAULT_RELEASE,
  failureStatus,
  formatTimestamp,
  type Millis,
  type ObjectReference,
  RELEASES,
  ResourceTable,
  type Scenario,
} from '@gcscope/gc-core';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Controller } from './controllers/controller.ts';
import { ControllerLoop } from './controllers/controller-loop.ts';
import { cronJobController } from './controllers/cron-job.ts';
import { definitionController } from './controllers/custom-resource-definition.ts';
import { daemonSetController } from './controllers/daemon-set.ts';
import { databaseOperator } from './controllers/database-operator.ts';
import { delivery } from './controllers/delivery.ts';
import { deploymentController } from './controllers/deployment.ts';
import { endpointSliceController } from './controllers/endpoint-slice.ts';
import { jobController, ttlAfterFinished } from './controllers/job.ts';
import { kubelet } from './controllers/kubelet.ts';
import { namespaceController, namespaceDefaults } from './controllers/namespace.ts';
import { replicaSetController } from './controllers/replica-set.ts';
import { scheduler } from './controllers/scheduler.ts';
import { statefulSetController } from './controllers/stateful-set.ts';
import { volumeController } from './controllers/volumes.ts';
import { ClusterClient } from './objects/cluster-client.ts';
import { number } from './objects/fields.ts';
import type { Random } from './objects/names.ts';
import { firstWorld } from './world/first-world.ts';
import { misnameOwner } from './world/problems.ts';

const RELEASE = RELEASES[DEFAULT_RELEASE];

/** The Deployments that get a new version now and then, in turn. */
const DELIVERED = [
  { namespace: 'shop', name: 'web' },
  { namespace: 'payments', name: 'checkout' },
  { namespace: 'shop', name: 'api' },
  { namespace: 'shop', name: 'search' },
];

/** Options of an embedded world; each has a default. */
export interface EmbeddedWorldOptions {
  readonly clock?: Clock;
  readonly random?: Random;
  /** Starts with the objects of this scenario instead of the shop. Only the collector, a kubelet and the namespace controller run. */
  readonly scenario?: Scenario;
}

/** A world that moves, without a network. */
export interface EmbeddedWorld {
  readonly apiServer: ApiServer;
  readonly collector: CollectorProcess;
  /** Stops the controllers and the collector. */
  stop(): void;
}

type Admit = NonNullable<ApiServerOptions['admit']>;

/** Refuses what is created in a namespace that does not exist. */
function inNamespaces(apiServer: () => ApiServer): Admit {
  return ({ operation, target: { namespace } }) => {
    if (operation !== 'CREATE' || namespace === '') return undefined;
    const resource = apiServer().table.forKind('v1', 'Namespace');
    if (!resource || apiServer().get({ resource, namespace: '', name: namespace }).ok) {
      return undefined;
    }
    const details = { name: namespace, kind: 'namespaces' };
    return failureStatus('NotFound', `namespaces "${namespace}" not found`, details);
  };
}

function createApiServer(
  clock: Clock,
  table: ResourceTable,
  objects: Iterable<ApiObject>,
  admit?: Admit,
): ApiServer {
  const apiServer = new ApiServer({
    release: RELEASE,
    table,
    now: () => clock.now(),
    newUid: () => randomUUID(),
    ...(admit ? { admit } : {}),
  });
  apiServer.put([...objects]);
  return apiServer;
}

function attachCollector(
  apiServer: ApiServer,
  client: ClusterClient,
  clock: Clock,
): CollectorProcess {
  return new CollectorProcess({
    apiServer,
    release: RELEASE,
    now: () => clock.now(),
    listener: { event: (warning) => recordWarning(client, clock.now(), warning) },
  });
}

function shopControllers(
  apiServer: ApiServer,
  client: ClusterClient,
  clock: Clock,
  random: Random,
): readonly Controller[] {
  return [
    definitionController(apiServer, client),
    namespaceController(apiServer, RELEASE, clock),
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
    endpointSliceController(client, random),
    scheduler(client),
    kubelet(client),
  ];
}

function startShop(clock: Clock, random: Random): EmbeddedWorld {
  const { objects, customResources } = firstWorld(clock.now(), random);
  const table = ResourceTable.builtIn(customResources);
  const apiServer: ApiServer = createApiServer(
    clock,
    table,
    objects,
    inNamespaces(() => apiServer),
  );
  const client = new ClusterClient(apiServer);
  const collector = attachCollector(apiServer, client, clock);
  while (collector.pending()) collector.step();
  misnameOwner(client);
  const controllers = shopControllers(apiServer, client, clock, random);
  const loop = new ControllerLoop(apiServer, clock, collector, controllers);
  return { apiServer, collector, stop: () => loop.stop() };
}

function startScenario(clock: Clock, scenario: Scenario): EmbeddedWorld {
  const before = createWorld(scenario, RELEASE).simulation.apiServer;
  const apiServer = createApiServer(clock, before.table, before.all());
  const client = new ClusterClient(apiServer);
  const collector = attachCollector(apiServer, client, clock);
  const controllers = [namespaceController(apiServer, RELEASE, clock), kubelet(client)];
  const loop = new ControllerLoop(apiServer, clock, collector, controllers);
  return { apiServer, collector, stop: () => loop.stop() };
}

/** A world with its collector and controllers at work, driven by the clock alone. Throws `ScenarioError`. */
export function startEmbeddedWorld(options: EmbeddedWorldOptions = {}): EmbeddedWorld {
  const { clock = systemClock, random = Math.random, scenario } = options;
  return scenario ? startScenario(clock, scenario) : startShop(clock, random);
}

/** A warning of the collector about an object. */
interface CollectorWarning {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly involvedObject: ObjectReference;
}

/** Records a warning as an Event: one per object and message, counted when it repeats (EV-03, EV-08). */
function recordWarning(
  client: ClusterClient,
  now: Millis,
  { type, reason, message, involvedObject }: CollectorWarning,
): void {
  const namespace = involvedObject.namespace === '' ? 'default' : involvedObject.namespace;
  const digest = createHash('sha256').update(`${involvedObject.uid} ${message}`).digest('hex');
  const name = `${involvedObject.name}.${digest.slice(0, 16)}`;
  const lastTimestamp = formatTimestamp(now);
  const known = client.get('v1', 'Event', namespace, name);
  if (known) {
    client.patch(known, { count: number(known, ['count'], 1) + 1, lastTimestamp });
    return;
  }
  client.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject,
    type,
    reason,
    message,
    count: 1,
    firstTimestamp: lastTimestamp,
    lastTimestamp,
    source: { component: 'garbage-collector-controller' },
  });
}
