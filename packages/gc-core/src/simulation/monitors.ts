import type { ApiServer, StoredEvent } from '../apiserver/api-server.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import {
  type ApiResource,
  apiVersionOf,
  groupResource,
  isMonitorable,
} from '../meta/api-resource.ts';
import type { ApiObject, ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { HeldEvents } from './held-events.ts';
import { monitorIdentity } from './monitor-identity.ts';

/** Where the monitors watch, and who gets the events they observe. */
export interface MonitorsOptions {
  readonly apiServer: ApiServer;
  readonly release: ReleaseProfile;
  readonly enqueue: (change: GraphChange) => void;
}

/** The collector's monitors, one for each kind: they list and watch, and what they hear waits for the graph builder. */
export class Monitors {
  readonly #options: MonitorsOptions;
  #held: HeldEvents | undefined;

  constructor(options: MonitorsOptions) {
    this.#options = options;
  }

  /** Whether events wait until they are delivered. */
  get isBlocking(): boolean {
    return this.#held !== undefined;
  }

  /** Each object is observed for the first time. */
  list(objects: Iterable<ApiObject>): void {
    for (const object of objects) {
      const identity = this.#identityOf(object);
      if (!identity) continue;
      this.#options.enqueue({ type: 'ADDED', identity, meta: object.metadata });
    }
  }

  /** The collector observes what the server has stored, at once unless events are held. */
  observe({ type, object, previous }: StoredEvent): void {
    const identity = this.#identityOf(object);
    if (!identity) return;
    const meta = object.metadata;
    const old = type === 'MODIFIED' ? previous?.metadata : undefined;
    const change = old ? { type, identity, meta, oldMeta: old } : { type, identity, meta };
    if (this.#held) this.#held.hold(kindOf(change), change);
    else this.#options.enqueue(change);
  }

  /** From now on events wait until they are delivered, those of `queued` too. */
  hold(queued: Iterable<GraphChange>): void {
    const held = new HeldEvents();
    for (const change of queued) held.hold(kindOf(change), change);
    this.#held = held;
  }

  /** Kinds with events that were not delivered yet; none unless they are held. */
  undelivered(): string[] {
    return this.#held?.kinds() ?? [];
  }

  /** The monitor of the kind delivers its oldest event. */
  deliver(kind: string): void {
    const change = this.#held?.release(kind);
    if (change) this.#options.enqueue(change);
  }

  /** Events are delivered at once again; those that were held go first, kind by kind. */
  letGo(): void {
    for (const kind of this.undelivered()) {
      while (this.undelivered().includes(kind)) this.deliver(kind);
    }
    this.#held = undefined;
  }

  /**
   * The object in the monitor's store. Unless events are held, they reach the monitors at once, so it is the server's
   * (PA-04).
   */
  localStore(resource: ApiResource, namespace: string, name: string): ObjectMeta | undefined {
    if (this.#isIgnored(resource)) return undefined;
    const answer = this.#options.apiServer.get({ resource, namespace, name });
    const live = answer.ok ? (answer.object.metadata as ObjectMeta) : undefined;
    if (!this.#held) return live;
    const kind = `${apiVersionOf(resource)}/${resource.kind}`;
    return this.#held.stored(kind, namespace, name, live);
  }

  /** The identity under which a monitor delivers the object (DM-01); `undefined` where there is no monitor. */
  #identityOf(object: ApiObject): ObjectReference | undefined {
    const { table } = this.#options.apiServer;
    const resource = table.preferredFor(object.apiVersion, object.kind);
    if (!resource || this.#isIgnored(resource)) return undefined;
    return monitorIdentity(resource, object.metadata);
  }

  /** Whether the collector never looks at the resource (MO-01, MO-03, PG-03). */
  #isIgnored(resource: ApiResource): boolean {
    if (!isMonitorable(resource)) return true;
    return this.#options.release.ignoredResources.has(groupResource(resource));
  }
}

function kindOf({ identity }: GraphChange): string {
  return `${identity.apiVersion}/${identity.kind}`;
}
