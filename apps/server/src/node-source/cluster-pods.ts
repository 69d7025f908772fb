import type { ApiResource, NodeReading, NotSeen } from '@gcscope/gc-core';
import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';
import { PODS_NOT_SEEN } from './not-seen.ts';

type NodePod = NonNullable<NodeReading['scenario']['spec']['pods']>[number];

/**
 * The reading with what a cluster knows of its pods: their owners, and which of them are deleted. A cluster that knows none of
 * them is taken for another one and tells nothing.
 */
export function withCluster(reading: NodeReading, live: LiveGraph): NodeReading {
  const pods = (reading.scenario.spec.pods ?? []).map((pod) => ({
    pod,
    record: podRecord(pod, live),
  }));
  const owners = pods.flatMap(({ pod, record }) =>
    (record?.owners ?? []).map(({ uid, kind, name }) => ({
      pod: pod.uid,
      owner: { uid, kind, name },
    })),
  );
  const isItsCluster = pods.some(({ record }) => record !== undefined);
  if (!isItsCluster || !live.view.isRead(PODS)) return { ...reading, owners };
  const judged = pods.map(({ pod, record }) => (isGone(pod, record) ? gone(pod) : pod));
  const { scenario, notSeen } = reading;
  return {
    ...reading,
    scenario: { ...scenario, spec: { ...scenario.spec, pods: judged } },
    notSeen: notSeen.map((each) => (each.what === PODS_NOT_SEEN.what ? PHASES_NOT_SEEN : each)),
    owners,
  };
}

/** Whether a Pod of the cluster is one of the reading's. */
export function holdsPod(reading: NodeReading, uid: Uid, live: LiveGraph): boolean {
  const pods = reading.scenario.spec.pods ?? [];
  return pods.some((pod) => pod.uid === uid || podRecord(pod, live)?.uid === uid);
}

const PODS: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespaced: true,
};

const PHASES_NOT_SEEN: NotSeen = {
  what: 'whether pods are evicted or finished',
  because: 'The runtime does not know it, and gcscope reads only metadata of the cluster.',
  instead:
    'Pods that no longer exist in the cluster count as gone. Others without a running container count as finished.',
};

/** Deleted, or to be deleted and nothing of it runs any more (PP-1, PP-3); static pods are no Pods of the cluster (PP-4). */
function isGone({ uid, state }: NodePod, record: NodeRecord | undefined): boolean {
  if (record) return record.beingDeleted && state === 'terminated';
  return !STATIC.test(uid);
}

function gone(pod: NodePod): NodePod {
  return { ...pod, state: 'gone' };
}

/** By its uid; a static pod has another one in the cluster, and the name of its mirror pod (PP-4). */
function podRecord({ uid, name, namespace }: NodePod, live: LiveGraph): NodeRecord | undefined {
  const record = live.records.get(uid);
  if (record?.kind === 'Pod' && !record.virtual) return record;
  if (!STATIC.test(uid) || name === undefined || namespace === undefined) return undefined;
  const mirror = live.names.get('/pods', namespace, name);
  return mirror === undefined ? undefined : live.records.get(mirror);
}

/** The hash of its configuration is no uid of an API server: it has no hyphens. */
const STATIC = /^[0-9a-f]{32}$/;
