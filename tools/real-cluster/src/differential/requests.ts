import {
  KINDS,
  UNSERVED,
  WIDGET_VERSIONS,
  type World,
  type WorldAction,
  type WorldObject,
  type WorldReference,
} from './world.ts';

const THOUSAND = 1000;

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
  /** What the names of the world begin with. */
  readonly prefix: string;
  readonly #uids: string[];

  /** `prefix` keeps worlds of one cluster apart: letters, and digits at most after them. */
  constructor(world: World, prefix: string) {
    this.#world = world;
    this.prefix = prefix;
    this.#uids = world.objects.map((_, index) => this.#never(`refused-${index}`));
  }

  /** The namespaces of the world. */
  get namespaces(): readonly string[] {
    return [`${this.prefix}-a`, `${this.prefix}-b`];
  }

  act(action: WorldAction): WorldRequest {
    const address = this.addressOf(action.object);
    switch (action.type) {
      case 'create':
        return { verb: 'create', ...address, body: this.#manifest(action.object) };
      case 'delete':
        return {
          verb: 'delete',
          ...address,
          body: {
            apiVersion: 'v1',
            kind: 'DeleteOptions',
            ...(action.policy === undefined ? {} : { propagationPolicy: action.policy }),
          },
        };
      case 'references':
        return this.#patchReferences(action.object, action.references);
      case 'finalizers': {
        const finalizers = action.finalizers.length > 0 ? action.finalizers : null;
        return { verb: 'patch', ...address, body: { metadata: { finalizers } } };
      }
      default:
        return action satisfies never;
    }
  }

  /** Where an object is, or would be. */
  addressOf(index: number): Pick<WorldRequest, 'kind' | 'namespace' | 'name'> {
    const object = this.#object(index);
    const kind = KINDS[object.kind];
    if (!kind) throw new Error(`There is no kind ${object.kind}.`);
    const namespace = kind.namespaced ? this.#namespaceOf(object) : '';
    return { kind, namespace, name: this.#nameOf(index) };
  }

  #namespaceOf({ namespace, inside }: WorldObject): string {
    const home = inside === undefined ? undefined : this.#world.objects[inside];
    return inside !== undefined && home && KINDS[home.kind]?.kind === 'Namespace'
      ? this.#nameOf(inside)
      : `${this.prefix}-${namespace}`;
  }

  #nameOf(index: number): string {
    return `${this.prefix}-${index}`;
  }

  /** Notes the uid that the server chose for an object; before, and when it refuses, there is none to refer to. */
  created(index: number, uid: string | undefined): void {
    if (uid !== undefined) this.#uids[index] = uid;
  }

  /** The number of the object with the uid; `undefined` when there never was one. */
  numberOf(uid: string): number | undefined {
    const index = this.#uids.indexOf(uid);
    return index < 0 ? undefined : index;
  }

  #manifest(index: number): Readonly<Record<string, unknown>> {
    const { finalizers, onNode } = this.#object(index);
    const { kind, namespace, name } = this.addressOf(index);
    return {
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      metadata: {
        name,
        ...(namespace === '' ? {} : { namespace }),
        ...(finalizers.length > 0 ? { finalizers } : {}),
      },
      ...(kind.kind === 'Pod' ? { spec: podSpec(onNode) } : {}),
    };
  }

  #patchReferences(index: number, references: readonly WorldReference[]): WorldRequest {
    const ownerReferences = references.flatMap((each) =>
      each.flaw === 'thousand'
        ? Array.from({ length: THOUSAND }, (_, nth) => {
            const uid = this.#never(`of-many-${nth}`);
            return { ...this.#reference(each), name: uid, uid };
          })
        : [this.#reference(each)],
    );
    return {
      verb: 'patch',
      ...this.addressOf(index),
      body: { metadata: { ownerReferences: ownerReferences.length > 0 ? ownerReferences : null } },
    };
  }

  #reference({ owner, flaw, blockOwnerDeletion }: WorldReference): Record<string, unknown> {
    const { kind, name } = this.addressOf(owner);
    const truth = {
      apiVersion: kind.apiVersion,
      kind: kind.kind,
      name,
      uid: this.#uids[owner] ?? '',
    };
    const flaws = {
      none: {},
      name: { name: `not-${name}` },
      kind: { apiVersion: 'v1', kind: 'Service' },
      uid: { uid: this.#never(`of-${owner}`) },
      disputed: { uid: this.#never('disputed') },
      version:
        kind.kind === 'Widget'
          ? { apiVersion: `differential.example.com/${WIDGET_VERSIONS[1]}` }
          : { apiVersion: 'v9' },
      unserved: UNSERVED,
      lower: { kind: kind.kind.toLowerCase() },
      upper: { kind: kind.kind.toUpperCase() },
      plural: { kind: kind.resource },
      items: { kind: `${kind.kind}List` },
      list: { kind: 'List' },
      binding: { apiVersion: 'v1', kind: 'Binding' },
      review: { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
      status: { apiVersion: 'v1', kind: 'ComponentStatus' },
      event: { apiVersion: 'events.k8s.io/v1', kind: 'Event', uid: this.#never(`event-${owner}`) },
      'lower event': { apiVersion: 'v1', kind: 'event' },
      proto: { uid: '__proto__' },
      empty: { uid: '' },
      thousand: {},
    };
    return {
      ...truth,
      ...flaws[flaw],
      ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
    };
  }

  /**
   * A uid of nobody, in no other world either: the worlds of a cluster share the collector's graph, where an owner that
   * never was would be one and the same for all that name it.
   */
  #never(which: string): string {
    return `${this.prefix}-never-${which}`;
  }

  #object(index: number): WorldObject {
    const object = this.#world.objects[index];
    if (!object) throw new Error(`The world has no object ${index}.`);
    return object;
  }
}

function podSpec(onNode: boolean): Record<string, unknown> {
  return {
    containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }],
    ...(onNode ? { nodeName: 'node-1', terminationGracePeriodSeconds: 30 } : {}),
  };
}
