import {
  type ApiResource,
  formatApiVersion,
  formatTimestamp,
  type GraphChange,
  groupResource,
  kindName,
} from '@gcscope/gc-core';
import type { KindHealth, Timestamp } from '@gcscope/gc-core/wire';
import { inTurns } from '../base/in-turns.ts';
import type { ClusterObserver, Reach } from '../cluster/monitors/cluster-observer.ts';
import type { MonitoredResource } from '../cluster/reflect/monitored-resource.ts';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { ClusterRelay } from './cluster-relay.ts';
import type { Rights } from './rights.ts';

/** Objects in one batch of the replay. */
const BATCH = 500;
/** Why a kind is not read as it should be, for people who may list it in some namespaces only. */
const NOT_WHOLE =
  'gcscope cannot read all of this kind at the moment. Ask your gcscope administrator for the reason.';

/**
 * Feeds a cluster of its own with the objects that these rights let a person list, and nothing else: a hidden kind is treated like a kind
 * that is not read. So whatever is answered from that cluster cannot speak of a hidden object, not even in a number.
 */
export class NarrowedFeed implements ClusterObserver {
  readonly #into: LiveCluster;
  readonly #rights: Rights;
  readonly #since: Timestamp;
  /** The latest health that was sent of each kind. */
  readonly #said = new Map<string, string>();
  #isReplayed = false;

  constructor(into: LiveCluster, rights: Rights) {
    this.#into = into;
    this.#rights = rights;
    this.#since = formatTimestamp(into.clock.now());
  }

  /** Tells what the whole cluster holds now, in turns with other work; what changes meanwhile comes through the relay. */
  async replay(whole: LiveCluster, relay: ClusterRelay, signal: AbortSignal): Promise<void> {
    const { live } = this.#into;
    for (const kind of relay.kinds) live.kindHealth({ ...this.#narrow(kind), state: 'listing' });
    relay.repeatServed(live);
    if (!(await inTurns(this.#objects(whole, relay), signal))) return;
    this.#isReplayed = true;
    relay.repeatKinds(this);
    live.flush();
  }

  changes(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    const seen = this.#seen(resource, batch);
    if (seen.length > 0) this.#into.live.changes(resource, seen);
  }

  observed(resource: MonitoredResource, resourceVersion: string): void {
    if (this.#rights.of(resource).length > 0) this.#into.live.observed(resource, resourceVersion);
  }

  left(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    const seen = this.#seen(resource, batch);
    if (seen.length > 0) this.#into.live.left(resource, seen);
  }

  retired(resource: MonitoredResource): void {
    this.#said.delete(`${resource.group}/${resource.version}/${resource.resource}`);
    this.#into.live.retired(resource);
  }

  kindHealth(health: KindHealth): void {
    // Until the replay is over, objects are missing; then every kind is reported.
    if (!this.#isReplayed) return;
    const narrowed = this.#narrow(health);
    const key = `${narrowed.group}/${narrowed.version}/${narrowed.resource}`;
    const text = JSON.stringify(narrowed);
    // Changes of a hidden kind are not passed on.
    if (this.#said.get(key) === text) return;
    this.#said.set(key, text);
    this.#into.live.kindHealth(narrowed);
  }

  resources(served: readonly ApiResource[]): void {
    this.#into.live.resources(served);
  }

  reachable(ok: Reach, message?: string): void {
    this.#into.live.reachable(ok, message);
  }

  #seen(resource: MonitoredResource, batch: readonly GraphChange[]): readonly GraphChange[] {
    if (this.#rights.of(resource) === 'everywhere') return batch;
    const kind = groupResource(resource);
    return batch.filter(({ identity }) => this.#rights.allows(kind, identity.namespace));
  }

  #narrow(health: KindHealth): KindHealth {
    // A group version whose kinds are unknown.
    if (health.resource === '*') return health;
    const allowed = this.#rights.of(health);
    if (allowed === 'everywhere') return health;
    // The sentence is about all namespaces: it may name or count objects out of sight.
    const { namespaces: read, message: whole, ...kind } = health;
    const namespaces = read ? allowed.filter((each) => read.includes(each)) : allowed;
    const hidden = { ...kind, objects: 0 };
    const isWhole = health.state === 'synced' || whole === undefined;
    if (namespaces.length > 0) {
      return { ...hidden, namespaces, ...(isWhole ? {} : { message: NOT_WHOLE }) };
    }
    const message = `You may not list ${kindName(kind)} in any namespace that has one. Ask your administrator for permission to list this kind.`;
    return { ...hidden, state: 'forbidden', since: this.#since, message };
  }

  *#objects({ live }: LiveCluster, relay: ClusterRelay): Generator<void> {
    for (const kind of [...relay.kinds]) {
      const key = groupResource(kind);
      const allowed = this.#rights.of(kind);
      const places = allowed === 'everywhere' ? [...live.names.namespacesOf(key)] : allowed;
      for (const namespace of places) {
        for (const uids of batches(live.names.namesIn(key, namespace))) {
          const batch = uids.flatMap(([name, uid]) => {
            const meta = live.graph.get(uid)?.meta;
            if (!meta || this.#into.live.names.get(key, namespace, name) === uid) return [];
            const apiVersion = formatApiVersion(kind.group, kind.version);
            const identity = { apiVersion, kind: kind.kind, namespace, name, uid };
            return [{ type: 'ADDED', identity, meta } as const];
          });
          if (batch.length > 0) this.#into.live.changes(kind, batch);
          yield;
        }
      }
    }
  }
}

/** At most `BATCH` at a time, as they are when their turn comes. */
function* batches<Item>(items: Iterable<Item>): Generator<readonly Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
