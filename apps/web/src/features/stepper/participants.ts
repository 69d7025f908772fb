import {
  type ApiObject,
  formatTimestamp,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { Selection, Selector } from '../../data/selection.ts';
import { tallyOf } from '../../data/tally.ts';
import type { ViewToSave } from '../../ui/save-view.ts';
import type { SimulationSession } from './simulation-session.ts';

/**
 * Selects every object of the playback, always in the same order and at the place where it first appeared: as the
 * collector's graph has it; before the collector has seen it, as the API server has it; marked as forgotten where the
 * collector knew it once. An object that neither has any more is crossed out; one that does not exist yet is left out.
 */
export function participants(session: SimulationSession): Selector {
  const { view } = session.getState();
  const { places, seen } = appearances(view);
  return ({ records: now }) => {
    const { cursor } = session.getState();
    const stored = storedAfter(view, cursor);
    const isKnown = ({ uid }: NodeRecord): boolean => now.has(uid) || stored.has(uid);
    const wasSeen = ({ uid }: NodeRecord): boolean => (seen.get(uid) ?? cursor + 1) <= cursor;
    const shown = places.filter((record) => isKnown(record) || wasSeen(record));
    const absent = shown.filter((record) => !now.has(record.uid) && wasSeen(record));
    const gone = new Set(uidsOf(absent.filter((record) => !isKnown(record))));
    const forgotten = new Set(uidsOf(absent.filter(isKnown)));
    const records = shown.map((record) => now.get(record.uid) ?? stored.get(record.uid) ?? record);
    const total = tallyOf(records);
    return { records, context: new Set(), gone, forgotten, places, matches: total, total };
  };
}

const NOBODY: ReadonlySet<Uid> = new Set();

/** The participants at a step as they are saved and printed. */
export function stepToSave(
  title: string,
  { records, gone = NOBODY, forgotten = NOBODY }: Selection,
): ViewToSave {
  return {
    title,
    savedAt: formatTimestamp(Date.now()),
    ...(gone.size > 0 && { gone: [...gone] }),
    ...(forgotten.size > 0 && { forgotten: [...forgotten] }),
    records,
  };
}

/** Every object as it first appears, and how many steps are done when the collector first sees it. */
function appearances({ nodes, objects, steps }: Playback): {
  readonly places: readonly NodeRecord[];
  readonly seen: ReadonlyMap<Uid, number>;
} {
  const first = new Map<Uid, NodeRecord>();
  const seen = new Map<Uid, number>();
  const add = (record: NodeRecord, after: number): void => {
    const known = first.get(record.uid);
    // The namespace of a virtual owner is a guess from its dependents.
    if (!known || (known.virtual && !record.virtual)) first.set(record.uid, record);
    if (!seen.has(record.uid)) seen.set(record.uid, after);
  };
  for (const record of nodes) add(record, 0);
  for (const { index, delta } of steps) for (const record of delta.upserts) add(record, index + 1);
  // Also what the collector never sees: the kinds of some objects are not watched.
  for (const object of objects) {
    const { uid } = object.metadata;
    if (!first.has(uid)) first.set(uid, recordOf(object));
  }
  return { places: [...first.values()], seen };
}

/** What the API server has after so many steps. */
function storedAfter(view: Playback, cursor: number): ReadonlyMap<Uid, NodeRecord> {
  const stored = new Map(view.objects.map((object) => [object.metadata.uid, object]));
  for (const { before, after } of view.steps.slice(0, cursor).flatMap(({ objects }) => objects)) {
    if (after) stored.set(after.metadata.uid, after);
    else if (before) stored.delete(before.metadata.uid);
  }
  return new Map([...stored].map(([uid, object]) => [uid, recordOf(object)]));
}

function uidsOf(records: readonly NodeRecord[]): Uid[] {
  return records.map(({ uid }) => uid);
}

/** The object as the graph would have it, without a verdict: nobody has looked at it. */
function recordOf({ apiVersion, kind, metadata }: ApiObject): NodeRecord {
  const { uid, name, namespace = '', ownerReferences = [], finalizers = [] } = metadata;
  const { creationTimestamp, deletionTimestamp } = metadata;
  return {
    uid,
    apiVersion,
    kind,
    namespace,
    name,
    owners: ownerReferences,
    finalizers,
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    virtual: false,
    beingDeleted: deletionTimestamp !== undefined,
    deletingDependents: false,
  };
}
