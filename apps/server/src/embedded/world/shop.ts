import { addCronJob } from './cron-jobs.ts';
import { addStatefulSet } from './stateful.ts';
import { addBarePod, addDeployment, addService } from './workloads.ts';
import { DAY, HOUR, MINUTE, SECOND, type WorldBuilder } from './world-builder.ts';

const IMAGES = 'registry.example.com/shop';

/** The shop itself: what customers see. */
export function addShop(world: WorldBuilder): void {
  const namespace = 'shop';
  const web = addDeployment(world, {
    namespace,
    name: 'web',
    replicas: 3,
    image: `${IMAGES}/web:2.14`,
    past: 4,
    age: 118 * DAY,
    port: 8080,
  });
  const api = addDeployment(world, {
    namespace,
    name: 'api',
    replicas: 3,
    image: `${IMAGES}/api:5.3`,
    past: 3,
    revisionHistoryLimit: 3,
    age: 118 * DAY,
    port: 8443,
  });
  addDeployment(world, {
    namespace,
    name: 'cart',
    replicas: 2,
    image: `${IMAGES}/cart:1.9`,
    past: 2,
    revisionHistoryLimit: 2,
    age: 96 * DAY,
    port: 8080,
  });
  addDeployment(world, {
    namespace,
    name: 'search',
    replicas: 2,
    image: `${IMAGES}/search:0.22`,
    past: 3,
    revisionHistoryLimit: 3,
    age: 61 * DAY,
    port: 9200,
  });
  addService(world, namespace, 'sessions', 6379, 96 * DAY);
  addStatefulSet(world, {
    namespace,
    name: 'sessions',
    replicas: 3,
    image: 'registry.example.com/redis:7.4',
    storage: '4Gi',
    age: 96 * DAY,
  });
  addCronJob(world, {
    namespace,
    name: 'cart-cleanup',
    schedule: '@every 25s',
    every: 25 * SECOND,
    image: `${IMAGES}/cart-jobs:1.9`,
    runs: 3,
  });
  addCronJob(world, {
    namespace,
    name: 'price-sync',
    schedule: '* * * * *',
    every: MINUTE,
    image: `${IMAGES}/price-sync:3.0`,
    runs: 2,
    successfulJobsHistoryLimit: 2,
  });
  addCronJob(world, {
    namespace,
    name: 'nightly-report',
    schedule: '0 3 * * *',
    every: DAY,
    image: `${IMAGES}/reports:1.4`,
    runs: 3,
  });
  const owners = [web, api].map(({ apiVersion, kind, metadata: { name, uid } }) => {
    return { apiVersion, kind, name, uid };
  });
  world.add(
    'v1',
    'Secret',
    'wildcard-tls',
    { namespace, age: 30 * DAY, ownerReferences: owners },
    { type: 'kubernetes.io/tls' },
  );
  world.add('v1', 'ConfigMap', 'web-assets', { namespace, age: 118 * DAY, owner: web });
  world.add('v1', 'ConfigMap', 'api-routes', { namespace, age: 118 * DAY, owner: api });
  world.add('v1', 'Secret', 'api-session-key', { namespace, age: 41 * DAY, owner: api });
  world.add('v1', 'Secret', 'registry-login', { namespace, age: 118 * DAY });
  world.add(
    'networking.k8s.io/v1',
    'Ingress',
    'shop',
    { namespace, age: 118 * DAY, generation: 6 },
    { spec: { ingressClassName: 'nginx' } },
  );
  world.add('policy/v1', 'PodDisruptionBudget', 'web', { namespace, age: 88 * DAY, generation: 1 });
  world.add(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    'web',
    { namespace, age: 88 * DAY },
    { spec: { minReplicas: 3, maxReplicas: 9 } },
  );
  addBarePod(world, namespace, 'debug-shell', 'registry.example.com/toolbox:9', 5 * HOUR);
}
