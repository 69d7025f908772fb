import { type PackedSnapshot, type Uid, unpackNodes } from '@gcscope/gc-core/wire';
import {
  createDeploymentChain,
  type DeploymentChain,
} from '../../../../../tools/real-cluster/src/deployment-chain.ts';
import {
  createObject,
  listMetadata,
  type ObjectMetadata,
} from '../../../../../tools/real-cluster/src/objects.ts';
import type { RealCluster } from '../../../../../tools/real-cluster/src/real-cluster.ts';
import { waitFor } from '../../../../../tools/real-cluster/src/wait-for.ts';

/** What holds a dependent of the Deployment; nobody but the test takes it away. */
const HOLD = 'example.com/hold';

/** A Deployment chain with a dependent that is held and one that somebody else owns too. */
export interface HeldChain {
  readonly chain: DeploymentChain;
  /** All objects by what they are in this chain, in the order in which ends are given. */
  readonly members: ReadonlyMap<string, ObjectMetadata>;
}

/** An object that is left, by names that are the same in every namespace. */
export interface Left {
  readonly object: string;
  readonly owners: readonly string[];
  readonly finalizers: readonly string[];
  readonly terminating: boolean;
}

/** Creates the chain in a namespace of its own: two Pods, the held ConfigMap, the shared one and its other owner. */
export async function createHeldChain(cluster: RealCluster, namespace: string): Promise<HeldChain> {
  const chain = await createDeploymentChain(cluster, namespace, 'web', 2);
  const create = (name: string, metadata: object = {}): Promise<ObjectMetadata> =>
    createObject(cluster, configMaps(namespace), { metadata: { name, ...metadata } });
  const byDeployment = to('apps/v1', 'Deployment', chain.deployment);
  const other = await create('other');
  const held = await create('held', { finalizers: [HOLD], ownerReferences: [byDeployment] });
  const ownerReferences = [byDeployment, to('v1', 'ConfigMap', other)];
  const shared = await create('shared', { ownerReferences });
  const members = new Map([
    ['Deployment', chain.deployment],
    ['ReplicaSet', chain.replicaSet],
    ...chain.pods.map((pod, at): [string, ObjectMetadata] => [`Pod ${at + 1}`, pod]),
    ['held', held],
    ['shared', shared],
    ['other owner', other],
  ]);
  return { chain, members };
}

/** Resolves when the gcscope that serves at `url` has seen all of them. */
export async function seen(url: string, { members }: HeldChain): Promise<void> {
  await waitFor('gcscope to see the chain', async () => {
    const snapshot = (await (await fetch(`${url}/api/v1/snapshot`)).json()) as PackedSnapshot;
    // An owner may be known from its dependents before it is seen itself (GB-05).
    const objects = unpackNodes(snapshot.nodes).filter(({ virtual }) => !virtual);
    const known = new Set(objects.map(({ uid }) => uid));
    return [...members.values()].every(({ uid }) => known.has(uid)) ? true : undefined;
  });
}

/** Takes the finalizer from the held dependent; resolves when the Deployment, if it was in deletion, has gone. */
export async function letGo(cluster: RealCluster, { chain }: HeldChain): Promise<void> {
  const path = `${configMaps(chain.namespace)}/held`;
  await cluster.request('PATCH', path, { metadata: { finalizers: null } });
  await waitFor('the Deployment to go', async () => {
    const { code } = await cluster.request('GET', chain.deploymentPath);
    return code === 404 ? true : undefined;
  });
}

/** What the API server holds of the chain now. */
export async function realEnd(cluster: RealCluster, chain: HeldChain): Promise<Left[]> {
  const { namespace } = chain.chain;
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  const paths = [
    `${apps}/deployments`,
    `${apps}/replicasets`,
    `/api/v1/namespaces/${namespace}/pods`,
    configMaps(namespace),
  ];
  const lists = await Promise.all(paths.map((path) => listMetadata(cluster, path)));
  return named(
    chain,
    lists.flat().map(({ uid, ownerReferences, finalizers, deletionTimestamp }) => ({
      uid,
      owners: ownerReferences ?? [],
      finalizers: finalizers ?? [],
      terminating: deletionTimestamp !== undefined,
    })),
  );
}

interface There {
  readonly uid: Uid;
  readonly owners: readonly { readonly uid: Uid }[];
  readonly finalizers: readonly string[];
  readonly terminating: boolean;
}

function named({ members }: HeldChain, all: readonly There[]): Left[] {
  const names = new Map([...members].map(([name, { uid }]) => [uid, name]));
  const byUid = new Map(all.map((there) => [there.uid, there]));
  return [...names].flatMap(([uid, object]) => {
    const there = byUid.get(uid);
    if (!there) return [];
    const owners = there.owners.map((owner) => names.get(owner.uid) ?? owner.uid);
    return [{ object, owners, finalizers: there.finalizers, terminating: there.terminating }];
  });
}

/** A reference that blocks its owner. */
function to(apiVersion: string, kind: string, { name, uid }: ObjectMetadata): object {
  return { apiVersion, kind, name, uid, blockOwnerDeletion: true };
}

function configMaps(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}
