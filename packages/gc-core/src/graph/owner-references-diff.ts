import { isBlocking, type OwnerReference, sameOwner } from '../meta/object-reference.ts';

/** Difference of two reference lists by uid (GB-12). */
export interface OwnerReferencesDiff {
  readonly added: readonly OwnerReference[];
  readonly removed: readonly OwnerReference[];
  readonly changed: readonly { readonly before: OwnerReference; readonly after: OwnerReference }[];
}

/** Lists up to this length are compared pair by pair before a Map is made. */
const SHORT = 8;

/**
 * The difference of the lists, or `undefined` when there is none (GB-12, GB-16).
 * Of equal uids in the old list the last one counts; a uid that stands twice in the new list is *added* the second time.
 */
export function diffOwnerReferences(
  before: readonly OwnerReference[],
  after: readonly OwnerReference[],
): OwnerReferencesDiff | undefined {
  if (isPlainlyEqual(before, after)) return undefined;
  if (before.length === 1 && after.length === 1) return diffSingle(before[0], after[0]);
  const old = new Map(before.map((reference) => [reference.uid, reference]));
  const added: OwnerReference[] = [];
  const changed: { before: OwnerReference; after: OwnerReference }[] = [];
  for (const reference of after) {
    const known = old.get(reference.uid);
    if (known === undefined) {
      added.push(reference);
      continue;
    }
    if (!sameOwner(known, reference)) changed.push({ before: known, after: reference });
    old.delete(reference.uid);
  }
  if (added.length + changed.length + old.size === 0) return undefined;
  return { added, removed: [...old.values()], changed };
}

/** References that blocked their owner and are gone, or block it no more (GB-14). */
export function unblocked({ removed, changed }: OwnerReferencesDiff): OwnerReference[] {
  const references: OwnerReference[] = [];
  for (const reference of removed) if (isBlocking(reference)) references.push(reference);
  for (const { before, after } of changed) {
    if (isBlocking(before) && !isBlocking(after)) references.push(before);
  }
  return references;
}

/** The difference of two references. */
function diffSingle(
  before: OwnerReference | undefined,
  after: OwnerReference | undefined,
): OwnerReferencesDiff | undefined {
  if (before === undefined || after === undefined) return undefined;
  return before.uid === after.uid
    ? { added: [], removed: [], changed: [{ before, after }] }
    : { added: [after], removed: [before], changed: [] };
}

/** The cheap answer for almost every update. Lists that name a uid twice take the long way: they differ from themselves. */
function isPlainlyEqual(
  before: readonly OwnerReference[],
  after: readonly OwnerReference[],
): boolean {
  if (before.length !== after.length || before.length > SHORT) return false;
  for (let i = 0; i < before.length; i++) {
    const a = before[i];
    const b = after[i];
    if (a === undefined || b === undefined || !(a === b || sameOwner(a, b))) return false;
    for (let j = 0; j < i; j++) if (before[j]?.uid === a.uid) return false;
  }
  return true;
}
