import type { ApiObject, NodeRecord, Playback, Uid } from '@gcscope/gc-core/wire';
import type { Selector } from '../../data/selection.ts';
import { tallyOf } from '../../data/tally.ts';
import { storedAfter } from './outcome.ts';
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
    const objects = storedAfter(view, cursor);
    const stored = new Map([...objects].map(([uid, object]) => [uid, recordOf(object)]));
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
