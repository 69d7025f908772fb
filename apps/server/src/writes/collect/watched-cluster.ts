import {
  type ApiResource,
  apiVersionOf,
  type GraphChange,
  isMonitorable,
  kindName,
  ResourceTable,
} from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';
import type { ClusterObserver, Reach } from '../../cluster/monitors/cluster-observer.ts';
import type { MonitoredResource } from '../../cluster/reflect/monitored-resource.ts';
import type { CollectorLog } from './collector-log.ts';

/** Listens to observed changes. */
export interface WatchListener {
  changes(batch: readonly GraphChange[]): void;
  /** The set of resources that the collector could watch is another one (MO-08). */
  resourcesChanged(): void;
  /** The server says that it serves nothing (MO-05). */
  discoveryEmpty(): void;
  /** A kind synced, or no longer is. */
  kindChanged(): void;
}

/** The cluster as the collector's monitors observe it: changes, and the kinds. */
export class WatchedCluster implements ClusterObserver {
  readonly #log: CollectorLog;
  readonly #listener: WatchListener;
  #table = new ResourceTable([]);
  /** As the log names them. */
  #deletable: readonly string[] = [];

  constructor(log: CollectorLog, listener: WatchListener) {
    this.#log = log;
    this.#listener = listener;
  }

  /** The REST mapping of a kind, as of the last discovery (KM-01..06). */
  forKind(apiVersion: string, kind: string): ApiResource | undefined {
    return this.#table.forKind(apiVersion, kind);
  }

  changes(_resource: MonitoredResource, batch: readonly GraphChange[]): void {
    this.#listener.changes(batch);
  }

  observed(): void {
    // The graph changes say all that the collector goes by.
  }

  kindHealth(health: KindHealth): void {
    const { state, message } = health;
    if (message !== undefined && (state === 'unsupported' || state === 'forbidden')) {
      this.#log.warn({ resource: kindName(health) }, message);
    } else if (message !== undefined) {
      this.#log.say(2, message, { resource: kindName(health), state });
    }
    this.#listener.kindChanged();
  }

  left(): void {
    // Objects that are no longer watched stay in the graph: their deletion was not observed (MO-13).
  }

  retired(): void {
    this.#listener.kindChanged();
  }

  resources(served: readonly ApiResource[]): void {
    this.#table = new ResourceTable(served);
    const before = new Set(this.#deletable);
    this.#deletable = this.#table.preferred.filter(isMonitorable).map(goText).sort();
    const now = new Set(this.#deletable);
    const added = this.#deletable.filter((each) => !before.has(each));
    const removed = [...before].filter((each) => !now.has(each));
    if (added.length === 0 && removed.length === 0) return;
    const diff = `added: [${added.join(' ')}], removed: [${removed.join(' ')}]`;
    this.#log.say(2, 'syncing garbage collector with updated resources from discovery', { diff });
    this.#log.say(4, 'reset restmapper');
    this.#listener.resourcesChanged();
  }

  discovered(result: 'unchanged' | 'empty'): void {
    if (result === 'unchanged') {
      this.#log.say(5, 'no resource updates from discovery, skipping garbage collector sync');
      return;
    }
    this.#log.say(2, 'no resources reported by discovery, skipping garbage collector sync');
    this.#listener.discoveryEmpty();
  }

  reachable(reach: Reach, message?: string): void {
    if (message !== undefined) this.#log.warn({}, `The cluster does not answer: ${message}.`);
    else if (reach === true) this.#log.say(2, 'The cluster answers');
  }
}

/** `apps/v1, Resource=deployments`. */
function goText(resource: ApiResource): string {
  const apiVersion = resource.group === '' ? `/${resource.version}` : apiVersionOf(resource);
  return `${apiVersion}, Resource=${resource.resource}`;
}
