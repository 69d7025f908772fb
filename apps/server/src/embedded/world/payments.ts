import { addCronJob } from './cron-jobs.ts';
import { addDeployment } from './workloads.ts';
import { DAY, MINUTE, type WorldBuilder } from './world-builder.ts';

/** Where the money goes. Its database belongs to the operator. */
export function addPayments(world: WorldBuilder): void {
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
