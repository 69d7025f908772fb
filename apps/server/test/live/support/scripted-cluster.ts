import {
  type ApiResource,
  apiVersionOf,
  type GraphChange,
  type ObjectMeta,
} from '@gcscope/gc-core';
import type { GraphDelta, KindState, NodeRecord, OwnerReference, Uid } from '@gcscope/gc-core/wire';
import { LiveCluster, type LiveClusterOptions } from '../../../src/live/live-cluster.ts';
import { ClusterRelay } from '../../../src/sharing/cluster-relay.ts';
import { ManualClock } from '../../support/manual-clock.ts';

export const DEPLOYMENTS: ApiResource = kind('apps', 'deployments', 'Deployment');
export const REPLICA_SETS: ApiResource = kind('apps', 'replicasets', 'ReplicaSet');
export const PODS: ApiResource = kind('', 'pods', 'Pod');
export const NODES: ApiResource = { ...kind('', 'nodes', 'Node'), namespaced: false };
export const SECRETS: ApiResource = kind('', 'secrets', 'Secret');
export const NAMESPACES: ApiResource = {
  ...kind('', 'namespaces', 'Namespace'),
  namespaced: false,
};
export const KINDS: readonly ApiResource[] = [
  DEPLOYMENTS,
  REPLICA_SETS,
  PODS,
  NODES,
  SECRETS,
  NAMESPACES,
];

function kind(group: string, resource: string, name: string): ApiResource {
  return { group, version: 'v1', resource, kind: name, namespaced: true };
}

/** A cluster reported by hand, as monitors would, on a clock that stands still. */
export class ScriptedCluster {
  readonly clock = new ManualClock();
  readonly cluster: LiveCluster;
  /** Takes what is reported, and passes it on to views. */
  readonly relay: ClusterRelay;
  readonly deltas: GraphDelta[] = [];
  readonly #metas = new Map<Uid, ObjectMeta>();
  #version = 0;

  constructor({ slice, many }: Pick<LiveClusterOptions, 'slice' | 'many'> = {}) {
    this.cluster = new LiveCluster({
      clock: this.clock,
      slice,
      many,
      info: () => ({
        context: 'scripted',
        server: 'http://scripted',
        version: 'v1.36.0',
        embedded: false,
      }),
    });
    this.relay = new ClusterRelay(this.cluster.live);
    const { log } = this.cluster;
    let position = log.position;
    this.cluster.subscribe({
      health: () => {},
      frame: () => {
        const frames = log.since(position);
        if (frames === 'resync') return;
        for (const frame of frames) this.deltas.push(deltaOf(frame.event.plain));
        position = log.position;
      },
    });
  }

  get live(): LiveCluster['live'] {
    return this.cluster.live;
  }

  /** Discovery and the first lists are over. */
  sync(kinds: readonly ApiResource[] = KINDS): this {
    this.relay.resources(KINDS);
    for (const each of kinds) this.health(each, 'synced');
    this.tick();
    return this;
  }

  /** Discovery is over, and the first lists are under way. */
  list(): this {
    this.relay.resources(KINDS);
    for (const each of KINDS) this.health(each, 'listing');
    this.tick();
    return this;
  }

  health(resource: ApiResource, state: KindState, message?: string, inNamespace?: string): void {
    this.relay.kindHealth({
      ...resource,
      state,
      objects: 0,
      since: '2026-01-01T00:00:00Z',
      ...(message === undefined ? {} : { message }),
      ...(inNamespace === undefined ? {} : { namespaces: [inNamespace] }),
    });
  }

  /** The object as it is now stored: added, or changed. */
  put(resource: ApiResource, name: string, meta: Partial<ObjectMeta> = {}): Uid {
    const uid = meta.uid ?? `${resource.kind.toLowerCase()}-${name}`;
    const before = this.#metas.get(uid);
    const full: ObjectMeta = {
      name,
      uid,
      ...(resource.namespaced ? { namespace: 'ns' } : {}),
      resourceVersion: String(++this.#version),
      creationTimestamp: '2025-12-31T00:00:00Z',
      ...meta,
    };
    this.#version = Math.max(this.#version, Number(full.resourceVersion));
    this.#metas.set(uid, full);
    this.#report(resource, {
      type: before ? 'MODIFIED' : 'ADDED',
      meta: full,
      ...(before ? { oldMeta: before } : {}),
      identity: identityOf(resource, full),
    });
    return uid;
  }

  /** Deployment web → ReplicaSet rs → Pods a and b, with this in each reference. */
  putWeb(reference: Partial<OwnerReference> = {}): this {
    this.put(DEPLOYMENTS, 'web');
    const ofWeb = [ownedBy(DEPLOYMENTS, 'web', reference)];
    this.put(REPLICA_SETS, 'rs', { ownerReferences: ofWeb });
    const ofSet = [ownedBy(REPLICA_SETS, 'rs', reference)];
    for (const name of ['a', 'b']) this.put(PODS, name, { ownerReferences: ofSet });
    this.tick();
    return this;
  }

  delete(resource: ApiResource, uid: Uid): void {
    const meta = this.#metas.get(uid);
    if (!meta) return;
    this.#metas.delete(uid);
    this.#report(resource, { type: 'DELETED', meta, identity: identityOf(resource, meta) });
  }

  /** The kind with these objects is no longer served. */
  unserve(resource: ApiResource, ...uids: readonly Uid[]): void {
    const metas = uids.flatMap((uid) => this.#metas.get(uid) ?? []);
    for (const { uid } of metas) this.#metas.delete(uid);
    this.relay.resources(KINDS.filter((each) => each !== resource));
    this.relay.retired(resource);
    this.#left(resource, metas);
  }

  /** The object is out of sight, and its kind is read all the same. */
  leave(resource: ApiResource, uid: Uid): void {
    const meta = this.#metas.get(uid);
    this.#metas.delete(uid);
    if (meta) this.#left(resource, [meta]);
  }

  #left(resource: ApiResource, metas: readonly ObjectMeta[]): void {
    this.relay.left(
      resource,
      metas.map((meta) => ({ type: 'DELETED', meta, identity: identityOf(resource, meta) })),
    );
  }

  /** What is stored now, in the order in which it came. */
  stored(): readonly ObjectMeta[] {
    return [...this.#metas.values()];
  }

  /** Every kind is observed up to now, as by bookmarks, and what is due is done. */
  tick(): void {
    for (const each of KINDS) this.relay.observed(each, String(this.#version));
    this.clock.advance(100);
  }

  /** Does what is due; the verdict on the object then. */
  judge(uid: Uid): NodeRecord['summary'] {
    this.tick();
    return this.record(uid).summary;
  }

  record(uid: Uid): NodeRecord {
    const record = this.live.records.get(uid);
    if (!record) throw new Error(`There is no record of ${uid}.`);
    return record;
  }

  #report(resource: ApiResource, change: GraphChange): void {
    this.relay.changes(resource, [change]);
  }
}

/** A reference to an object of the scripted cluster. */
export function ownedBy(
  resource: ApiResource,
  name: string,
  more: Partial<OwnerReference> = {},
): OwnerReference {
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    name,
    uid: `${resource.kind.toLowerCase()}-${name}`,
    ...more,
  };
}

/** The object as references name it. */
export function identityOf(resource: ApiResource, meta: ObjectMeta): GraphChange['identity'] {
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    namespace: meta.namespace ?? '',
    name: meta.name,
    uid: meta.uid,
  };
}

function deltaOf(bytes: Buffer): GraphDelta {
  const line = bytes
    .toString()
    .split('\n')
    .find((each) => each.startsWith('data: '));
  return JSON.parse(line?.slice('data: '.length) ?? '') as GraphDelta;
}
