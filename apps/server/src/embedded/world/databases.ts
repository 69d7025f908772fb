import type { ApiObject, Millis } from '@gcscope/gc-core';
import { DEFINITION_FINALIZER } from '../controllers/custom-resource-definition.ts';
import { DEPROVISION_FINALIZER, databaseParts } from '../controllers/database-operator.ts';
import { addStatefulParts } from './stateful.ts';
import { addDeployment } from './workloads.ts';
import { DAY, type WorldBuilder } from './world-builder.ts';

/** A Database without its parts. */
export interface DatabasePlan {
  readonly namespace: string;
  readonly name: string;
  readonly instances: number;
  readonly account: string;
  readonly age: Millis;
  readonly deleted?: Millis;
}

/** A custom resource of the operator. */
export function addDatabaseObject(world: WorldBuilder, plan: DatabasePlan): ApiObject {
  const { namespace, name, instances, account, age, deleted } = plan;
  const deletion = deleted === undefined ? {} : { deleted };
  const failed = { phase: 'Failed', reason: 'CredentialsExpired' };
  return world.add('example.com/v1', 'Database', name, {
    namespace,
    age,
    finalizers: [DEPROVISION_FINALIZER],
    ...deletion,
    spec: { version: '16', instances, account },
    status: deleted === undefined ? { phase: 'Ready' } : failed,
  });
}

function addDatabase(world: WorldBuilder, plan: DatabasePlan): void {
  const database = addDatabaseObject(world, plan);
  const { age, namespace } = plan;
  for (const { apiVersion, kind, metadata, ...body } of databaseParts(database)) {
    const { name = '', labels = {} } = metadata;
    const placement = { namespace, age, owner: database, labels };
    const part = world.add(apiVersion, kind, name, { ...placement, ...body });
    if (kind === 'StatefulSet') addStatefulParts(world, part, age);
    if (kind !== 'Service') continue;
    const slice = { namespace, age, owner: part };
    world.add('discovery.k8s.io/v1', 'EndpointSlice', world.nameAfter(name), slice);
  }
}

/** An operator with its own kind, and what it runs for the shop. */
export function addDatabases(world: WorldBuilder): void {
  const age = 90 * DAY;
  const namespace = 'operators';
  const condition = { status: 'True', lastTransitionTime: world.ago(age) };
  const names = { plural: 'databases', singular: 'database', kind: 'Database', shortNames: ['db'] };
  world.add('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'databases.example.com', {
    age,
    finalizers: [DEFINITION_FINALIZER],
    spec: {
      group: 'example.com',
      names,
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true }],
    },
    status: {
      conditions: ['NamesAccepted', 'Established'].map((type) => ({ type, ...condition })),
    },
  });
  const name = 'database-operator';
  addDeployment(world, { namespace, name, replicas: 1, image: `${name}:0.7`, past: 1, age });
  world.add('v1', 'ServiceAccount', name, { namespace, age });
  world.add('coordination.k8s.io/v1', 'Lease', name, { namespace, age });
  for (const kind of ['ClusterRole', 'ClusterRoleBinding']) {
    world.add('rbac.authorization.k8s.io/v1', kind, name, { age });
  }
  const account = 'production';
  const ledger = { namespace: 'payments', name: 'ledger', instances: 2, age: 84 * DAY };
  const catalog = { namespace: 'shop', name: 'catalog', instances: 1, age: 58 * DAY };
  for (const plan of [ledger, catalog]) addDatabase(world, { ...plan, account });
}
