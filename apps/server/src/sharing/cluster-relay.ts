import { type ApiResource, type GraphChange, groupResource } from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';
import type { ClusterObserver, Reach } from '../cluster/monitors/cluster-observer.ts';
import type { KindObjects } from '../cluster/reflect/kind-objects.ts';
import type { MonitoredResource } from '../cluster/reflect/monitored-resource.ts';
import { rowKey } from '../live/cluster-health.ts';

/** The API group of Roles, ClusterRoles and their bindings. */
const RBAC = 'rbac.authorization.k8s.io';

/**
 * Passes the reports of the monitors on to all listeners, to the whole cluster's graph first. For listeners that come later, it remembers
 * the last report of everything but objects.
 */
export class ClusterRelay implements ClusterObserver {
  readonly #first: ClusterObserver;
  readonly #listeners = new Set<ClusterObserver>();
  readonly #onRights = new Set<() => void>();
  readonly #kinds = new Map<string, KindHealth>();
  readonly #observed = new Map<string, readonly [MonitoredResource, string]>();
  #served: readonly ApiResource[] | undefined;
  #reachable: readonly [ok: Reach, message: string | undefined] | undefined;

  constructor(first: ClusterObserver) {
    this.#first = first;
    this.#listeners.add(first);
  }

  objects(resource: MonitoredResource): KindObjects | undefined {
    return this.#first.objects?.(resource);
  }

  /** From now on the listener hears everything, until the answer is called. */
  add(listener: ClusterObserver): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls the listener when a role or a binding changed, until the answer is called. */
  onRights(listener: () => void): () => void {
    this.#onRights.add(listener);
    return () => void this.#onRights.delete(listener);
  }

  /** The kinds as last reported. */
  get kinds(): Iterable<KindHealth> {
    return this.#kinds.values();
  }

  /** Says what is served, and whether the cluster answers. */
  repeatServed(listener: ClusterObserver): void {
    if (this.#served) listener.resources(this.#served);
    if (this.#reachable) listener.reachable(...this.#reachable);
  }

  /** Says up to where each kind was observed, and its health. */
  repeatKinds(listener: ClusterObserver): void {
    for (const [resource, version] of this.#observed.values()) listener.observed(resource, version);
    for (const health of this.#kinds.values()) listener.kindHealth(health);
  }

  changes(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    if (resource.group === RBAC) for (const listener of this.#onRights) listener();
    for (const listener of this.#listeners) listener.changes(resource, batch);
  }

  observed(resource: MonitoredResource, resourceVersion: string): void {
    this.#observed.set(groupResource(resource), [resource, resourceVersion]);
    for (const listener of this.#listeners) listener.observed(resource, resourceVersion);
  }

  kindHealth(health: KindHealth): void {
    // A row `*` stands for a group version that could not be discovered, until it can.
    const isOver = health.resource === '*' && health.state === 'synced';
    if (isOver) this.#kinds.delete(rowKey(health));
    else this.#kinds.set(rowKey(health), health);
    for (const listener of this.#listeners) listener.kindHealth(health);
  }

  left(resource: MonitoredResource, batch: readonly GraphChange[]): void {
    for (const listener of this.#listeners) listener.left(resource, batch);
  }

  retired(resource: MonitoredResource): void {
    this.#kinds.delete(groupResource(resource));
    this.#observed.delete(groupResource(resource));
    for (const listener of this.#listeners) listener.retired(resource);
  }

  resources(served: readonly ApiResource[]): void {
    this.#served = served;
    for (const listener of this.#listeners) listener.resources(served);
  }

  reachable(ok: Reach, message?: string): void {
    this.#reachable = [ok, message];
    for (const listener of this.#listeners) listener.reachable(ok, message);
  }
}
