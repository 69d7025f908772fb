import type { OwnerReference } from '@gcscope/gc-core';
import { DEPROVISION_FINALIZER, EXPIRED_ACCOUNT } from '../controllers/database-operator.ts';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { addDatabaseObject } from './databases.ts';
import { addRunningPod } from './workloads.ts';
import { DAY, HOUR, plainReference, type WorldBuilder } from './world-builder.ts';

// The collector is at work in this cluster, so whatever is wrong here must be something that it leaves standing:
// a reference that it simply finds wrong would be gone before you look.

/** Wrong for good: the collector cannot decide (CL-03) or gives up (CL-04). */
function addLastingReferences(world: WorldBuilder): void {
  const neverServed = (apiVersion: string, kind: string, name: string): OwnerReference => {
    return { apiVersion, kind, name, uid: world.uid() };
  };
  // The definition of its owner's kind was removed: no mapping, no verdict.
  const cart = neverServed('carts.legacy.example.com/v1', 'Cart', 'main');
  world.add('v1', 'Service', 'legacy-cart', {
    namespace: 'shop',
    age: 112 * DAY,
    ownerReferences: [cart],
    spec: { type: 'ClusterIP', clusterIP: '10.96.7.41', ports: [{ port: 80 }] },
  });
  // Copied from `payments` with its references; only the second one, of a kind never served here, keeps it.
  const inPayments = { namespace: 'payments', age: 70 * DAY };
  const rules = world.add('v1', 'ConfigMap', 'pricing-rules', inPayments);
  const copyJob = neverServed('migrations.example.com/v1', 'CopyJob', 'q3-pricing');
  world.add('v1', 'ConfigMap', 'pricing-rules-copy', {
    namespace: 'shop',
    age: 26 * DAY,
    ownerReferences: [plainReference(rules), copyJob],
  });
  // One owner lives, the other's kind is unknown.
  const web = world.find('Deployment', 'shop', 'web');
  const rollout = neverServed('argoproj.io/v1alpha1', 'Rollout', 'web');
  world.add('v1', 'ConfigMap', 'web-canary-weights', {
    namespace: 'shop',
    age: 48 * DAY,
    ownerReferences: [plainReference(web), rollout],
  });
  // A cluster-scoped child of a namespaced owner.
  const checkout = world.find('Deployment', 'payments', 'checkout');
  world.add('rbac.authorization.k8s.io/v1', 'ClusterRole', 'checkout-metrics-reader', {
    age: 52 * DAY,
    ownerReferences: [plainReference(checkout)],
  });
}

/** Deleted, but blocked by finalizers that the collector does not remove. */
function addHeldObjects(world: WorldBuilder): void {
  // Collected because its owner is in another namespace; its lease in the vault was never given back.
  const web = world.find('Deployment', 'shop', 'web');
  world.add('v1', 'Secret', 'export-token', {
    namespace: 'payments',
    age: 19 * DAY,
    ownerReferences: [plainReference(web)],
    finalizers: ['vault.example.com/revoke-lease'],
    deleted: 3 * DAY,
    type: 'Opaque',
  });
  const preview = 'preview-417';
  world.add('v1', 'Namespace', preview, {
    age: 15 * DAY,
    labels: { 'kubernetes.io/metadata.name': preview },
    deleted: 6 * DAY,
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating', conditions: conditionsSince(world.ago(6 * DAY)) },
  });
  addDatabaseObject(world, {
    namespace: preview,
    name: 'preview-417',
    instances: 1,
    account: EXPIRED_ACCOUNT,
    age: 15 * DAY,
    deleted: 6 * DAY,
  });
}

/** Conditions that the namespace controller wrote days ago; it writes them again a few seconds after the start. */
function conditionsSince(lastTransitionTime: string): object[] {
  const status = 'True';
  return [
    {
      type: 'NamespaceContentRemaining',
      status,
      lastTransitionTime,
      reason: 'SomeResourcesRemain',
      message: 'Some resources are remaining: databases.example.com has 1 resource instances',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      status,
      lastTransitionTime,
      reason: 'SomeFinalizersRemain',
      message: `Some content in the namespace has finalizers remaining: ${DEPROVISION_FINALIZER} in 1 resource instances`,
    },
  ];
}

/** A foreground deletion that waits: Deployment for ReplicaSet for a Pod that a finalizer blocks. */
function addBlockedForegroundDeletion(world: WorldBuilder): void {
  const name = 'ledger-v1';
  const deletion = {
    namespace: 'payments',
    finalizers: ['foregroundDeletion'],
    deleted: 7 * HOUR,
    generation: 3,
    labels: { app: name },
  };
  const labels = { app: name, 'pod-template-hash': '6c9f7b54d8' };
  const container = { name, image: 'registry.example.com/payments/ledger:1.9.4' };
  const template = { metadata: { labels }, spec: { containers: [container] } };
  const spec = { replicas: 1, selector: { matchLabels: labels }, template };
  const status = { replicas: 0, readyReplicas: 0 };
  const deployment = world.add('apps/v1', 'Deployment', name, {
    ...deletion,
    age: 101 * DAY,
    spec,
    status,
  });
  const replicaSet = world.add('apps/v1', 'ReplicaSet', `${name}-6c9f7b54d8`, {
    ...deletion,
    age: 60 * DAY,
    owner: deployment,
    labels,
    spec,
    status,
  });
  const podName = world.nameAfter(replicaSet.metadata.name);
  addRunningPod(world, podName, replicaSet, template, 60 * DAY, 'worker-3', {
    finalizers: ['audit.example.com/flush-ledger'],
    deleted: 7 * HOUR,
  });
}

/** Everything that is wrong when the cluster starts. Needs the rest of the world. */
export function addProblems(world: WorldBuilder): void {
  addLastingReferences(world);
  addHeldObjects(world);
  addBlockedForegroundDeletion(world);
  const owner = world.find('Deployment', 'shop', 'api');
  world.add('v1', 'ConfigMap', 'feature-flags', { namespace: 'shop', age: 77 * DAY, owner });
}

/**
 * Renames the owner in a reference of an object that the collector has seen. A change under the same uid makes it
 * look at nothing (GB-15), so the object stays until it restarts, and then goes (CL-11).
 */
export function misnameOwner(client: ClusterClient): void {
  const flags = client.get('v1', 'ConfigMap', 'shop', 'feature-flags');
  const api = client.get('apps/v1', 'Deployment', 'shop', 'api');
  if (!flags || !api) return;
  const reference = { ...controllerReference(api), name: 'api-server' };
  client.patch(flags, { metadata: { ownerReferences: [reference] } });
}
