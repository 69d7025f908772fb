import type { Seconds, Timestamp } from '../meta/object-meta.ts';
import { type OwnerReference, referenceWith, type Uid } from '../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from './node-record.ts';

/** The type of objects: apiVersion and kind. */
export type PackedKind = readonly [apiVersion: string, kind: string];

/** Values that many objects have in common besides their kind. */
export interface PackedTraits
  extends Pick<NodeRecord, 'finalizers' | 'virtual' | 'beingDeleted' | 'deletingDependents'> {
  readonly deletionTimestamp?: Timestamp;
  readonly deletionGracePeriodSeconds?: Seconds;
}

/** The columns that say what a map shows: all but uids and names, which are nine tenths of the compressed bytes. */
export interface NodeStructure {
  readonly kinds: readonly PackedKind[];
  readonly namespaces: readonly string[];
  readonly traits: readonly PackedTraits[];
  readonly summaries: readonly VerdictSummary[];

  /** Index into `kinds`, `namespaces`, `traits`. */
  readonly kind: readonly number[];
  readonly namespace: readonly number[];
  readonly trait: readonly number[];
  /** Index into `summaries`; -1 for none. */
  readonly summary: readonly number[];
  /** How many references an object has; they follow each other in `owners`. */
  readonly ownerCount: readonly number[];
  /**
   * Nine times the row of the owner, plus 1 or 2 for `controller` false or true, plus 3 or 6 for `blockOwnerDeletion`;
   * -1 - i stands for `references[i]`.
   */
  readonly owners: readonly number[];
  /** Empty text: none. The column is empty when no object has any. */
  readonly creationTimestamp: readonly Timestamp[];
}

/** The columns that say which objects they are. */
export interface NodeIdentity {
  /** References that are not just what the owner's own row says. */
  readonly references: readonly OwnerReference[];
  readonly uids: readonly Uid[];
  readonly names: readonly string[];
  /** Empty text: none. The column is empty when no object has any. */
  readonly resourceVersion: readonly string[];
}

/**
 * Many records as columns, one row an object: a fifth of the text that the records are, and read in as much less time. What
 * objects share (kinds, namespaces, traits, summaries) stands once, in a list; a column holds indexes into it.
 */
export interface PackedNodes extends NodeStructure, NodeIdentity {}

/** Number of the flags of a plain reference: `controller` and `blockOwnerDeletion` are each absent, false or true. */
export const REFERENCE_FLAGS = 9;

/** A reference that says of its owner what the owner's row says, in one number. */
export function packReference(owner: number, reference: OwnerReference): number {
  const { controller, blockOwnerDeletion } = reference;
  return owner * REFERENCE_FLAGS + flagOf(controller) + 3 * flagOf(blockOwnerDeletion);
}

/** Row of the owner of a packed plain reference. */
export function ownerRow(packed: number): number {
  return Math.floor(packed / REFERENCE_FLAGS);
}

/** Whether a packed plain reference names the controller. */
export function isPackedController(packed: number): boolean {
  return packed % 3 === 2;
}

/** Whether a packed plain reference has `blockOwnerDeletion`. */
export function isPackedBlocking(packed: number): boolean {
  return packed % REFERENCE_FLAGS >= 6;
}

function flagOf(flag: boolean | undefined): number {
  return flag === undefined ? 0 : flag ? 2 : 1;
}

/** A reference of the column `owners` in full. Throws `RangeError` when it names no row. */
export function referenceOf(packed: PackedNodes, owner: number): OwnerReference {
  if (owner < 0) {
    const reference = packed.references[-1 - owner];
    if (!reference) throw new RangeError(`There is no reference ${-1 - owner}.`);
    return reference;
  }
  const row = ownerRow(owner);
  const uid = packed.uids[row];
  const [apiVersion, kind] = packed.kinds[packed.kind[row] ?? -1] ?? [];
  const name = packed.names[row];
  if (uid === undefined || apiVersion === undefined || kind === undefined || name === undefined) {
    throw new RangeError(`There is no row ${row}.`);
  }
  const flags = owner % REFERENCE_FLAGS;
  return referenceWith(
    { apiVersion, kind, name, uid },
    FLAGS[flags % 3],
    FLAGS[Math.floor(flags / 3)],
  );
}

const FLAGS = [undefined, false, true];
