import { type ApiObject, formatTimestamp, type Millis, parseTimestamp } from '@gcscope/gc-core';
import {
  type ClusterClient,
  controllerReference,
  isControlledBy,
} from '../objects/cluster-client.ts';
import { number, record, text } from '../objects/fields.ts';
import { type Random, randomSuffix } from '../objects/names.ts';
import { type Controller, earliest } from './controller.ts';
import { hasCondition, isActive, isFinished, podFromTemplate } from './pod-state.ts';

/** Keeps a Pod of a Job until it is counted in the Job's status (FN-07). */
const JOB_TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';

const MOST_PODS = 20;

/** Whether a Job is over, with success or without. */
export function isJobFinished(job: ApiObject): boolean {
  return hasCondition(job, 'Complete') || hasCondition(job, 'Failed');
}

/** Runs Jobs: makes their Pods, counts those that end, and lets go of each Pod once it is counted. */
export function jobController(client: ClusterClient, random: Random): Controller {
  function complete(job: ApiObject, succeeded: number, now: Millis): void {
    const time = formatTimestamp(now);
    const condition = { status: 'True', reason: 'CompletionsReached', lastTransitionTime: time };
    client.patchStatus(job, {
      succeeded,
      active: 0,
      completionTime: time,
      conditions: [
        { type: 'SuccessCriteriaMet', ...condition },
        { type: 'Complete', ...condition },
      ],
    });
  }

  function reconcileOne(job: ApiObject, allPods: readonly ApiObject[], now: Millis): void {
    if (isJobFinished(job) || job.metadata.deletionTimestamp !== undefined) return;
    const pods = allPods.filter((pod) => isControlledBy(pod, job));
    const completions = Math.min(number(job, ['spec', 'completions'], 1), MOST_PODS);
    const parallelism = number(job, ['spec', 'parallelism'], 1);
    const succeeded = pods.filter((pod) => text(pod, ['status', 'phase'], '') === 'Succeeded');
    if (succeeded.length >= completions) {
      complete(job, succeeded.length, now);
      return;
    }
    const active = pods.filter(isActive).length;
    const { name, namespace = '' } = job.metadata;
    const wanted = Math.min(parallelism, completions - succeeded.length);
    for (let missing = wanted - active; missing > 0; missing--) {
      const pod = podFromTemplate(record(job.spec).template, {
        name: `${name}-${randomSuffix(random)}`,
        namespace,
        owner: controllerReference(job),
        labels: { 'batch.kubernetes.io/job-name': name },
        finalizers: [JOB_TRACKING_FINALIZER],
      });
      client.create(pod);
    }
    const startTime = text(job, ['status', 'startTime'], formatTimestamp(now));
    client.patchStatus(job, { startTime, active: wanted, succeeded: succeeded.length });
  }

  function release(pod: ApiObject): void {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
    const gone = deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0;
    if (isFinished(pod) || gone) client.removeFinalizer(pod, JOB_TRACKING_FINALIZER);
  }

  return {
    watches: ['batch/jobs', '/pods'],
    reconcile(now) {
      const pods = client.list('v1', 'Pod');
      for (const job of client.list('batch/v1', 'Job')) reconcileOne(job, pods, now);
      for (const pod of pods) release(pod);
      return undefined;
    },
  };
}

/** Deletes finished Jobs in the foreground once `ttlSecondsAfterFinished` is over. */
export function ttlAfterFinished(client: ClusterClient): Controller {
  function reconcileOne(job: ApiObject, now: Millis): Millis | undefined {
    const ttl = number(job, ['spec', 'ttlSecondsAfterFinished'], -1);
    const finished = parseTimestamp(text(job, ['status', 'completionTime'], ''));
    if (ttl < 0 || finished === undefined) return undefined;
    if (job.metadata.deletionTimestamp !== undefined) return undefined;
    const due = finished + ttl * 1000;
    if (now < due) return due;
    client.delete(job, { propagationPolicy: 'Foreground' });
    return undefined;
  }

  return {
    watches: ['batch/jobs'],
    reconcile: (now) =>
      earliest(client.list('batch/v1', 'Job').map((job) => reconcileOne(job, now))),
  };
}
