import { type ApiObject, formatTimestamp, type Millis } from '@gcscope/gc-core';
import { jobName } from '../controllers/cron-job.ts';
import { succeededStatus } from '../controllers/kubelet.ts';
import { parseSchedule } from '../controllers/schedule.ts';
import { WORKERS } from './nodes.ts';
import { imageOf } from './workloads.ts';
import { DAY, SECOND, type WorldBuilder } from './world-builder.ts';

/** A CronJob of the first world with its latest runs. */
export interface CronJobPlan {
  readonly namespace: string;
  readonly name: string;
  readonly schedule: string;
  /** Between two runs. */
  readonly every: Millis;
  readonly image: string;
  /** Jobs still there, the latest one run ago. */
  readonly runs: number;
  readonly successfulJobsHistoryLimit?: number;
  /** Seconds from the end of a Job to its removal. */
  readonly ttlSecondsAfterFinished?: number;
  readonly suspend?: boolean;
}

function addRun(world: WorldBuilder, cronJob: ApiObject, jobSpec: object, due: Millis): void {
  const { namespace = '' } = cronJob.metadata;
  const age = world.now - due;
  const startTime = formatTimestamp(due);
  const doneAt = due + 9 * SECOND;
  const conditions = [
    {
      type: 'Complete',
      status: 'True',
      reason: 'CompletionsReached',
      lastTransitionTime: formatTimestamp(doneAt),
    },
  ];
  const job = world.add('batch/v1', 'Job', jobName(cronJob, due), {
    namespace,
    age,
    owner: cronJob,
    spec: jobSpec,
    status: {
      startTime,
      completionTime: formatTimestamp(doneAt),
      succeeded: 1,
      active: 0,
      conditions,
    },
  });
  const { template } = jobSpec as { template: { spec: object } };
  const nodeName = WORKERS[world.pick(WORKERS.length)] ?? 'worker-1';
  const spec = { ...template.spec, nodeName };
  const labels = { 'batch.kubernetes.io/job-name': job.metadata.name };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: '', uid: '' }, spec };
  world.add('v1', 'Pod', world.nameAfter(job.metadata.name), {
    namespace,
    age,
    owner: job,
    labels,
    spec,
    status: { startTime, ...succeededStatus(pod, doneAt) },
  });
}

/** A CronJob with its latest Jobs and their finished Pods. */
export function addCronJob(world: WorldBuilder, plan: CronJobPlan): ApiObject {
  const { namespace, name, schedule, every, image, runs, suspend } = plan;
  const jobSpec = {
    completions: 1,
    parallelism: 1,
    ...(plan.ttlSecondsAfterFinished === undefined
      ? {}
      : { ttlSecondsAfterFinished: plan.ttlSecondsAfterFinished }),
    template: {
      spec: {
        restartPolicy: 'Never',
        terminationGracePeriodSeconds: 10,
        containers: [{ name, image: imageOf(image) }],
      },
    },
  };
  const due = parseSchedule(schedule)?.next(world.now - every) ?? world.now;
  const last = Math.floor(due / SECOND) * SECOND;
  const cronJob = world.add('batch/v1', 'CronJob', name, {
    namespace,
    age: 60 * DAY + world.pick(40) * DAY,
    labels: { app: name },
    spec: {
      schedule,
      concurrencyPolicy: 'Forbid',
      suspend: suspend ?? false,
      successfulJobsHistoryLimit: plan.successfulJobsHistoryLimit ?? 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: jobSpec },
    },
    status: { lastScheduleTime: formatTimestamp(last) },
  });
  for (let run = runs - 1; run >= 0; run--) addRun(world, cronJob, jobSpec, last - run * every);
  return cronJob;
}
