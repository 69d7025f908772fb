import type { NodeReading } from '@gcscope/gc-core';
import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';

type NodePod = NonNullable<NodeReading['scenario']['spec']['pods']>[number];

/** The reading with the owners of those of its pods that the cluster knows. */
export function withOwners(reading: NodeReading, live: LiveGraph): NodeReading {
  const owners = (reading.scenario.spec.pods ?? []).flatMap((pod) =>
    (podRecord(pod, live)?.owners ?? []).map(({ uid, kind, name }) => ({
      pod: pod.uid,
      owner: { uid, kind, name },
    })),
  );
  return { ...reading, owners };
}

/** Whether a Pod of the cluster is one of the reading's. */
export function holdsPod(reading: NodeReading, uid: Uid, live: LiveGraph): boolean {
  const pods = reading.scenario.spec.pods ?? [];
  return pods.some((pod) => pod.uid === uid || podRecord(pod, live)?.uid === uid);
}

/** By its uid; a static pod has another one in the cluster, and the name of its mirror pod (PP-4). */
function podRecord({ uid, name, namespace }: NodePod, live: LiveGraph): NodeRecord | undefined {
  const record = live.records.get(uid);
  if (record?.kind === 'Pod') return record;
  if (!STATIC.test(uid) || name === undefined || namespace === undefined) return undefined;
  const mirror = live.names.get('/pods', namespace, name);
  return mirror === undefined ? undefined : live.records.get(mirror);
}

/** The hash of its configuration is no uid of an API server: it has no hyphens. */
const STATIC = /^[0-9a-f]{32}$/;
