import type { ApiServer } from '../apiserver/api-server.ts';
import type { ApiRequest } from '../collector/object-client.ts';
import { type ApiObject, type Millis, parseTimestamp } from '../meta/object-meta.ts';

/** The request with which a kubelet ends a Pod whose grace is over (API-51, API-54). */
export function finalDelete(apiServer: ApiServer, pod: ApiObject): ApiRequest & { verb: 'delete' } {
  const resource = apiServer.table.forKind('v1', 'Pod');
  const { namespace = '', name, uid } = pod.metadata;
  if (!resource) throw new Error('This server does not serve Pods.');
  const options = { gracePeriodSeconds: 0, preconditions: { uid } };
  return { verb: 'delete', resource, namespace, name, options };
}

/** What a kubelet does for deletion: when a Pod has ended it sends the final DELETE. */
export function terminatePod(
  apiServer: ApiServer,
  pod: ApiObject,
): ReturnType<ApiServer['delete']> {
  const request = finalDelete(apiServer, pod);
  return apiServer.delete(request, request.options);
}

/** When the grace of the first waiting Pod ends; `undefined` when no Pod waits. */
export function nextPodDeadline(apiServer: ApiServer): Millis | undefined {
  const deadlines = [...waitingPods(apiServer)].map(({ deadline }) => deadline);
  return deadlines.length > 0 ? Math.min(...deadlines) : undefined;
}

/** The Pods whose grace is over, first ended first. */
export function podsPastGrace(apiServer: ApiServer, now: Millis): ApiObject[] {
  return [...waitingPods(apiServer)]
    .filter(({ deadline }) => deadline <= now)
    .sort((a, b) => a.deadline - b.deadline)
    .map(({ pod }) => pod);
}

function* waitingPods(apiServer: ApiServer): Iterable<{ pod: ApiObject; deadline: Millis }> {
  const resource = apiServer.table.forKind('v1', 'Pod');
  if (!resource) return;
  for (const pod of apiServer.list(resource).items) {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    if (deletionTimestamp === undefined || deletionGracePeriodSeconds === 0) continue;
    const deadline = parseTimestamp(deletionTimestamp);
    if (deadline !== undefined) yield { pod, deadline };
  }
}
