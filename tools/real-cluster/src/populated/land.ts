import { ensureNamespace } from '../deployment-chain.ts';
import { createObject, listMetadata, type ObjectMetadata } from '../objects.ts';
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

  /** Where objects of a kind are. */
  collection(apiVersion: string, kind: string): string {
    const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    const place = CLUSTER_SCOPED.has(kind) ? '' : `/namespaces/${this.namespace}`;
    return `${root}${place}/${kind.toLowerCase()}s`;
  }

  #made(apiVersion: string, kind: string, metadata: ObjectMetadata): Made {
    const { name, uid } = metadata;
    const path = `${this.collection(apiVersion, kind)}/${name}`;
    return { path, metadata, reference: { apiVersion, kind, name, uid } };
  }
}

/** The reference that lets a foreground deletion wait. */
export function blocking({ reference }: Made): Reference {
  return { ...reference, blockOwnerDeletion: true };
}
