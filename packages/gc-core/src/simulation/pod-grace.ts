import type { ApiServer } from '../apiserver/api-server.ts';
import type { ApiRequest } from '../collector/object-client.ts';
import { type ApiObject, type Millis, parseTimestamp } from '../meta/object-meta.ts';

const PODS = '/pods';

/** The request with which a kubelet ends a Pod whose grace is over (API-51, API-54). */
export function finalDelete(apiServer: ApiServer, pod: ApiObject): ApiRequest & { verb: 'delete' } {
  const resource = apiServer.table.forKind('v1', 'Pod');
  const { namespace = '', name, uid } = pod.metadata;
  if (!resource) throw new Error('This server does not serve Pods.');
  const options = { gracePeriodSeconds: 0, preconditions: { uid } };
  return { verb: 'delete', resource, namespace, name, options };
}

/** The kubelet's part in a deletion: it sends the final DELETE when a Pod has ended. */
export function terminatePod(
  apiServer: ApiServer,
  pod: ApiObject,
): ReturnType<ApiServer['delete']> {
  const request = finalDelete(apiServer, pod);
  return apiServer.delete(request, request.options);
}

/** The Pods of a server whose grace runs, as its events tell; what comes or goes without an event is found by a list. */
export class PodGrace {
  readonly #apiServer: ApiServer;
  #seen = 0;
  /** The end of each grace, by the Pod as it is stored: Pods of a scenario may share a uid. */
  readonly #waiting = new Map<ApiObject, Millis>();

  constructor(apiServer: ApiServer) {
    this.#apiServer = apiServer;
    apiServer.subscribe(({ type, resource, object, previous }) => {
      this.#seen++;
      if (resource !== PODS) return;
      if (previous) this.#waiting.delete(previous);
      if (type !== 'DELETED') this.#observe(object);
    });
  }

  #current(): ReadonlyMap<ApiObject, Millis> {
    if (this.#seen !== this.#apiServer.changes) this.#list();
    return this.#waiting;
  }

  #list(): void {
    this.#seen = this.#apiServer.changes;
    const resource = this.#apiServer.table.forKind('v1', 'Pod');
    this.#waiting.clear();
    if (!resource) return;
    for (const pod of this.#apiServer.list(resource).items) this.#observe(pod);
  }

  /** When the grace of the first one ends; `undefined` when no Pod waits. */
  nextDeadline(): Millis | undefined {
    let next: Millis | undefined;
    for (const deadline of this.#current().values()) {
      if (next === undefined || deadline < next) next = deadline;
    }
    return next;
  }

  /** Pods whose grace period is over, the first to end first. */
  past(now: Millis): ApiObject[] {
    return [...this.#current()]
      .filter(([, deadline]) => deadline <= now)
      .sort(([, a], [, b]) => a - b)
      .map(([pod]) => pod);
  }

  #observe(pod: ApiObject): void {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    const isWaiting = deletionTimestamp !== undefined && deletionGracePeriodSeconds !== 0;
    const deadline = isWaiting ? parseTimestamp(deletionTimestamp) : undefined;
    if (deadline !== undefined) this.#waiting.set(pod, deadline);
  }
}
