import type { ApiResource, GraphChange } from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';
import type { KindObjects } from '../reflect/kind-objects.ts';
import type { MonitoredResource } from '../reflect/monitored-resource.ts';

/**
 * The reports of the monitors. The states of an object come in the order in which the server stored them. The last one
 * always comes; intermediate ones may be missing. Between kinds there is no order. All calls are synchronous and must
 * not throw.
 */
export interface ClusterObserver {
  /** One batch of changes of one kind, in order. A relist is one batch with the differences only. */
  changes(resource: MonitoredResource, batch: readonly GraphChange[]): void;
  /** The store of the kind's objects, if the observer holds them anyway. */
  objects?(resource: MonitoredResource): KindObjects | undefined;
  /** Everything of the kind up to this version was observed: an object that was not reported did not exist at that version. */
  observed(resource: MonitoredResource, resourceVersion: string): void;
  /**
   * A kind's state moved, or its number of objects while it is not `synced`. Objects of a kind that is not `synced` are not verified;
   * they are never reported as deleted because their kind cannot be read (MO-13).
   */
  kindHealth(health: KindHealth): void;
  /** Objects can no longer be read: they leave with this batch of deletions, whether or not they were deleted. */
  left(resource: MonitoredResource, batch: readonly GraphChange[]): void;
  /** The kind is no longer served; its objects leave next. */
  retired(resource: MonitoredResource): void;
  /** Discovery changed: every resource the server serves in every version, the preferred version first, also those not monitored. */
  resources(served: readonly ApiResource[]): void;
  /** A discovery brought nothing new, or nothing at all. */
  discovered?(result: 'unchanged' | 'empty'): void;
  /** The cluster as a whole stopped or began to answer. Called on a change, and once for the first answer or failure. */
  reachable(reach: Reach, message?: string): void;
}

/** Whether the cluster answers; `untrusted`: something does, and its certificate does not prove that it is the cluster. */
export type Reach = boolean | 'untrusted';
