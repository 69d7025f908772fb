import type { ApiObject, ApiResource, Millis } from '@gcscope/gc-core';
import { definedResources } from '../controllers/custom-resource-definition.ts';
import type { Random } from '../objects/names.ts';
import { addCronJob } from './cron-jobs.ts';
import { addDatabases } from './databases.ts';
import { addNodes } from './nodes.ts';
import { addProblems } from './problems.ts';
import { addStatefulSet } from './stateful.ts';
import { addBarePod, addDaemonSet, addDeployment, addService } from './workloads.ts';
import { DAY, HOUR, MINUTE, plainReference, SECOND, WorldBuilder } from './world-builder.ts';

/** The objects of the embedded cluster at its start. */
export interface FirstWorld {
  readonly objects: readonly ApiObject[];
  /** The custom resources that its definitions serve. */
  readonly customResources: readonly ApiResource[];
}

/** A small shop that has been running for some months, with the problems such a cluster has. */
export function firstWorld(now: Millis, random: Random): FirstWorld {
  const world = new WorldBuilder(now, random);
  addPlatform(world);
  addNodes(world);
  addShop(world);
  addPayments(world);
  addDatabases(world);
  addProblems(world);
  const definitions = world.objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  return { objects: world.objects, customResources: definitions.flatMap(definedResources) };
}

const SYSTEM_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];
const OWN_NAMESPACES = ['shop', 'payments', 'monitoring', 'operators'];

function addNamespaces(world: WorldBuilder): void {
  for (const name of [...SYSTEM_NAMESPACES, ...OWN_NAMESPACES]) {
    const age = (SYSTEM_NAMESPACES.includes(name) ? 143 : 120) * DAY;
    const labels = { 'kubernetes.io/metadata.name': name };
    const body = { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } };
    world.add('v1', 'Namespace', name, { age, labels, ...body });
    world.add('v1', 'ServiceAccount', 'default', { namespace: name, age });
    world.add('v1', 'ConfigMap', 'kube-root-ca.crt', { namespace: name, age, data: {} });
  }
}

function addClusterScoped(world: WorldBuilder): void {
  const age = 143 * DAY;
  for (const name of ['standard', 'fast']) {
    const body = { provisioner: 'csi.example.com', reclaimPolicy: 'Delete' };
    world.add('storage.k8s.io/v1', 'StorageClass', name, { age, ...body });
  }
  world.add('storage.k8s.io/v1', 'CSIDriver', 'csi.example.com', { age });
  world.add('networking.k8s.io/v1', 'IngressClass', 'nginx', { age });
  for (const name of ['system-cluster-critical', 'system-node-critical', 'shop-frontend']) {
    world.add('scheduling.k8s.io/v1', 'PriorityClass', name, { age, value: 1 });
  }
}

function addKubeSystem(world: WorldBuilder): void {
  const [namespace, age] = ['kube-system', 143 * DAY];
  const dns = { name: 'coredns', replicas: 2, image: 'registry.k8s.io/coredns:1.12', past: 1 };
  addDeployment(world, { namespace, age, ...dns });
  addService(world, namespace, 'kube-dns', 53, age, { app: 'coredns' });
  addDaemonSet(world, namespace, 'kube-proxy', 'registry.k8s.io/kube-proxy:v1.36.0', age);
  for (const name of ['coredns', 'kube-proxy']) {
    world.add('v1', 'ConfigMap', name, { namespace, age });
    world.add('v1', 'ServiceAccount', name, { namespace, age });
  }
  for (const name of ['kube-controller-manager', 'kube-scheduler']) {
    world.add('coordination.k8s.io/v1', 'Lease', name, { namespace, age });
  }
}

function addMonitoring(world: WorldBuilder): void {
  const [namespace, age] = ['monitoring', 75 * DAY];
  const grafana = { name: 'grafana', replicas: 1, image: 'grafana:11.4', past: 2, port: 3000 };
  addDeployment(world, { namespace, age, ...grafana });
  const prometheus = { name: 'prometheus', replicas: 2, image: 'prometheus:3.1', storage: '50Gi' };
  addStatefulSet(world, { namespace, age, ...prometheus });
  addService(world, namespace, 'prometheus', 9090, age);
  addDaemonSet(world, namespace, 'node-exporter', 'node-exporter:1.9', age);
  for (const name of ['grafana-dashboards', 'prometheus-rules']) {
    world.add('v1', 'ConfigMap', name, { namespace, age });
  }
}

/** The namespaces, what is cluster-scoped, and the parts that every cluster has. */
function addPlatform(world: WorldBuilder): void {
  addNamespaces(world);
  addClusterScoped(world);
  addKubeSystem(world);
  addMonitoring(world);
}

const DEPLOYMENTS = [
  { name: 'web', replicas: 3, image: 'shop/web:2.14', past: 4, age: 118 * DAY, port: 8080 },
  { name: 'api', replicas: 3, image: 'shop/api:5.3', past: 3, age: 118 * DAY, port: 8443 },
  { name: 'cart', replicas: 2, image: 'shop/cart:1.9', past: 2, age: 96 * DAY, port: 8080 },
  { name: 'search', replicas: 2, image: 'shop/search:0.22', past: 3, age: 61 * DAY, port: 9200 },
];

/** The shop itself: what customers see. */
function addShop(world: WorldBuilder): void {
  const namespace = 'shop';
  for (const plan of DEPLOYMENTS) addDeployment(world, { namespace, ...plan });
  const sessions = { namespace, name: 'sessions', age: 96 * DAY };
  addService(world, namespace, 'sessions', 6379, sessions.age);
  addStatefulSet(world, { ...sessions, replicas: 3, image: 'redis:7.4', storage: '4Gi' });
  addCronJobs(world, namespace);
  addConfiguration(world, namespace);
  addBarePod(world, namespace, 'debug-shell', 'toolbox:9', 5 * HOUR);
}

function addCronJobs(world: WorldBuilder, namespace: string): void {
  addCronJob(world, {
    namespace,
    name: 'cart-cleanup',
    schedule: '@every 25s',
    every: 25 * SECOND,
    image: 'shop/cart-jobs:1.9',
    runs: 3,
  });
  addCronJob(world, {
    namespace,
    name: 'price-sync',
    schedule: '* * * * *',
    every: MINUTE,
    image: 'shop/price-sync:3.0',
    runs: 2,
    successfulJobsHistoryLimit: 2,
  });
  addCronJob(world, {
    namespace,
    name: 'nightly-report',
    schedule: '0 3 * * *',
    every: DAY,
    image: 'shop/reports:1.4',
    runs: 3,
  });
}

function addConfiguration(world: WorldBuilder, namespace: string): void {
  const web = world.find('Deployment', namespace, 'web');
  const api = world.find('Deployment', namespace, 'api');
  const ownerReferences = [web, api].map(plainReference);
  const tls = { type: 'kubernetes.io/tls' };
  world.add('v1', 'Secret', 'wildcard-tls', { namespace, age: 30 * DAY, ownerReferences, ...tls });
  world.add('v1', 'ConfigMap', 'web-assets', { namespace, age: 118 * DAY, owner: web });
  world.add('v1', 'ConfigMap', 'api-routes', { namespace, age: 118 * DAY, owner: api });
  world.add('v1', 'Secret', 'api-session-key', { namespace, age: 41 * DAY, owner: api });
  world.add('v1', 'Secret', 'registry-login', { namespace, age: 118 * DAY });
  const nginx = { spec: { ingressClassName: 'nginx' } };
  const changedOften = { namespace, age: 118 * DAY, generation: 6 };
  world.add('networking.k8s.io/v1', 'Ingress', 'shop', { ...changedOften, ...nginx });
  const sinceLoad = { namespace, age: 88 * DAY };
  world.add('policy/v1', 'PodDisruptionBudget', 'web', sinceLoad);
  const scaling = { spec: { minReplicas: 3, maxReplicas: 9 } };
  world.add('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', { ...sinceLoad, ...scaling });
}

/** Where the money goes. Its database belongs to the operator. */
function addPayments(world: WorldBuilder): void {
  const namespace = 'payments';
  const checkout = addDeployment(world, {
    namespace,
    name: 'checkout',
    replicas: 3,
    image: 'payments/checkout:4.1',
    past: 3,
    age: 104 * DAY,
    port: 8443,
  });
  addDeployment(world, {
    namespace,
    name: 'fraud-check',
    replicas: 2,
    image: 'payments/fraud-check:0.8',
    past: 1,
    age: 33 * DAY,
    port: 8080,
  });
  addCronJob(world, {
    namespace,
    name: 'settle',
    schedule: '*/2 * * * *',
    every: 2 * MINUTE,
    image: 'payments/settle:2.2',
    runs: 0,
    ttlSecondsAfterFinished: 75,
  });
  addCronJob(world, {
    namespace,
    name: 'yearly-audit',
    schedule: '@yearly',
    every: 365 * DAY,
    image: 'payments/audit:1.0',
    runs: 0,
    suspend: true,
  });
  world.add('v1', 'Secret', 'acquirer-key', { namespace, age: 104 * DAY, owner: checkout });
  world.add('v1', 'ConfigMap', 'checkout-limits', { namespace, age: 20 * DAY, owner: checkout });
  world.add('policy/v1', 'PodDisruptionBudget', 'checkout', { namespace, age: 80 * DAY });
  const closed = { namespace, age: 104 * DAY };
  world.add('networking.k8s.io/v1', 'NetworkPolicy', 'only-from-shop', closed);
}
