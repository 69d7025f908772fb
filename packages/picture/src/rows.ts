import type { Mark, PackedKind, Timestamp, Uid } from '@gcscope/gc-core/wire';
import type { Stack } from './stack.ts';

/**
 * A graph to draw, as columns; index = row of an object. Made from records, or directly from packed ones, so that a
 * picture of ten thousand objects need not make an object of each.
 */
export interface Rows {
  readonly uids: readonly Uid[];
  readonly names: readonly string[];
  readonly kinds: readonly PackedKind[];
  /** Index into `kinds`. */
  readonly kind: ArrayLike<number>;
  readonly namespaces: readonly string[];
  /** Index into `namespaces`; there the empty one is that of cluster-scoped objects. */
  readonly namespace: ArrayLike<number>;
  readonly edges: Edges;
  /** Index into `MARKS`, with `WRONG` where a reference does not hold. */
  readonly marks: Uint8Array;
  /** Facts that a card shows besides kind and mark, most important first; few objects have any. */
  readonly facts: ReadonlyMap<number, readonly string[]>;
  /** Creation time of each; empty text: unknown. Empty if no object has a time. */
  readonly created: readonly Timestamp[];
  /** Rows that are no object but a stack of siblings: see `stackSiblings`. */
  readonly stacks: ReadonlyMap<number, Stack>;
}

/** No siblings stand in stacks. */
export const NO_STACKS: ReadonlyMap<number, Stack> = new Map();

/** The references of all rows, those to one owner taken together; owners that are no row are left out. */
export interface Edges {
  /** The edges of a row are from `firsts[row]` up to `firsts[row + 1]`. */
  readonly firsts: Int32Array;
  /** Row of the owner. */
  readonly owners: Int32Array;
  /** Traits of the edge: `FURTHER`, `INVALID`, `BLOCKING`, `CONTROLLER`, `WAITED`, `WAITS` added up. */
  readonly traits: Uint8Array;
}

/** The owner is not the one that the object hangs under. */
export const FURTHER = 1;
/** The reference does not hold. */
export const INVALID = 2;
/** The reference blocks the owner's foreground deletion. */
export const BLOCKING = 4;
/** The owner is the controller. */
export const CONTROLLER = 8;
/** A foreground deletion of the owner waits for the dependent. */
export const WAITED = 16;
/** No reference: the object in place of the owner is a Namespace that waits until this one is deleted. */
export const WAITS = 32;

/** The marks by number; 0 is calm. */
export const MARKS: readonly Mark[] = [
  'calm',
  'terminating',
  'blocked',
  'goes',
  'virtual',
  'not-verified',
  'gone',
  'forgotten',
  'removed',
];

/** Added to the number of a mark. */
export const WRONG = 16;

const BLOCKED = MARKS.indexOf('blocked');

/** Whether an object with this number of a mark is blocked or has a wrong reference: the map says why beside its card. */
export function hasReason(mark: number): boolean {
  return mark >= WRONG || mark === BLOCKED;
}

const slots = new WeakMap<readonly Uid[], ReadonlyMap<Uid, number>>();

/** Row by uid. Made when it is first asked for, which a picture of a file never does. */
export function rowsByUid(uids: readonly Uid[]): ReadonlyMap<Uid, number> {
  const known = slots.get(uids);
  if (known) return known;
  const made = new Map<Uid, number>();
  for (let row = 0; row < uids.length; row++) made.set(uids[row] as Uid, row);
  keepRowsByUid(uids, made);
  return made;
}

/** Keeps a known map of rows by uid: `rowsByUid` does not make it again. */
export function keepRowsByUid(uids: readonly Uid[], rows: ReadonlyMap<Uid, number>): void {
  slots.set(uids, rows);
}
