import {
  type ActivityEntry,
  type ActivityType,
  counted,
  formatCount,
  joined,
  type NodeRecord,
} from '@gcscope/gc-core/wire';

/** What a CronJob does again and again, in one line: the Jobs that it made and removed, and their Pods. */
export interface Routine {
  readonly cronJob: NodeRecord;
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
}

/** Fewer lines than this are not worth joining. */
const FEWEST = 3;
/** A verdict or an owner that changes is no routine. */
const ROUTINE: ReadonlySet<ActivityType> = new Set(['created', 'deleting', 'gone', 'finalizer']);
/** As kube-controller-manager names the Jobs of a CronJob after the time they were due, and Pods after their Job. */
const MADE_BY_CRON_JOB = /^(.+)-\d{8,11}(?:-[a-z0-9]{5})?$/;

/** The CronJobs among these, by namespace and name. */
export function cronJobsAmong(records: Iterable<NodeRecord>): ReadonlyMap<string, NodeRecord> {
  const found = new Map<string, NodeRecord>();
  for (const record of records) {
    if (record.kind === 'CronJob') found.set(`${record.namespace}/${record.name}`, record);
  }
  return found;
}

/**
 * Puts the lines of the Jobs of each CronJob together, at the place of the latest; all other lines stay as they are. The Jobs of
 * CronJobs in `unfolded` stand in their places as well.
 */
export function foldRoutines(
  entries: readonly ActivityEntry[],
  cronJobs: ReadonlyMap<string, NodeRecord>,
  unfolded: ReadonlySet<string>,
): readonly (ActivityEntry | Routine)[] {
  const routines = new Map<NodeRecord, ActivityEntry[]>();
  for (const entry of entries) {
    const cronJob = cronJobOf(entry, cronJobs);
    if (cronJob) routines.set(cronJob, [...(routines.get(cronJob) ?? []), entry]);
  }
  return entries.flatMap((entry) => {
    const cronJob = cronJobOf(entry, cronJobs);
    const all = cronJob && routines.get(cronJob);
    if (!all || all.length < FEWEST) return [entry];
    return [
      ...(all[0] === entry ? [{ cronJob, entries: all }] : []),
      ...(unfolded.has(cronJob.uid) ? [entry] : []),
    ];
  });
}

/** `created 5 Jobs and 5 Pods; 4 Jobs and 4 Pods gone.` goes on after the period, which depends on how many lines are listed. */
export function describeRoutine({ entries }: Routine): string {
  const created = objectsOf(entries, 'created');
  const gone = objectsOf(entries, 'gone');
  if (created === '' && gone === '') return `${formatCount(entries.length)} changes to its Jobs.`;
  if (gone === '') return `created ${created}.`;
  if (created === '') return `${gone} gone.`;
  return `created ${created}; ${gone} gone.`;
}

function objectsOf(entries: readonly ActivityEntry[], type: ActivityType): string {
  const counts = ['Job', 'Pod'].flatMap((kind) => {
    const count = entries.filter((entry) => entry.type === type && entry.object?.kind === kind);
    if (count.length === 0) return [];
    return counted(count.length, kind);
  });
  return joined(counts);
}

/** Whether a line is part of what a CronJob does again and again. */
export function isRoutine(
  entry: ActivityEntry,
  cronJobs: ReadonlyMap<string, NodeRecord>,
): boolean {
  return cronJobOf(entry, cronJobs) !== undefined;
}

function cronJobOf(
  { type, object }: ActivityEntry,
  cronJobs: ReadonlyMap<string, NodeRecord>,
): NodeRecord | undefined {
  if (!object || !ROUTINE.has(type) || !['Job', 'Pod'].includes(object.kind)) return undefined;
  const [, name] = MADE_BY_CRON_JOB.exec(object.name) ?? [];
  return name === undefined ? undefined : cronJobs.get(`${object.namespace}/${name}`);
}
