import {
  type Absence,
  type ApiObject,
  absentLists,
  formatTimestamp,
  type NodeRecord,
  type Playback,
  type Step,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { Selection, Selector } from '../../data/selection.ts';
import { tallyOf } from '../../data/tally.ts';
import type { ViewToSave } from '../../ui/save-view.ts';
import { storedAfter } from './outcome.ts';
import type { SimulationSession } from './simulation-session.ts';

/**
 * Selects every object of the playback, always in the same order and at the place where it first appeared: as the
 * collector's graph has it; before the collector has seen it, or its deletion, as the API server has it. Marked as forgotten where the collector
 * knew it once, as removed where only the collector has it, and as gone where neither has it any more. An object that does not exist
 * yet is left out.
 */
export function participants(session: SimulationSession): Selector {
  const { view } = session.getState();
  const { places, seen } = appearances(view);
  return ({ records: now }) => {
    const { cursor } = session.getState();
    const stored = storedAfter(view, cursor);
    const ahead = aheadOf(now, stored);
    const removed = removedBefore(view, cursor);
    const absenceOf = ({ uid }: NodeRecord): Absence | undefined => {
      const known = now.get(uid);
      if (known) return removed.has(uid) && !known.virtual ? 'removed' : undefined;
      if ((seen.get(uid) ?? cursor + 1) > cursor) return undefined;
      return stored.has(uid) ? 'forgotten' : 'gone';
    };
    const absent = new Map<Uid, Absence>();
    for (const record of places) {
      const absence = absenceOf(record);
      if (absence) absent.set(record.uid, absence);
    }
    const records = places.flatMap((place) => {
      const { uid } = place;
      return ahead.get(uid) ?? now.get(uid) ?? (absent.has(uid) ? place : []);
    });
    const total = tallyOf(records);
    return { records, context: new Set(), absent, ahead, places, matches: total, total };
  };
}

/** Stored states that the collector has not observed yet: new objects, and deletions. */
function aheadOf(
  now: ReadonlyMap<Uid, NodeRecord>,
  stored: ReadonlyMap<Uid, ApiObject>,
): ReadonlyMap<Uid, NodeRecord> {
  const ahead = new Map<Uid, NodeRecord>();
  for (const [uid, object] of stored) {
    const known = now.get(uid);
    const record = recordOf(object);
    const { beingDeleted, finalizers } = record;
    if (!known) ahead.set(uid, record);
    else if (beingDeleted && !known.beingDeleted && !known.virtual) {
      const { deletionTimestamp = '' } = record;
      ahead.set(uid, { ...known, finalizers, deletionTimestamp, beingDeleted });
    }
  }
  return ahead;
}

/** The participants at a step as they are saved and printed. */
export function stepToSave(title: string, { records, absent = new Map() }: Selection): ViewToSave {
  const savedAt = formatTimestamp(Date.now());
  return { title, savedAt, ...absentLists(absent), simulated: true, records };
}

/** The objects in the sentence of a step. */
export function namedIn({ sentence }: Step): readonly Uid[] {
  return sentence.flatMap((part) =>
    part.type === 'object' && part.object.uid !== undefined ? [part.object.uid] : [],
  );
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
  // Adds objects that the collector never sees: the kinds of some are not watched.
  for (const object of objects) {
    const { uid } = object.metadata;
    const known = first.get(uid);
    // The collector may be wrong about an owner that it has not observed.
    if (!known || known.namespace !== (object.metadata.namespace ?? '')) {
      first.set(uid, recordOf(object));
    }
  }
  return { places: [...first.values()], seen };
}

/** The objects that the API server has removed within so many steps. */
export function removedBefore({ steps }: Playback, cursor: number): ReadonlySet<Uid> {
  const changes = steps.slice(0, cursor).flatMap(({ objects }) => objects);
  return new Set(
    changes.flatMap(({ before, after }) => (before && !after ? [before.metadata.uid] : [])),
  );
}

/** An object as the collector last knows it in the playback, also one that has left its graph. */
export function lastKnown({ nodes, steps }: Playback, uid: Uid): NodeRecord | undefined {
  const records = [nodes, ...steps.map(({ delta }) => delta.upserts)];
  return records.flat().findLast((record) => record.uid === uid);
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
