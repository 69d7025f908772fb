import {
  FINALIZER,
  KINDS,
  OTHER_VERSION,
  UNSERVED,
  type World,
  type WorldAction,
  type WorldObject,
  type WorldReference,
} from './world.ts';

/** A request both sides understand: what, where, and with which body. */
export interface WorldRequest {
  readonly verb: 'create' | 'patch' | 'delete';
  readonly kind: (typeof KINDS)[number];
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Turns a world into requests, given its names and the uids that the server chose. */
export class WorldRequests {
  readonly #world: World;
  readonly #prefix: string;
  /** By number of the object; filled in as objects are created. */
  readonly uids: string[] = [];

  /** `prefix` keeps worlds of one cluster apart. */
  constructor(world: World, prefix: string) {
    this.#world = world;
    this.#prefix = prefix;
  }

  /** The namespaces of the world. */
  get namespaces(): readonly string[] {
    return [`${this.#prefix}-a`, `${this.#prefix}-b`];
  }

  /** Creates an object without references: the uids of its owners are not known yet. */
  create(index: number): WorldRequest {
    const object = this.#object(index);
    const { kind, namespace, name } = this.#address(index);
    return {
      verb: 'create',
      kind,
      namespace,
      name,
      body: {
        apiVersion: kind.apiVersion,
        kind: kind.kind,
        metadata: {
          name,
          ...(namespace === '' ? {} : { namespace }),
          ...(object.held ? { finalizers: [FINALIZER] } : {}),
        },
        ...(kind.kind === 'Pod' ? { spec: podSpec(object.onNode) } : {}),
      },
    };
  }

  /** Gives a created object its references; `undefined` when it has none. */
  refer(index: number): WorldRequest | undefined {
    const { references } = this.#object(index);
    return references.length === 0 ? undefined : this.#patchReferences(index, references);
  }

  act(action: WorldAction): WorldRequest {
    const address = this.#address(action.object);
    switch (action.type) {
      case 'delete':
        return {
          verb: 'delete',
          ...address,
          body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: action.policy },
        };
      case 'references':
        return this.#patchReferences(action.object, action.references);
      case 'release':
        return { verb: 'patch', ...address, body: { metadata: { finalizers: null } } };
      default:
        return action satisfies never;
    }
  }

  /** The number of the object with the uid, as outcomes write it; a uid that never was keeps its text. */
  label(uid: string): string {
    const index = this.uids.indexOf(uid);
    return index < 0 ? 'stale' : `#${index}`;
  }

  #patchReferences(index: number, references: readonly WorldReference[]): WorldRequest {
    const ownerReferences = references.map((each) => this.#reference(each));
    return {
      verb: 'patch',
      ...this.#address(index),
      body: { metadata: { ownerReferences: ownerReferences.length > 0 ? ownerReferences : null } },
    };
  }

  #reference({ owner, flaw, blockOwnerDeletion }: WorldReference): Record<string, unknown> {
    const { kind, name } = this.#address(owner);
    const truth = {
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      name,
      uid: this.uids[owner] ?? '',
    };
    const flaws = {
      none: {},
      name: { name: `not-${name}` },
      kind: { apiVersion: 'v1', kind: 'Service' },
      uid: { uid: `00000000-0000-4000-8000-00000000000${owner}` },
      version: kind.kind === 'Widget' ? { apiVersion: OTHER_VERSION } : { apiVersion: 'v9' },
      unserved: UNSERVED,
    };
    return {
      ...truth,
      ...flaws[flaw],
      ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
    };
  }

  #object(index: number): WorldObject {
    const object = this.#world.objects[index];
    if (!object) throw new Error(`The world has no object ${index}.`);
    return object;
  }

  #address(index: number): Pick<WorldRequest, 'kind' | 'namespace' | 'name'> {
    const object = this.#object(index);
    const kind = KINDS[object.kind];
    if (!kind) throw new Error(`There is no kind ${object.kind}.`);
    const namespace = kind.namespaced ? `${this.#prefix}-${object.namespace}` : '';
    return { kind, namespace, name: `${this.#prefix}-${index}` };
  }
}

function podSpec(onNode: boolean): Record<string, unknown> {
  return {
    containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }],
    ...(onNode ? { nodeName: 'node-1', terminationGracePeriodSeconds: 30 } : {}),
  };
}
