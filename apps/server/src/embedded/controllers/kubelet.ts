import { type ApiObject, formatTimestamp, type Millis, parseTimestamp } from '@gcscope/gc-core';
import type { ClusterClient } from '../objects/cluster-client.ts';
import { list, record, text } from '../objects/fields.ts';
import { spanOf } from '../objects/names.ts';
import { type Controller, earliest } from './controller.ts';
import { createdAt, isFinished } from './pod-state.ts';

const STARTING = [1500, 4000] as const;
const WORKING = [4000, 12_000] as const;
const STOPPING = [1000, 3000] as const;

/** An address that stays the same for a Pod. */
function podAddress({ metadata: { uid } }: ApiObject): string {
  return `10.244.${spanOf(uid, 'subnet', 0, 16)}.${spanOf(uid, 'address', 2, 250)}`;
}

function containerStatuses(pod: ApiObject, ready: boolean): object[] {
  return list(pod, ['spec', 'containers']).map((container) => ({
    name: text(container, ['name'], ''),
    image: text(container, ['image'], ''),
    ready,
    started: ready,
    restartCount: 0,
  }));
}

/** The status of a Pod that runs, as its kubelet reports it. */
export function runningStatus(pod: ApiObject, since: Millis): Readonly<Record<string, unknown>> {
  const time = formatTimestamp(since);
  return {
    phase: 'Running',
    startTime: time,
    podIP: podAddress(pod),
    containerStatuses: containerStatuses(pod, true),
    conditions: [
      { type: 'Ready', status: 'True', lastTransitionTime: time },
      { type: 'PodScheduled', status: 'True', lastTransitionTime: time },
    ],
  };
}

/** The status of a Pod whose work is done. */
export function succeededStatus(pod: ApiObject, at: Millis): Readonly<Record<string, unknown>> {
  const time = formatTimestamp(at);
  return {
    phase: 'Succeeded',
    containerStatuses: containerStatuses(pod, false),
    conditions: [
      { type: 'Ready', status: 'False', reason: 'PodCompleted', lastTransitionTime: time },
      { type: 'PodScheduled', status: 'True', lastTransitionTime: time },
    ],
  };
}

/**
 * The kubelets of all nodes: Pods start, work that is meant to end ends, and a Pod in its grace period stops
 * before that is over and is then deleted with grace 0 (API-51).
 */
export function kubelet(client: ClusterClient): Controller {
  function stop(pod: ApiObject, now: Millis): Millis | undefined {
    const { uid, deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    if (deletionGracePeriodSeconds === 0) return undefined;
    const grace = deletionGracePeriodSeconds * 1000;
    const asked = (parseTimestamp(deletionTimestamp) ?? now) - grace;
    const due = asked + Math.min(grace, spanOf(uid, 'stop', ...STOPPING));
    if (now < due) return due;
    client.delete(pod, { gracePeriodSeconds: 0 });
    return undefined;
  }

  function start(pod: ApiObject, now: Millis): Millis | undefined {
    const due = createdAt(pod) + spanOf(pod.metadata.uid, 'start', ...STARTING);
    if (now < due) return due;
    client.patchStatus(pod, runningStatus(pod, now));
    return undefined;
  }

  function work(pod: ApiObject, now: Millis): Millis | undefined {
    if (text(pod, ['spec', 'restartPolicy'], 'Always') === 'Always') return undefined;
    const started = parseTimestamp(text(pod, ['status', 'startTime'], '')) ?? createdAt(pod);
    const due = started + spanOf(pod.metadata.uid, 'work', ...WORKING);
    if (now < due) return due;
    client.patchStatus(pod, succeededStatus(pod, now));
    return undefined;
  }

  function reconcileOne(pod: ApiObject, now: Millis): Millis | undefined {
    if (pod.metadata.deletionTimestamp !== undefined) return stop(pod, now);
    if (isFinished(pod)) return undefined;
    const phase = text(record(pod.status), ['phase'], 'Pending');
    return phase === 'Running' ? work(pod, now) : start(pod, now);
  }

  return {
    watches: ['/pods'],
    reconcile(now) {
      const placed = client
        .list('v1', 'Pod')
        .filter((pod) => text(pod, ['spec', 'nodeName'], '') !== '');
      return earliest(placed.map((pod) => reconcileOne(pod, now)));
    },
  };
}
