import { type ApiObject, formatTimestamp, type Millis, parseTimestamp } from '@gcscope/gc-core';
import {
  type ClusterClient,
  controllerReference,
  isControlledBy,
} from '../objects/cluster-client.ts';
import { fields, number, record, text } from '../objects/fields.ts';
import { type Controller, earliest } from './controller.ts';
import { isJobFinished } from './job.ts';
import { byAge, createdAt, hasCondition } from './pod-state.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

/** After a long pause only the last missed run counts; at most this many runs are skipped to find it. */
const MOST_MISSED = 10_000;

interface Run {
  /** The last run that is due, if any. */
  readonly due?: Millis;
  readonly next: Millis | undefined;
}

function nextRun(schedule: Schedule, last: Millis, now: Millis): Run {
  let due: Millis | undefined;
  let next = schedule.next(last);
  for (let i = 0; next !== undefined && next <= now && i < MOST_MISSED; i++) {
    due = next;
    next = schedule.next(next);
  }
  return due === undefined ? { next } : { due, next };
}

/** Names a Job after the minute it was due, or after the second if the CronJob runs more often. */
export function jobName(cronJob: ApiObject, due: Millis): string {
  const often = text(cronJob, ['spec', 'schedule'], '').startsWith('@every');
  return `${cronJob.metadata.name}-${Math.floor(due / (often ? 1000 : 60_000))}`;
}

/** Starts Jobs on time and keeps their history short: the real cascade CronJob limit → Job → Pod. */
export function cronJobController(client: ClusterClient): Controller {
  function startJob(cronJob: ApiObject, due: Millis): void {
    const template = fields(cronJob, ['spec', 'jobTemplate']);
    client.create({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: jobName(cronJob, due),
        namespace: cronJob.metadata.namespace ?? '',
        ...record(template.metadata),
        ownerReferences: [controllerReference(cronJob)],
      },
      spec: record(template.spec),
    });
  }

  function trimHistory(cronJob: ApiObject, finished: readonly ApiObject[]): void {
    const alive = finished.filter((job) => job.metadata.deletionTimestamp === undefined);
    const failed = alive.filter((job) => hasCondition(job, 'Failed'));
    const successful = alive.filter((job) => !hasCondition(job, 'Failed'));
    const limits = [
      [successful, number(cronJob, ['spec', 'successfulJobsHistoryLimit'], 3)],
      [failed, number(cronJob, ['spec', 'failedJobsHistoryLimit'], 1)],
    ] as const;
    for (const [jobs, limit] of limits) {
      const surplus = [...jobs].sort(byAge).slice(0, Math.max(0, jobs.length - limit));
      for (const job of surplus) client.delete(job, { propagationPolicy: 'Background' });
    }
  }

  function reconcileOne(
    cronJob: ApiObject,
    allJobs: readonly ApiObject[],
    now: Millis,
  ): Millis | undefined {
    if (cronJob.metadata.deletionTimestamp !== undefined) return undefined;
    const jobs = allJobs.filter((job) => isControlledBy(job, cronJob));
    trimHistory(cronJob, jobs.filter(isJobFinished));
    const schedule = parseSchedule(text(cronJob, ['spec', 'schedule'], ''));
    if (!schedule || record(cronJob.spec).suspend === true) return undefined;
    const lastText = text(cronJob, ['status', 'lastScheduleTime'], '');
    const { due, next } = nextRun(schedule, parseTimestamp(lastText) ?? createdAt(cronJob), now);
    if (due !== undefined) startJob(cronJob, due);
    const active = jobs
      .filter((job) => !isJobFinished(job))
      .map(({ apiVersion, kind, metadata: { name, namespace, uid } }) => {
        return { apiVersion, kind, name, namespace, uid };
      });
    const lastScheduleTime = due === undefined ? lastText : formatTimestamp(due);
    client.patchStatus(cronJob, {
      active,
      ...(lastScheduleTime === '' ? {} : { lastScheduleTime }),
    });
    return next;
  }

  return {
    watches: ['batch/cronjobs', 'batch/jobs'],
    reconcile(now) {
      const jobs = client.list('batch/v1', 'Job');
      const cronJobs = client.list('batch/v1', 'CronJob');
      return earliest(cronJobs.map((cronJob) => reconcileOne(cronJob, jobs, now)));
    },
  };
}
