import { type ApiObject, type Millis, parseTimestamp } from '@gcscope/gc-core';
import type { ClusterClient } from '../cluster-client.ts';
import { number, text } from '../fields.ts';
import { type Controller, earliest } from './controller.ts';

/** Deletes finished Jobs in the foreground once `ttlSecondsAfterFinished` is over (RM-03). */
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
