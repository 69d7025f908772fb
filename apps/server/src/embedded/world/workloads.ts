import type { ApiObject, Millis } from '@gcscope/gc-core';
import { runningStatus } from '../controllers/kubelet.ts';
import { fields } from '../objects/fields.ts';
import { templateHash } from '../objects/names.ts';
import { WORKERS } from './nodes.ts';
import { DAY, HOUR, MINUTE, type WorldBuilder, type WorldObject } from './world-builder.ts';

/** A Deployment of the first world with its past. */
export interface DeploymentPlan {
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
  /** `shop/web:1.14`; the patch version is the revision. */
  readonly image: string;
  /** How many versions came before: each left an empty ReplicaSet, which stays. */
  readonly past: number;
  readonly age: Millis;
  /** Port of its Service; without one it has none. */
  readonly port?: number;
}

function podTemplate(name: string, image: string): Readonly<Record<string, unknown>> {
  return {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name, image: imageOf(image) }], terminationGracePeriodSeconds: 30 },
  };
}

/** The whole name of an image: without a registry it is from that of the shop. */
export function imageOf(image: string): string {
  return image.startsWith('registry.') ? image : `registry.example.com/${image}`;
}

function nodeOf(world: WorldBuilder): string {
  return WORKERS[world.pick(WORKERS.length)] ?? 'worker-1';
}

function addPod(
  world: WorldBuilder,
  name: string,
  podSpec: Readonly<Record<string, unknown>>,
  placement: WorldObject,
): ApiObject {
  const spec = { restartPolicy: 'Always', ...podSpec };
  // Only what the status is computed from; the uid comes with the object.
  const metadata = { name, uid: `${placement.namespace}/${name}` };
  const pod: ApiObject = { apiVersion: 'v1', kind: 'Pod', metadata, spec };
  const status = runningStatus(pod, world.now - placement.age + 3000);
  return world.add('v1', 'Pod', name, { ...placement, spec, status });
}

/** A Pod that runs since `age`. */
export function addRunningPod(
  world: WorldBuilder,
  name: string,
  owner: ApiObject,
  template: Readonly<Record<string, unknown>>,
  age: Millis,
  nodeName: string = nodeOf(world),
  further: Partial<WorldObject> = {},
): ApiObject {
  const labels = fields(template, ['metadata', 'labels']) as Readonly<Record<string, string>>;
  const { namespace = '' } = owner.metadata;
  const spec = { ...fields(template, ['spec']), nodeName };
  return addPod(world, name, spec, { namespace, age, owner, labels, ...further });
}

/** A Pod without a controller: a person made it. */
export function addBarePod(
  world: WorldBuilder,
  namespace: string,
  name: string,
  image: string,
  age: Millis,
): ApiObject {
  const containers = [{ name, image: imageOf(image) }];
  const spec = { nodeName: nodeOf(world), containers };
  return addPod(world, name, spec, { namespace, age, labels: { run: name } });
}

function addReplicaSet(
  world: WorldBuilder,
  deployment: ApiObject,
  template: Readonly<Record<string, unknown>>,
  revision: number,
  replicas: number,
  age: Millis,
): ApiObject {
  const { name, namespace = '' } = deployment.metadata;
  const hash = templateHash(template);
  const labels = { app: name, 'pod-template-hash': hash };
  const status = {
    replicas,
    fullyLabeledReplicas: replicas,
    readyReplicas: replicas,
    availableReplicas: replicas,
    observedGeneration: 2,
  };
  return world.add('apps/v1', 'ReplicaSet', `${name}-${hash}`, {
    namespace,
    age,
    owner: deployment,
    labels,
    annotations: { 'deployment.kubernetes.io/revision': String(revision) },
    generation: 2,
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { ...template, metadata: { labels } },
    },
    status,
  });
}

/** A Service with the EndpointSlice that its controller made. */
export function addService(
  world: WorldBuilder,
  namespace: string,
  name: string,
  port: number,
  age: Millis,
  selector: Readonly<Record<string, string>> = { app: name },
): ApiObject {
  const service = world.add('v1', 'Service', name, {
    namespace,
    age,
    labels: { app: name },
    spec: {
      type: 'ClusterIP',
      clusterIP: `10.96.${world.pick(256)}.${1 + world.pick(254)}`,
      selector,
      ports: [{ port, protocol: 'TCP' }],
    },
  });
  world.add('discovery.k8s.io/v1', 'EndpointSlice', world.nameAfter(name), {
    namespace,
    age,
    owner: service,
    labels: { 'kubernetes.io/service-name': name },
  });
  return service;
}

/** A Deployment with its current ReplicaSet and Pods, and the empty ReplicaSets of its past. */
export function addDeployment(world: WorldBuilder, plan: DeploymentPlan): ApiObject {
  const { namespace, name, replicas, image, past, age, port } = plan;
  const templateOf = (patch: number): Readonly<Record<string, unknown>> =>
    podTemplate(name, `${image}.${patch}`);
  const deployment = world.add('apps/v1', 'Deployment', name, {
    namespace,
    age,
    labels: { app: name },
    annotations: { 'deployment.kubernetes.io/revision': String(past + 1) },
    generation: past + 1,
    spec: {
      replicas,
      revisionHistoryLimit: past,
      selector: { matchLabels: { app: name } },
      template: templateOf(past),
    },
  });
  for (let patch = 0; patch < past; patch++) {
    addReplicaSet(
      world,
      deployment,
      templateOf(patch),
      patch + 1,
      0,
      age - (age * patch) / (past + 1),
    );
  }
  const since = Math.min(age, 2 * DAY + world.pick(30) * HOUR);
  const current = addReplicaSet(world, deployment, templateOf(past), past + 1, replicas, since);
  const podLabels = { ...templateOf(past), metadata: { labels: current.metadata.labels } };
  for (let i = 0; i < replicas; i++) {
    const podName = world.nameAfter(current.metadata.name);
    addRunningPod(world, podName, current, podLabels, since - i * MINUTE);
  }
  if (port !== undefined) addService(world, namespace, name, port, age);
  return deployment;
}

/** A DaemonSet with a Pod on each of the given nodes and its ControllerRevision. */
export function addDaemonSet(
  world: WorldBuilder,
  namespace: string,
  name: string,
  image: string,
  age: Millis,
): ApiObject {
  const template = podTemplate(name, image);
  const daemonSet = world.add('apps/v1', 'DaemonSet', name, {
    namespace,
    age,
    labels: { app: name },
    spec: { selector: { matchLabels: { app: name } }, template },
  });
  world.add('apps/v1', 'ControllerRevision', `${name}-${templateHash(template)}`, {
    namespace,
    age,
    owner: daemonSet,
    labels: { app: name },
    revision: 1,
  });
  for (const node of ['control-plane-1', ...WORKERS]) {
    addRunningPod(world, world.nameAfter(name), daemonSet, template, age, node);
  }
  return daemonSet;
}
