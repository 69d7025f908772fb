import type { ApiResource, ObjectMeta } from '@gcscope/gc-core';
import type { KindState, NodeRecord, OwnerReference, Uid } from '@gcscope/gc-core/wire';
import { LiveGraph } from '../../../src/live/live-graph.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { DEPLOYMENTS, identityOf, NODES, ownedBy, PODS } from './scripted-cluster.ts';

export const RESOURCES: readonly ApiResource[] = [DEPLOYMENTS, PODS, NODES];
const BROKEN: readonly KindState[] = ['listing', 'backoff', 'forbidden', 'gone', 'degraded'];

/** One change in the cluster; references only ever name what was created before, as uids are given by the server. */
export interface Change {
  readonly resource: number;
  readonly name: number;
  readonly namespace: number;
  readonly type: 'write' | 'delete' | 'delete in foreground';
  readonly owners: readonly {
    readonly back: number;
    readonly wrong: 'no' | 'name' | 'uid';
    readonly blocks: boolean;
  }[];
}

/** What reaches the live graph next: a list or the next events of a kind, its bookmark, or that it breaks. */
export interface Arrival {
  readonly resource: number;
  readonly what: 'list' | 'events' | 'bookmark' | 'break' | 'look';
  readonly count: number;
  readonly state: number;
}

interface StoredEvent {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly meta: ObjectMeta;
}

/** A kind as its reflector goes through it: lists at some version, then every event after it. */
interface Kind {
  readonly resource: ApiResource;
  readonly events: StoredEvent[];
  readonly objects: Map<Uid, ObjectMeta>;
  /** What was delivered, up to `observed`; absent before the first list. */
  readonly delivered: Map<Uid, ObjectMeta>;
  observed: number | undefined;
  synced: boolean;
}

/** The whole cluster, and what has reached a live graph of it. */
export class ArrivingCluster {
  readonly clock = new ManualClock();
  readonly live = new LiveGraph({ clock: this.clock, onDelta: () => {}, onHealth: () => {} });
  readonly kinds: readonly Kind[] = RESOURCES.map((resource) => ({
    resource,
    events: [],
    objects: new Map(),
    delivered: new Map(),
    observed: undefined,
    synced: false,
  }));
  readonly #created: { readonly kind: Kind; readonly meta: ObjectMeta }[] = [];
  #version = 0;

  constructor() {
    this.live.resources(RESOURCES);
    for (const kind of this.kinds) this.#reportState(kind, 'listing');
  }

  change(change: Change): void {
    const kind = this.#kind(change.resource);
    const name = `n${change.name}`;
    const namespace = kind.resource.namespaced ? `ns${change.namespace}` : undefined;
    const known = [...kind.objects.values()].find(
      (meta) => meta.name === name && meta.namespace === namespace,
    );
    if (change.type === 'delete' && known) this.#store(kind, 'DELETED', known);
    else if (change.type === 'delete in foreground' && known) {
      const deletionTimestamp = '2026-01-01T00:00:00Z';
      const finalizers = ['foregroundDeletion'];
      this.#store(kind, 'MODIFIED', { ...known, deletionTimestamp, finalizers });
    } else if (change.type === 'write') {
      const ownerReferences = change.owners.flatMap((each) => this.#reference(each));
      const uid = known?.uid ?? `uid-${this.#version}`;
      const meta = { ...known, name, uid, ...(namespace ? { namespace } : {}), ownerReferences };
      this.#store(kind, known ? 'MODIFIED' : 'ADDED', meta);
    }
  }

  arrive({ resource, what, count, state }: Arrival): void {
    const kind = this.#kind(resource);
    if (what === 'list') this.#list(kind, count - 1);
    else if (what === 'look') this.clock.advance(100);
    else if (what === 'break') this.#reportState(kind, BROKEN[state] ?? 'backoff');
    else if (kind.observed !== undefined && kind.synced) this.#receive(kind, what, count);
  }

  /** What is said to go, though the collector, which sees everything, would leave it alone. */
  falseGoes(): string[] {
    return [...this.live.records.values()].flatMap((record) => {
      if (record.summary?.verdict !== 'goes') return [];
      if (record.virtual) return this.#exists(record) ? [`${record.uid} exists`] : [];
      const kind = this.kinds.find(({ delivered }) => delivered.has(record.uid));
      // A client that knows of a broken kind knows that its objects may be old.
      const known = kind?.synced ? kind.delivered : kind?.objects;
      const object = known?.get(record.uid);
      return object && this.#keeps(object) ? [`${record.uid} is kept`] : [];
    });
  }

  #exists({ kind, name, namespace, uid }: NodeRecord): boolean {
    const found = this.kinds.find((each) => each.resource.kind === kind)?.objects.get(uid);
    return found?.name === name && (found.namespace ?? '') === namespace;
  }

  /** As far as the object itself was delivered; of everything else the truth. */
  #keeps(delivered: ObjectMeta): boolean {
    if (delivered.deletionTimestamp !== undefined) return this.#isBlocked(delivered);
    const references = delivered.ownerReferences ?? [];
    return references.length === 0 || references.some((each) => this.#isSolid(each, delivered));
  }

  /** By something that is as old as what was delivered: what comes later may block it again. */
  #isBlocked({ uid, resourceVersion = '' }: ObjectMeta): boolean {
    return this.kinds.some(({ objects }) =>
      [...objects.values()].some(
        (each) =>
          Number(each.resourceVersion) <= Number(resourceVersion) &&
          each.ownerReferences?.some((to) => to.uid === uid && to.blockOwnerDeletion === true),
      ),
    );
  }

  #isSolid(reference: OwnerReference, { namespace }: ObjectMeta): boolean {
    const kind = this.kinds.find((each) => each.resource.kind === reference.kind);
    if (!kind) return false;
    // CL-04: a cluster-scoped object with a namespaced owner is left alone.
    if (kind.resource.namespaced && namespace === undefined) return true;
    const owner = kind.objects.get(reference.uid);
    if (!owner || owner.name !== reference.name) return false;
    if (kind.resource.namespaced && owner.namespace !== namespace) return false;
    return owner.deletionTimestamp === undefined;
  }

  #reference({ back, wrong, blocks }: Change['owners'][number]): OwnerReference[] {
    const owner = this.#created.at(-1 - back);
    if (!owner) return [];
    const { name, uid } = owner.meta;
    const truth = ownedBy(owner.kind.resource, name, { uid, blockOwnerDeletion: blocks });
    if (wrong === 'name') return [{ ...truth, name: 'n9' }];
    return [wrong === 'uid' ? { ...truth, uid: 'old' } : truth];
  }

  #store(kind: Kind, type: StoredEvent['type'], meta: ObjectMeta): void {
    this.#version++;
    const stored = { ...meta, resourceVersion: String(this.#version) };
    kind.events.push({ version: this.#version, type, meta: stored });
    if (type === 'DELETED') kind.objects.delete(meta.uid);
    else kind.objects.set(meta.uid, stored);
    if (type === 'ADDED') this.#created.push({ kind, meta: stored });
  }

  /** As the watch cache answers: not older than what was observed, not always the newest. */
  #list(kind: Kind, lag: number): void {
    const version = Math.max(kind.observed ?? 0, this.#version - lag);
    const listed = new Map<Uid, ObjectMeta>();
    for (const event of kind.events) {
      if (event.version > version) break;
      if (event.type === 'DELETED') listed.delete(event.meta.uid);
      else listed.set(event.meta.uid, event.meta);
    }
    const gone = [...kind.delivered.values()].filter((meta) => !listed.has(meta.uid));
    for (const meta of gone) this.#deliver(kind, 'DELETED', meta);
    for (const meta of listed.values()) {
      if (kind.delivered.get(meta.uid) !== meta) this.#deliver(kind, 'MODIFIED', meta);
    }
    this.#observed(kind, version);
    this.#reportState(kind, 'synced');
  }

  #receive(kind: Kind, what: Arrival['what'], count: number): void {
    const next = kind.events.filter((each) => each.version > (kind.observed ?? 0));
    for (const { version, type, meta } of next.slice(0, count)) {
      this.#deliver(kind, type, meta);
      this.#observed(kind, version);
    }
    if (what === 'bookmark' && next.length <= count) this.#observed(kind, this.#version);
  }

  #observed(kind: Kind, version: number): void {
    kind.observed = version;
    this.live.observed(kind.resource, String(version));
  }

  #deliver(kind: Kind, type: StoredEvent['type'], meta: ObjectMeta): void {
    const old = kind.delivered.get(meta.uid);
    if (type === 'DELETED') kind.delivered.delete(meta.uid);
    else kind.delivered.set(meta.uid, meta);
    if (type === 'DELETED' && !old) return;
    this.live.changes(kind.resource, [
      {
        type: type === 'DELETED' ? type : old ? 'MODIFIED' : 'ADDED',
        identity: identityOf(kind.resource, meta),
        meta,
        ...(old ? { oldMeta: old } : {}),
      },
    ]);
  }

  #reportState(kind: Kind, state: KindState): void {
    kind.synced = state === 'synced';
    const since = '2026-01-01T00:00:00Z';
    this.live.kindHealth({ ...kind.resource, state, objects: 0, since });
  }

  #kind(index: number): Kind {
    const kind = this.kinds[index];
    if (!kind) throw new Error(`there is no kind ${index}`);
    return kind;
  }
}
