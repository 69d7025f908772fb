import type { PropagationPolicy } from '@gcscope/gc-core/wire';
import { defineKind } from '../define-kind.ts';
import type { RealCluster } from '../real-cluster.ts';
import { GADGET, GROUP, OLD_GADGET, WIDGET } from './custom-kinds.ts';
import { blocking, cycle, Land, type Made } from './land.ts';
import {
  boundClaim,
  cronJob,
  daemonSet,
  deployment,
  ENDPOINT_SLICE,
  firstRevision,
  jobWithPods,
  POD,
  REPLICA_SET,
  SERVICE_ACCOUNT,
  service,
  statefulSet,
} from './workloads.ts';

/** Objects in a namespace of their own, of which one is deleted. */
export interface Island {
  readonly name: string;
  readonly policy: PropagationPolicy;
  readonly target: Made;
  /** Cluster-scoped objects that belong to it. */
  readonly beside: readonly Made[];
}

type Build = (land: Land) => Promise<Made | readonly [target: Made, ...beside: Made[]]>;

const HOLD = 'example.com/hold';

/** An owner with a chain below it, at whose end a finalizer blocks an object. */
const chain: Build = async (land) => {
  const owner = await land.configMap('owner');
  const middle = await land.configMap('middle', { ownerReferences: [blocking(owner)] });
  await land.configMap('held', { ownerReferences: [blocking(middle)], finalizers: [HOLD] });
  await land.configMap('free', { ownerReferences: [middle.reference] });
  return owner;
};

/** A dependent that has another owner, too. */
const shared: Build = async (land) => {
  const [owner, other] = [await land.configMap('owner'), await land.configMap('other')];
  const both = [blocking(owner), blocking(other)];
  const dependent = await land.configMap('shared', { ownerReferences: both });
  await land.configMap('below', { ownerReferences: [blocking(dependent)] });
  return owner;
};

/** Three in a cycle. */
const cycleOfThree: Build = async (land) => {
  const [first] = await cycle(land, 'three', 3);
  if (!first) throw new Error('The cycle is empty.');
  return first;
};

const custom: Build = async (land) => {
  const owner = await land.create(WIDGET, 'owner');
  await land.configMap('settings', { ownerReferences: [blocking(owner)] });
  await land.create(GADGET, 'part', {}, { ownerReferences: [owner.reference] });
  return owner;
};

/** The owner's dependents name it in either of its versions. */
const twoVersions: Build = async (land) => {
  const owner = await land.create(GADGET, 'owner');
  await land.configMap('by-new', { ownerReferences: [blocking(owner)] });
  const [apiVersion] = OLD_GADGET;
  await land.configMap('by-old', { ownerReferences: [{ ...owner.reference, apiVersion }] });
  return owner;
};

/** A cluster-scoped owner of namespaced dependents. */
const role: Build = async (land) => {
  const type = ['rbac.authorization.k8s.io/v1', 'ClusterRole'] as const;
  const owner = await land.create(type, land.namespace, { rules: [] });
  await land.configMap('settings', { ownerReferences: [blocking(owner)] });
  return [owner, owner];
};

/** A dependent of a kind that is not served keeps its other owner from nothing, and is not followed. */
const unserved: Build = async (land) => {
  const owner = await land.configMap('owner');
  const gone = { apiVersion: 'no.such/v1', kind: 'Gone', name: 'x', uid: `x-of-${land.namespace}` };
  await land.configMap('both', { ownerReferences: [blocking(owner), gone] });
  return owner;
};

/** What a controller makes anew: the part of it that is deleted. */
const part =
  (build: (land: Land) => Promise<unknown>, type: readonly [string, string]): Build =>
  async (land) => {
    await build(land);
    return await land.first(type);
  };

/** A Namespace with a workload in it. */
const namespace: Build = async (land) => {
  await deployment(land);
  const made = await land.itself();
  return [made, made];
};

const ALL: readonly PropagationPolicy[] = ['Background', 'Foreground', 'Orphan'];
const ONCE: readonly PropagationPolicy[] = ['Background'];

/** A custom kind with an object of it, which owns another. */
const definition: Build = async (land) => {
  const { path } = await defineKind(land.cluster, GROUP, 'Gizmo', ['v1']);
  const [apiVersion] = WIDGET;
  const object = await land.create([apiVersion, 'Gizmo'], 'owner');
  await land.configMap('settings', { ownerReferences: [blocking(object)] });
  const made = await land.at('apiextensions.k8s.io/v1', 'CustomResourceDefinition', path);
  return [made, made];
};

/** What is deleted, and with which policies. */
const PLANS: readonly (readonly [
  name: string,
  build: Build,
  policies: readonly PropagationPolicy[],
])[] = [
  ['deployment', deployment, ALL],
  ['replica-set', part(firstRevision, REPLICA_SET), ALL],
  ['pod', part(firstRevision, POD), ONCE],
  ['stateful-set-delete', (land) => statefulSet(land, 'Delete'), ALL],
  ['stateful-set-retain', (land) => statefulSet(land, 'Retain'), ALL],
  ['daemon-set', daemonSet, ALL],
  ['job', jobWithPods, ALL],
  ['cron-job', cronJob, ALL],
  ['service', service, ['Background', 'Orphan']],
  ['endpoint-slice', part(service, ENDPOINT_SLICE), ONCE],
  ['root-certificates', part(async () => {}, ['v1', 'ConfigMap']), ONCE],
  ['service-account', part(async () => {}, SERVICE_ACCOUNT), ONCE],
  ['claim', async (land) => boundClaim(land).then(({ claim, volume }) => [claim, volume]), ONCE],
  ['volume', async (land) => boundClaim(land).then(({ volume }) => [volume, volume]), ONCE],
  ['chain', chain, ALL],
  ['shared', shared, ALL],
  ['cycle', cycleOfThree, ['Background', 'Foreground']],
  ['custom', custom, ALL],
  ['two-versions', twoVersions, ['Foreground']],
  ['role', role, ['Foreground']],
  ['unserved', unserved, ['Background', 'Foreground']],
  ['namespace', namespace, ONCE],
  ['definition', definition, ONCE],
];

/** How many deletions there are. */
export const ISLANDS: number = PLANS.reduce((sum, [, , policies]) => sum + policies.length, 0);

/** Makes all islands, each in a namespace of its own that is called as it is. */
export async function makeIslands(cluster: RealCluster): Promise<Island[]> {
  const all = PLANS.flatMap(([plan, build, policies]) =>
    policies.map(async (policy): Promise<Island> => {
      const name = `${plan}-${policy.toLowerCase()}`;
      const made = await build(await Land.in(cluster, name));
      const [target, ...beside] = 'path' in made ? [made] : made;
      return { name, policy, target, beside };
    }),
  );
  return await Promise.all(all);
}
