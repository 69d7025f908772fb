import type { ActivityEntry, ActivityType, Millis, NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { counted, formatAge, formatCount, joined } from '@gcscope/gc-core/wire';
import type { RowKeys } from './unfolded.ts';

/** The repeated changes of a CronJob, or one rollout of a Deployment, in one line. */
export interface Routine {
  readonly controller: NodeRecord;
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
}

/** Fewer lines than this are not worth joining. */
const FEWEST = 3;
/** Pause after which another rollout begins. */
const PAUSE: Millis = 300_000;
/** An owner that changes is no routine, nor a verdict: unless the object of a CronJob is gone since, as the verdict said. */
const ROUTINE: ReadonlySet<ActivityType> = new Set(['created', 'deleting', 'gone', 'finalizer']);

/** Names that kube-controller-manager gives: to the Jobs of a CronJob after the time they were due, to all else with a hash. */
const MADE = [
  { kind: 'Job', by: 'CronJob', name: /^(.+)-\d{8,11}$/ },
  { kind: 'Pod', by: 'CronJob', name: /^(.+)-\d{8,11}-[a-z0-9]{5}$/ },
  { kind: 'ReplicaSet', by: 'Deployment', name: /^(.+)-[b-df-hj-np-tv-xz2-9]{1,10}$/ },
  { kind: 'Pod', by: 'Deployment', name: /^(.+)-[b-df-hj-np-tv-xz2-9]{1,10}-[a-z0-9]{5}$/ },
];
const CONTROLLERS = new Set(MADE.map(({ by }) => by));

/** By kind, namespace and name. */
export type Controllers = ReadonlyMap<string, NodeRecord>;

/** The CronJobs and Deployments among these. */
export function controllersAmong(records: Iterable<NodeRecord>): Controllers {
  const found = new Map<string, NodeRecord>();
  for (const record of records) {
    const { kind, namespace, name } = record;
    if (CONTROLLERS.has(kind)) found.set(`${kind} ${namespace}/${name}`, record);
  }
  return found;
}

/**
 * Puts together the lines of all Jobs of a CronJob, and the lines of a rollout of a Deployment, at the place of the latest; all other
 * lines stay as they are.
 */
export function foldRoutines(
  entries: readonly ActivityEntry[],
  controllers: Controllers,
): readonly (ActivityEntry | Routine)[] {
  const open = new Map<NodeRecord, ActivityEntry[]>();
  const gone = goneIn(entries);
  const routines = entries.map((entry) => {
    const controller = controllerOf(entry, controllers, gone);
    if (!controller) return undefined;
    const known = open.get(controller);
    const latest = known?.at(-1);
    if (known && latest && !isPause(controller, latest, entry)) {
      known.push(entry);
      return { controller, entries: known };
    }
    const begun = [entry];
    open.set(controller, begun);
    return { controller, entries: begun };
  });
  return entries.flatMap((entry, at): readonly (ActivityEntry | Routine)[] => {
    const routine = routines[at];
    if (!routine || routine.entries.length < FEWEST) return [entry];
    return routine.entries[0] === entry ? [routine] : [];
  });
}

/** A CronJob has one row; a rollout has the row with its lines. */
export function keysOf({ controller, entries }: Routine): RowKeys {
  return isRollout(controller) ? entries.map(({ seq }) => seq) : [controller.uid];
}

/** Duration of a rollout, as `Within 12s`; `undefined` for a CronJob, because it goes on. */
export function durationOf({ controller, entries }: Routine): string | undefined {
  if (!isRollout(controller)) return undefined;
  const timeOf = (entry: ActivityEntry | undefined): Millis => Date.parse(entry?.at ?? '');
  return `Within ${formatAge(Math.max(1000, timeOf(entries[0]) - timeOf(entries.at(-1))))}`;
}

/** `created 5 Jobs and 5 Pods; 4 Jobs and 4 Pods gone; 3 other changes.` All its lines are counted. */
export function describeRoutine({ controller, entries }: Routine): string {
  const created = objectsOf(entries, 'created');
  const gone = objectsOf(entries, 'gone');
  if (created === '' && gone === '') {
    const what = isRollout(controller) ? 'ReplicaSets and Pods' : 'Jobs';
    return `${formatCount(entries.length)} changes to its ${what}.`;
  }
  const others = entries.filter(({ type }) => type !== 'created' && type !== 'gone').length;
  const parts = [
    created !== '' && `created ${created}`,
    gone !== '' && `${gone} gone`,
    others > 0 && counted(others, 'other change'),
  ];
  return `${parts.filter((part) => part !== false).join('; ')}.`;
}

function objectsOf(entries: readonly ActivityEntry[], type: ActivityType): string {
  const counts = ['Job', 'ReplicaSet', 'Pod'].flatMap((kind) => {
    const count = entries.filter((entry) => entry.type === type && entry.object?.kind === kind);
    return count.length === 0 ? [] : counted(count.length, kind);
  });
  return joined(counts);
}

/** The lines that are no routine of CronJobs: a rollout is news. */
export function withoutCronJobs(
  entries: readonly ActivityEntry[],
  controllers: Controllers,
): readonly ActivityEntry[] {
  const gone = goneIn(entries);
  return entries.filter((entry) => controllerOf(entry, controllers, gone)?.kind !== 'CronJob');
}

/** The objects that are gone at the end. */
function goneIn(entries: readonly ActivityEntry[]): ReadonlySet<Uid> {
  return new Set(
    entries.flatMap(({ type, object }) => (type === 'gone' && object ? object.uid : [])),
  );
}

function isRollout({ kind }: NodeRecord): boolean {
  return kind === 'Deployment';
}

function isPause(controller: NodeRecord, later: ActivityEntry, earlier: ActivityEntry): boolean {
  return isRollout(controller) && Date.parse(later.at) - Date.parse(earlier.at) > PAUSE;
}

/** The controller to whose routine a change belongs. In a rollout, deletions by the collector are no routine. */
function controllerOf(
  { type, object, byCollector }: ActivityEntry,
  controllers: Controllers,
  gone: ReadonlySet<Uid>,
): NodeRecord | undefined {
  const isFulfilled = type === 'verdict' && object && gone.has(object.uid);
  if (!object || !(isFulfilled || ROUTINE.has(type))) return undefined;
  for (const { kind, by, name } of MADE) {
    if (object.kind !== kind || ((isFulfilled || byCollector) && by === 'Deployment')) continue;
    const [, made] = name.exec(object.name) ?? [];
    const controller = made && controllers.get(`${by} ${object.namespace}/${made}`);
    if (controller) return controller;
  }
  return undefined;
}
