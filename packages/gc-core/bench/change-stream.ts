import type { GraphChange } from '../src/graph/graph-change.ts';
import type { ObjectMeta } from '../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../src/meta/object-reference.ts';

/** A source of numbers in [0, 1) that is the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Living {
  readonly identity: ObjectReference;
  meta: ObjectMeta;
}

/** A seeded cluster of Deployments, ReplicaSets and Pods that comes up, then lives: both as the changes its monitors deliver. */
export class ChangeStream {
  readonly #chance: () => number;
  readonly #living: Living[] = [];
  #serial = 0;

  constructor(seed = 1) {
    this.#chance = seeded(seed);
  }

  /** One ADDED for each of so many new objects. */
  begin(objects: number): GraphChange[] {
    return Array.from({ length: objects }, () => this.#create());
  }

  /** What happens next: 70 % updates without effect, 20 % adds and deletes, 10 % changed owners or finalizers. */
  next(count: number): GraphChange[] {
    return Array.from({ length: count }, () => {
      const kind = this.#chance();
      const index = Math.floor(this.#chance() * this.#living.length);
      if (kind < 0.1) return this.#create();
      if (kind < 0.2) return removal(this.#living, index);
      const alter = (meta: ObjectMeta): ObjectMeta => altered(meta, this.#chance());
      return update(this.#living, index, kind < 0.3 ? alter : touched);
    });
  }

  #create(): GraphChange {
    const next = this.#serial++;
    const object =
      next % 20 === 0 ? deployment(next) : next % 20 === 1 ? replicaSet(next) : pod(next);
    this.#living.push(object);
    return { type: 'ADDED', identity: object.identity, meta: object.meta };
  }
}

function at(living: readonly Living[], index: number): Living {
  const object = living[index];
  if (!object) throw new Error('The cluster is empty.');
  return object;
}

function removal(living: Living[], index: number): GraphChange {
  const { identity, meta } = at(living, index);
  const last = living.pop();
  if (last && index < living.length) living[index] = last;
  return { type: 'DELETED', identity, meta };
}

function update(
  living: Living[],
  index: number,
  next: (meta: ObjectMeta) => ObjectMeta,
): GraphChange {
  const object = at(living, index);
  const { identity, meta: oldMeta } = object;
  object.meta = next(oldMeta);
  return { type: 'MODIFIED', identity, meta: object.meta, oldMeta };
}

function uid(serial: number): string {
  return `3f0c8a52-9d41-4b7e-8c15-${serial.toString(16).padStart(12, '0')}`;
}

function object(serial: number, apiVersion: string, kind: string, owner?: OwnerReference): Living {
  const namespace = `team-${Math.floor(serial / 400)}`;
  const name = `${kind.toLowerCase()}-${serial}`;
  const meta: ObjectMeta = {
    name,
    namespace,
    uid: uid(serial),
    resourceVersion: String(1000 + serial),
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...(owner ? { ownerReferences: [owner] } : {}),
    ...(kind === 'Deployment' ? { finalizers: ['example.com/hold'] } : {}),
  };
  return { identity: { apiVersion, kind, namespace, name, uid: meta.uid }, meta };
}

function owned(serial: number, apiVersion: string, kind: string): OwnerReference {
  const name = `${kind.toLowerCase()}-${serial}`;
  return { apiVersion, kind, name, uid: uid(serial), controller: true, blockOwnerDeletion: true };
}

function deployment(at: number): Living {
  return object(at, 'apps/v1', 'Deployment');
}

function replicaSet(at: number): Living {
  return object(at, 'apps/v1', 'ReplicaSet', owned(at - 1, 'apps/v1', 'Deployment'));
}

function pod(at: number): Living {
  const owner = at - (at % 20) + 1;
  return object(at, 'v1', 'Pod', owned(owner, 'apps/v1', 'ReplicaSet'));
}

/** A status update: a new resourceVersion, freshly parsed references of the same content. */
function touched(meta: ObjectMeta): ObjectMeta {
  return {
    ...meta,
    resourceVersion: `${meta.resourceVersion ?? ''}0`.slice(-9),
    ...(meta.ownerReferences
      ? { ownerReferences: meta.ownerReferences.map((reference) => ({ ...reference })) }
      : {}),
  };
}

function altered(meta: ObjectMeta, how: number): ObjectMeta {
  if (how < 0.3) return { ...meta, finalizers: ['example.com/other'] };
  if (how < 0.4) return { ...meta, deletionTimestamp: '2026-01-02T00:00:00Z' };
  const [reference] = meta.ownerReferences ?? [];
  if (!reference) return { ...meta, finalizers: [] };
  return { ...meta, ownerReferences: [{ ...reference, blockOwnerDeletion: how < 0.7 }] };
}
