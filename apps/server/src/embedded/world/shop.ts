import { addCronJob } from './cron-jobs.ts';
import { addStatefulSet } from './stateful.ts';
import { addBarePod, addDeployment, addService } from './workloads.ts';
import { DAY, HOUR, MINUTE, plainReference, SECOND, type WorldBuilder } from './world-builder.ts';

const DEPLOYMENTS = [
  { name: 'web', replicas: 3, image: 'shop/web:2.14', past: 4, age: 118 * DAY, port: 8080 },
  { name: 'api', replicas: 3, image: 'shop/api:5.3', past: 3, age: 118 * DAY, port: 8443 },
  { name: 'cart', replicas: 2, image: 'shop/cart:1.9', past: 2, age: 96 * DAY, port: 8080 },
  { name: 'search', replicas: 2, image: 'shop/search:0.22', past: 3, age: 61 * DAY, port: 9200 },
];

/** The shop itself: what customers see. */
export function addShop(world: WorldBuilder): void {
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
  world.add('v1', 'Secret', 'wildcard-tls', { namespace, age: 30 * DAY, ownerReferences }, tls);
  world.add('v1', 'ConfigMap', 'web-assets', { namespace, age: 118 * DAY, owner: web });
  world.add('v1', 'ConfigMap', 'api-routes', { namespace, age: 118 * DAY, owner: api });
  world.add('v1', 'Secret', 'api-session-key', { namespace, age: 41 * DAY, owner: api });
  world.add('v1', 'Secret', 'registry-login', { namespace, age: 118 * DAY });
  const nginx = { spec: { ingressClassName: 'nginx' } };
  const changedOften = { namespace, age: 118 * DAY, generation: 6 };
  world.add('networking.k8s.io/v1', 'Ingress', 'shop', changedOften, nginx);
  const sinceLoad = { namespace, age: 88 * DAY };
  world.add('policy/v1', 'PodDisruptionBudget', 'web', sinceLoad);
  const scaling = { spec: { minReplicas: 3, maxReplicas: 9 } };
  world.add('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', sinceLoad, scaling);
}
