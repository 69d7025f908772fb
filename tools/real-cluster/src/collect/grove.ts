import { type ApiObject, RELEASES, ResourceTable, Simulation } from '@gcscope/gc-core';
import { USUAL_SERIES } from '../build-real-cluster.ts';
import { ensureNamespace } from '../deployment-chain.ts';
import { inParallel } from '../differential/play.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
  listMetadata,
  type ObjectMetadata,
} from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';

const POLICIES: readonly DeletePropagation[] = ['Background', 'Foreground', 'Orphan'];
const HELD = 'differential.example.com/hold';
type Reference = NonNullable<ObjectMetadata['ownerReferences']>[number];

/**
 * Trees of ConfigMaps in a namespace of their own, one for each policy, whose roots are deleted together: the cascade takes
 * long enough for something to break meanwhile. One in ten children has a second owner that stays, and one in ten is held.
 */
export class Grove {
  readonly namespace: string;
  readonly #cluster: RealCluster;
  #planted: readonly ObjectMetadata[] = [];

  private constructor(cluster: RealCluster, namespace: string) {
    this.#cluster = cluster;
    this.namespace = namespace;
  }

  /** Children of each root, with two each of their own. */
  static async plant(cluster: RealCluster, namespace: string, children: number): Promise<Grove> {
    await ensureNamespace(cluster, namespace);
    const grove = new Grove(cluster, namespace);
    const stays = await grove.#create('stays', []);
    for (const policy of POLICIES) {
      const root = await grove.#create(grove.#rootOf(policy), []);
      await inParallel([...Array(children).keys()], async (at) => {
        const name = `${root.name}-${at}`;
        const owners = at % 10 === 3 ? [root, stays] : [root];
        const child = await grove.#create(name, owners, at % 10 === 7 ? [HELD] : []);
        for (const leaf of ['a', 'b']) await grove.#create(`${name}-${leaf}`, [child]);
      });
    }
    grove.#planted = await grove.#list();
    return grove;
  }

  /** Deletes the roots, each in its way. */
  async fell(): Promise<void> {
    for (const policy of POLICIES) {
      await deleteObject(this.#cluster, `${this.#path}/${this.#rootOf(policy)}`, policy);
    }
  }

  /** What is left, as texts: names, whether they are being deleted, finalizers and owners. */
  async left(): Promise<string[]> {
    return (await this.#list()).map(textOf);
  }

  /** What the simulation says is left once the collector is at rest. */
  simulatedEnd(): string[] {
    const release = RELEASES[USUAL_SERIES];
    const table = ResourceTable.builtIn([], new Set(), release.release);
    const objects = this.#planted.map(
      (metadata) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata }) as unknown as ApiObject,
    );
    const simulation = new Simulation({ release, table, objects, now: Date.now() });
    simulation.settle();
    const resource = table.forKind('v1', 'ConfigMap');
    if (!resource) throw new Error('ConfigMaps are not served.');
    const { namespace } = this;
    for (const propagationPolicy of POLICIES) {
      const target = { resource, namespace, name: this.#rootOf(propagationPolicy) };
      simulation.apiServer.delete(target, { propagationPolicy });
    }
    simulation.settle();
    const left = [...simulation.apiServer.all()].map((each) => each.metadata as ObjectMetadata);
    return left.toSorted(byName).map(textOf);
  }

  get #path(): string {
    return `/api/v1/namespaces/${this.namespace}/configmaps`;
  }

  #rootOf(policy: DeletePropagation): string {
    return `root-${policy.toLowerCase()}`;
  }

  #create(
    name: string,
    owners: readonly ObjectMetadata[],
    finalizers: readonly string[] = [],
  ): Promise<ObjectMetadata> {
    const ownerReferences = owners.map(
      ({ name, uid }): Reference => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name,
        uid,
        blockOwnerDeletion: true,
      }),
    );
    return createObject(this.#cluster, this.#path, {
      metadata: { name, ownerReferences, finalizers },
    });
  }

  /** Without what a controller manager puts into each namespace. */
  async #list(): Promise<ObjectMetadata[]> {
    const all = await listMetadata(this.#cluster, this.#path);
    return all.filter(({ name }) => name !== 'kube-root-ca.crt').toSorted(byName);
  }
}

function byName({ name: a }: ObjectMetadata, { name: b }: ObjectMetadata): number {
  return a < b ? -1 : 1;
}

function textOf(metadata: ObjectMetadata): string {
  const { name, deletionTimestamp, finalizers = [], ownerReferences = [] } = metadata;
  const owners = ownerReferences.map((each) => `${each.name} ${each.uid}`).join();
  return `${name}${deletionTimestamp ? ' (being deleted)' : ''} [${finalizers.join()}] ← ${owners}`;
}
