import { randomUUID } from 'node:crypto';
import {
  type ApiObject,
  formatTimestamp,
  type Millis,
  type ObjectMeta,
  type OwnerReference,
} from '@gcscope/gc-core';
import { controllerReference } from '../objects/cluster-client.ts';
import { type Random, randomSuffix } from '../objects/names.ts';

export const SECOND = 1000;
export const MINUTE: Millis = 60 * SECOND;
export const HOUR: Millis = 60 * MINUTE;
export const DAY: Millis = 24 * HOUR;

/** The fields that describe an object of the first world beside kind, name and content. */
export interface WorldObject {
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string;
  /** How long ago it was created. */
  readonly age: Millis;
  /** The object that made it. */
  readonly owner?: ApiObject;
  /** References written out, for those that are no controller's. */
  readonly ownerReferences?: readonly OwnerReference[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  /** Default: 1 of a kind that counts its desired states, else none. */
  readonly generation?: number;
  /** How long ago its deletion was asked for. */
  readonly deleted?: Millis;
  readonly [content: string]: unknown;
}

/** The fields copied to `metadata`; all others are content. */
const METADATA = ['ownerReferences', 'labels', 'annotations', 'finalizers', 'generation'];

/** The kinds whose desired state is numbered, save Deployments and ReplicaSets, which have a past. */
const WITH_GENERATION: ReadonlySet<string> = new Set([
  ...['Pod', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'EndpointSlice', 'PriorityClass'],
  ...['Ingress', 'IngressClass', 'NetworkPolicy', 'PodDisruptionBudget'],
  ...['CustomResourceDefinition', 'Database'],
]);

/** A reference that only says who the owner is. */
export function plainReference({ apiVersion, kind, metadata }: ApiObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid };
}

/** Collects the objects that exist when the embedded cluster starts, dated back from now. */
export class WorldBuilder {
  readonly now: Millis;
  readonly #random: Random;
  readonly #objects: ApiObject[] = [];
  // Where a cluster of some months stands; the first watch of a fresh one would begin at 1.
  #resourceVersion = 1_204_511;

  constructor(now: Millis, random: Random) {
    this.now = now;
    this.#random = random;
  }

  /** Everything so far, in the order it was added. */
  get objects(): readonly ApiObject[] {
    return this.#objects;
  }

  /** An object that was added before. */
  find(kind: string, namespace: string, name: string): ApiObject {
    const found = this.#objects.find(
      ({ kind: k, metadata: m }) => k === kind && m.namespace === namespace && m.name === name,
    );
    if (!found) throw new Error(`the first world lacks ${kind} ${namespace}/${name}`);
    return found;
  }

  /** A timestamp so long before now. */
  ago(age: Millis): string {
    return formatTimestamp(this.now - age);
  }

  /** A generated name. */
  nameAfter(prefix: string): string {
    return `${prefix}-${randomSuffix(this.#random)}`;
  }

  /** Whole numbers from 0, below `count`. */
  pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** A uid, also of something that is in no list any more. */
  uid(): string {
    return randomUUID();
  }

  /** Adds an object and answers with it, for others to refer to. */
  add(
    apiVersion: string,
    kind: string,
    name: string,
    { namespace, age, owner, deleted, ...others }: WorldObject,
  ): ApiObject {
    const entries = Object.entries(others);
    const kept = entries.filter(([key]) => METADATA.includes(key));
    const body = entries.filter(([key]) => !METADATA.includes(key));
    this.#resourceVersion += 1 + this.pick(40);
    const ownerReferences = owner ? { ownerReferences: [controllerReference(owner)] } : {};
    // A Namespace is the one kind whose deletion has no grace period at all (NS-02).
    const grace = kind === 'Namespace' ? {} : { deletionGracePeriodSeconds: 0 };
    const deletion =
      deleted === undefined ? {} : { deletionTimestamp: this.ago(deleted), ...grace };
    const metadata: ObjectMeta = {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: this.uid(),
      resourceVersion: String(this.#resourceVersion),
      creationTimestamp: this.ago(age),
      ...deletion,
      ...ownerReferences,
      ...(WITH_GENERATION.has(kind) ? { generation: 1 } : {}),
      ...Object.fromEntries(kept),
    };
    const object: ApiObject = { apiVersion, kind, metadata, ...Object.fromEntries(body) };
    this.#objects.push(object);
    return object;
  }
}
