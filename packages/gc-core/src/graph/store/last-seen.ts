import type { ObjectMeta, Seconds, Timestamp, WritableMeta } from '../../meta/object-meta.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import { packTimestamp, readVersion, unpackTimestamp } from './packed-texts.ts';
import { flagsOf } from './shared-references.ts';
import type { SharedValues } from './shared-values.ts';

/** The last observed fields of an object beside identity, owners and finalizers; texts may be packed as numbers. */
export interface LastSeen {
  readonly resourceVersion: string | number | undefined;
  readonly generation: number | undefined;
  readonly creationTimestamp: Timestamp | number | undefined;
  readonly deletionTimestamp: Timestamp | undefined;
  readonly deletionGracePeriodSeconds: Seconds | undefined;
  /** Where the owners are not the object's references (GB-12). */
  readonly references?: readonly OwnerReference[];
}

/**
 * A row: four words of the uid, then what was last seen of an ordinary object: number of its one reference, time of
 * creation, resourceVersion, and bits with the rest. An update without effect is told from the row alone; eight words
 * are half a line of the processor's cache.
 */
export const ROW = 8;
export const REFERENCE = 4;
const CREATED = 5;
const VERSION = 6;
const BITS = 7;

/** The row holds what was last seen. */
const ORDINARY = 1;
const TOUCHED = 2;
/** Four bits: `controller` and `blockOwnerDeletion` of the reference. */
const FLAGS = 2;
/** Six bits: the generation plus one. */
const GENERATION = 6;
const GENERATIONS = 63;
/** Eight bits: number of the list of finalizers. */
const FINALIZERS = 12;
const LISTS = 256;
/** The object is being deleted; since when, and how long it may take, the object knows itself. */
const DELETED = 1 << 20;
/** The object has left the store: the row is of use to the object alone. */
const LEFT = 1 << 21;
/** Ten bits: what the resourceVersion has above 32 bits. */
const HIGH = 22;
const TWO_32 = 4_294_967_296;
const NO_OWNERS: readonly OwnerReference[] = [];
const VERSIONS = TWO_32 * 1024;

/** Marks the row as changed since the last question; false if it was marked already. */
export function markTouched(rows: Int32Array, at: number): boolean {
  const bits = rows[at + BITS] ?? 0;
  rows[at + BITS] = bits | TOUCHED;
  return (bits & TOUCHED) === 0;
}

/** Takes the mark away; false if there is none. */
export function clearTouched(rows: Int32Array, at: number): boolean {
  const bits = rows[at + BITS] ?? 0;
  rows[at + BITS] = bits & ~TOUCHED;
  return (bits & TOUCHED) !== 0;
}

/** The object of the row has left the store; so has the mark of a change. */
export function markLeft(rows: Int32Array, at: number): void {
  rows[at + BITS] = ((rows[at + BITS] ?? 0) & ~TOUCHED) | LEFT;
}

/** Whether the object of the row has left the store. */
export function hasLeft(rows: Int32Array, at: number): boolean {
  return ((rows[at + BITS] ?? 0) & LEFT) !== 0;
}

/** Whether the row holds what was last seen. */
export function isWritten(rows: Int32Array, at: number): boolean {
  return ((rows[at + BITS] ?? 0) & ORDINARY) !== 0;
}

/** Flags of the reference in the row. */
export function flagsAt(rows: Int32Array, at: number): number {
  return flagsIn(rows[at + BITS] ?? 0);
}

/** The row holds nothing any more. */
export function forget(rows: Int32Array, at: number): void {
  rows[at + BITS] = (rows[at + BITS] ?? 0) & (TOUCHED | LEFT);
}

/**
 * Takes an update of an ordinary object over into its row, if its references name what they named; returns the flags that
 * they had, or -1, and nothing is written. `deleted`: whether the metadata speaks of a deletion; of which, is not for the
 * row to tell.
 */
export function refreshRow(
  rows: Int32Array,
  at: number,
  meta: ObjectMeta,
  deleted: boolean,
  values: SharedValues,
): number {
  const bits = rows[at + BITS] ?? 0;
  if ((bits & (ORDINARY | LEFT)) !== ORDINARY || deleted !== ((bits & DELETED) !== 0)) return -1;
  const { ownerReferences, finalizers } = meta;
  const number = rows[at + REFERENCE] ?? 0;
  const reference = ownerReferences?.[0];
  if (reference === undefined) {
    if (number !== 0) return -1;
  } else if (number === 0 || ownerReferences?.length !== 1) {
    return -1;
  } else if (!values.references.isReference(number, reference)) {
    return -1;
  }
  const flags = reference ? flagsOf(reference) : 0;
  const known = finalizersIn(bits);
  const list = values.isFinalizers(known, finalizers) ? known : values.finalizersNumber(finalizers);
  return writeRow(rows, at, meta, number, flags, list) ? flagsIn(bits) : -1;
}

/** Whether an update shows something new: more than a resourceVersion and a generation of an ordinary object that stays. */
export function differs(
  rows: Int32Array,
  at: number,
  meta: ObjectMeta,
  values: SharedValues,
): boolean {
  const bits = rows[at + BITS] ?? 0;
  if ((bits & (ORDINARY | LEFT | DELETED)) !== ORDINARY || isDeleted(meta)) return true;
  if (rows[at + CREATED] !== packTimestamp(meta.creationTimestamp)) return true;
  if (!values.isFinalizers(finalizersIn(bits), meta.finalizers)) return true;
  const number = rows[at + REFERENCE] ?? 0;
  const { ownerReferences = NO_OWNERS } = meta;
  const [reference] = ownerReferences;
  if (reference === undefined || number === 0) return (reference === undefined) !== (number === 0);
  const isSame = flagsOf(reference) === flagsIn(bits) && ownerReferences.length === 1;
  return !isSame || !values.references.isReference(number, reference);
}

/** Whether the metadata speaks of a deletion. */
export function isDeleted(meta: ObjectMeta): boolean {
  return meta.deletionTimestamp !== undefined || meta.deletionGracePeriodSeconds !== undefined;
}

/**
 * Writes what was seen into the row, with number and flags of its reference and the number of its finalizers; false, and nothing is
 * written, for an object out of the ordinary.
 */
export function writeRow(
  rows: Int32Array,
  at: number,
  meta: ObjectMeta,
  reference: number,
  flags: number,
  finalizers: number,
): boolean {
  if (reference < 0 || finalizers < 0 || meta.generation === -1) return false;
  const { generation = -1 } = meta;
  const version = readVersion(meta.resourceVersion);
  const created = packTimestamp(meta.creationTimestamp);
  if (version < 0 || version >= VERSIONS || created === undefined) return false;
  if (!Number.isInteger(generation) || generation < -1 || generation + 1 > GENERATIONS)
    return false;
  const bits =
    (flags << FLAGS) |
    ((generation + 1) << GENERATION) |
    (finalizers << FINALIZERS) |
    (isDeleted(meta) ? DELETED : 0) |
    (Math.floor(version / TWO_32) << HIGH);
  rows[at + REFERENCE] = reference;
  rows[at + CREATED] = created;
  rows[at + VERSION] = version | 0;
  rows[at + BITS] = bits | ORDINARY | ((rows[at + BITS] ?? 0) & TOUCHED);
  return true;
}

/** The numbers of a row, but those of the uid. */
export interface RowNumbers {
  readonly reference: number;
  readonly created: number;
  readonly version: number;
  readonly bits: number;
}

/** The numbers of the row; `undefined` if it holds nothing. */
export function readRow(rows: Int32Array, at: number): RowNumbers | undefined {
  const bits = rows[at + BITS] ?? 0;
  if ((bits & ORDINARY) === 0) return undefined;
  const reference = rows[at + REFERENCE] ?? 0;
  return { reference, created: rows[at + CREATED] ?? 0, version: rows[at + VERSION] ?? 0, bits };
}

/** The last observed fields, from the numbers of its row and the facts of its deletion. */
export function seenOf(row: RowNumbers, deletion: LastSeen | undefined): LastSeen {
  const generation = ((row.bits >>> GENERATION) & GENERATIONS) - 1;
  return {
    resourceVersion: (row.bits >>> HIGH) * TWO_32 + (row.version >>> 0),
    generation: generation < 0 ? undefined : generation,
    creationTimestamp: row.created,
    deletionTimestamp: deletion?.deletionTimestamp,
    deletionGracePeriodSeconds: deletion?.deletionGracePeriodSeconds,
  };
}

/** Number of the finalizers in the bits of a row. */
export function finalizersIn(bits: number): number {
  return (bits >>> FINALIZERS) & (LISTS - 1);
}

/** Flags of the reference in the bits of a row. */
export function flagsIn(bits: number): number {
  return (bits >>> FLAGS) & 15;
}

/** The fields to keep of unusual metadata. */
export function lastSeenOf(meta: ObjectMeta): LastSeen {
  const { resourceVersion, generation, creationTimestamp } = meta;
  const { deletionTimestamp, deletionGracePeriodSeconds } = meta;
  return {
    resourceVersion,
    generation,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  };
}

/**
 * Writes the fields that are there, but for the generation, into a record or metadata, as texts. Spreading what may be absent
 * would take five times the memory.
 */
export function writeFields(to: Partial<WritableMeta>, seen: LastSeen): void {
  const { resourceVersion, creationTimestamp: created } = seen;
  const creationTimestamp = typeof created === 'number' ? unpackTimestamp(created) : created;
  const { deletionTimestamp, deletionGracePeriodSeconds } = seen;
  if (resourceVersion !== undefined) to.resourceVersion = String(resourceVersion);
  if (creationTimestamp !== undefined) to.creationTimestamp = creationTimestamp;
  if (deletionTimestamp !== undefined) to.deletionTimestamp = deletionTimestamp;
  if (deletionGracePeriodSeconds !== undefined)
    to.deletionGracePeriodSeconds = deletionGracePeriodSeconds;
}
