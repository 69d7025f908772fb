import { describeAnswer } from '../api-client.ts';
import { ensureNamespace } from '../deployment-chain.ts';
import { collectionPath, createObject, listMetadata, type ObjectMetadata } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { waitFor } from '../wait-for.ts';

/** An owner reference as a test writes it: whatever it says. */
export interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** An object that was made, and where it is. */
export interface Made {
  readonly path: string;
  readonly metadata: ObjectMetadata;
  /** As a reference names it. */
  readonly reference: Reference;
}

/** What is said of an object to be made. */
interface Metadata {
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly Reference[];
}

const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'ClusterRole',
  'CustomResourceDefinition',
  'Namespace',
  'Node',
  'PersistentVolume',
]);

/** A namespace of a real cluster, and making things in it. */
export class Land {
  readonly cluster: RealCluster;
  readonly namespace: string;

  private constructor(cluster: RealCluster, namespace: string) {
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /** Creates the namespace if need be. */
  static async in(cluster: RealCluster, namespace: string): Promise<Land> {
    await ensureNamespace(cluster, namespace);
    return new Land(cluster, namespace);
  }

  /** Creates an object of a kind whose resource is its name in lower case with an s. */
  async create(
    [apiVersion, kind]: readonly [apiVersion: string, kind: string],
    name: string,
    body: object = {},
    metadata: Metadata = {},
  ): Promise<Made> {
    const collection = this.collection(apiVersion, kind);
    const object = { apiVersion, kind, metadata: { ...metadata, name }, ...body };
    const made = await createObject(this.cluster, collection, object);
    return this.#made(apiVersion, kind, made);
  }

  configMap(name: string, metadata: Metadata = {}): Promise<Made> {
    return this.create(['v1', 'ConfigMap'], name, {}, metadata);
  }

  /** Waits until this many objects of a kind are in the namespace. */
  has([apiVersion, kind]: readonly [string, string], count: number): Promise<Made[]> {
    const collection = this.collection(apiVersion, kind);
    return waitFor(`${count} of ${kind} in ${this.namespace}`, async () => {
      const found = await listMetadata(this.cluster, collection);
      const made = found.map((metadata) => this.#made(apiVersion, kind, metadata));
      return made.length >= count ? made : undefined;
    });
  }

  /** As `has`, of one object. */
  async first(type: readonly [string, string]): Promise<Made> {
    const [made] = await this.has(type, 1);
    if (!made) throw new Error(`No ${type[1]} in ${this.namespace}.`);
    return made;
  }

  /** An object that is there already. */
  async at(apiVersion: string, kind: string, path: string): Promise<Made> {
    const answer = await this.cluster.request('GET', path);
    if (answer.code !== 200) throw new Error(`${path}: ${describeAnswer(answer)}`);
    return madeOf(apiVersion, kind, path, (answer.body as Pick<Made, 'metadata'>).metadata);
  }

  /** The namespace itself. */
  itself(): Promise<Made> {
    return this.at('v1', 'Namespace', `/api/v1/namespaces/${this.namespace}`);
  }

  /** Where objects of a kind are. */
  collection(apiVersion: string, kind: string): string {
    const resource = `${kind.toLowerCase()}s`;
    return collectionPath({ apiVersion, resource }, CLUSTER_SCOPED.has(kind) ? '' : this.namespace);
  }

  #made(apiVersion: string, kind: string, metadata: ObjectMetadata): Made {
    const path = `${this.collection(apiVersion, kind)}/${metadata.name}`;
    return madeOf(apiVersion, kind, path, metadata);
  }
}

function madeOf(apiVersion: string, kind: string, path: string, metadata: ObjectMetadata): Made {
  const { name, uid } = metadata;
  return { path, metadata, reference: { apiVersion, kind, name, uid } };
}

/** The reference that lets a foreground deletion wait. */
export function blocking({ reference }: Made): Reference {
  return { ...reference, blockOwnerDeletion: true };
}

/** This many ConfigMaps of which each owns the next, the last one the first. */
export async function cycle(
  land: Land,
  name: string,
  length: number,
  finalizers: readonly string[] = [],
): Promise<Made[]> {
  const all: Made[] = [];
  for (let at = 0; at < length; at++) {
    const before = all.at(-1);
    const ownerReferences = before ? [blocking(before)] : [];
    all.push(await land.configMap(`cycle-${name}-${at}`, { ownerReferences, finalizers }));
  }
  const [first, last] = [all[0], all.at(-1)];
  if (first && last) {
    const ownerReferences = [blocking(last)];
    await land.cluster.request('PATCH', first.path, { metadata: { ownerReferences } });
  }
  return all;
}
