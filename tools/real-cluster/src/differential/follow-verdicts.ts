import { explain, type ReleaseProfile, seededRandom } from '@gcscope/gc-core';
import type { Explanation, Uid } from '@gcscope/gc-core/wire';
import { emptiedHome, isEmpty, isNamespace } from './namespaces.ts';
import { type Observed, observe } from './observe.ts';
import { isTerminating, type StoredObject, type WorldState } from './world-state.ts';

/** Orders in which deletions are followed; one that goes as the real collector went is enough. */
const ORDERS = 20;
const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/** The verdict on an object of a world that is seen whole. */
export function verdictOn(uid: Uid, { graph, view }: Observed): Explanation {
  const node = graph.get(uid);
  if (!node) throw new Error(`No node of ${uid}.`);
  return explain(node, view);
}

/**
 * Objects that were deleted, or went, though at no time on the way from one state to the other they were said to go. Of
 * those that were said to go one after the other does what it was said to do, until the world is as it became: what
 * stayed because of an owner goes once that owner has gone, and no earlier.
 */
export function unforeseen(
  before: WorldState,
  after: WorldState,
  release: ReleaseProfile,
): StoredObject[] {
  let fewest: StoredObject[] | undefined;
  for (let seed = 0; seed < ORDERS && fewest?.length !== 0; seed++) {
    const left = follow(before, after, release, seededRandom(seed));
    if (!fewest || left.length < fewest.length) fewest = left;
  }
  return fewest ?? [];
}

function follow(
  before: WorldState,
  after: WorldState,
  release: ReleaseProfile,
  random: () => number,
): StoredObject[] {
  const state = new Map(before);
  for (;;) {
    const pending = [...state.values()].filter((each) => isOtherwise(each, after));
    if (pending.length === 0) return [];
    const observed = observe(state, release);
    const ready = [...state.values()].filter((each) => {
      if (isOrphaning(each, after)) return true;
      const predicted = verdictOn(each.identity.uid, observed);
      if (isOtherwise(each, after) && isEmptiedNow(each, predicted, state)) return true;
      return isOtherwise(each, after)
        ? isSaidToMove(predicted)
        : losesReferences(each, predicted, after);
    });
    const next = ready[Math.floor(random() * ready.length)];
    if (!next) return pending;
    move(next, state, after, observed);
  }
}

function isOtherwise({ identity, meta }: StoredObject, after: WorldState): boolean {
  const end = after.get(identity.uid);
  return !end || (isTerminating(end) && meta.deletionTimestamp === undefined);
}

/** OR-02: whatever else holds it, it takes its leave of its dependents. */
function isOrphaning(object: StoredObject, after: WorldState): boolean {
  const isOrphan = ({ meta }: StoredObject): boolean => meta.finalizers?.includes(ORPHAN) === true;
  const end = after.get(object.identity.uid);
  return isTerminating(object) && isOrphan(object) && !(end && isOrphan(end));
}

/** AD-14: an object that stays loses references that do not hold, and no longer blocks who waits for it. */
function losesReferences(
  { identity, meta }: StoredObject,
  { verdict, because }: Explanation,
  after: WorldState,
): boolean {
  const end = after.get(identity.uid);
  if (!end || verdict !== 'stays' || because[0]?.rule !== 'AD-14') return false;
  return (end.meta.ownerReferences ?? []).length < (meta.ownerReferences ?? []).length;
}

/** The namespace controller deletes what is in a Namespace in deletion (NS-08), then lets that go (NS-14). */
function isEmptiedNow(object: StoredObject, { because }: Explanation, state: WorldState): boolean {
  if (emptiedHome(object, state)) return true;
  if (!isNamespace(object) || !isTerminating(object)) return false;
  return because[0]?.rule !== 'FG-02' && isEmpty(object, state);
}

/** It goes, or takes its leave of its dependents first. */
function isSaidToMove({ verdict }: Explanation): boolean {
  return verdict === 'goes';
}

/** Does to the object what its verdict says. */
function move(
  object: StoredObject,
  state: Map<Uid, StoredObject>,
  after: WorldState,
  observed: Observed,
): void {
  const { meta } = object;
  const { uid } = object.identity;
  const end = after.get(uid);
  if (end && !isOtherwise(object, after) && !isOrphaning(object, after)) {
    state.set(uid, end);
    return;
  }
  const finalizers = meta.finalizers ?? [];
  const foreign = finalizers.filter((each) => each !== FOREGROUND && each !== ORPHAN);
  if (isTerminating(object)) {
    if (finalizers.includes(ORPHAN)) orphanDependents(uid, state);
    put({ ...object, meta: { ...meta, finalizers: foreign } }, state, after);
    return;
  }
  const policy = emptiedHome(object, state) ? undefined : policyOf(object, observed);
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  const kept = policy === undefined ? foreign : [...foreign, policy];
  const ownerReferences = isInCycle(object, policy, observed)
    ? meta.ownerReferences?.map((each) => ({ ...each, blockOwnerDeletion: false }))
    : meta.ownerReferences;
  const changed = { ...meta, deletionTimestamp, finalizers: kept };
  const gone = ownerReferences ? { ...changed, ownerReferences } : changed;
  put({ ...object, meta: gone }, state, after);
}

/** The finalizer that the collector's DELETE leaves behind (AD-15, AD-17). */
function policyOf({ identity, meta }: StoredObject, observed: Observed): string | undefined {
  const { because } = verdictOn(identity.uid, observed);
  if (because[0]?.rule === 'AD-15') return FOREGROUND;
  return [ORPHAN, FOREGROUND].find((each) => meta.finalizers?.includes(each));
}

/** AD-16: before it waits itself, it lets go of its owners. */
function isInCycle(
  { identity }: StoredObject,
  policy: string | undefined,
  { graph }: Observed,
): boolean {
  if (policy !== FOREGROUND) return false;
  return [...(graph.get(identity.uid)?.dependents ?? [])].some((each) => each.deletingDependents);
}

function orphanDependents(owner: Uid, state: Map<Uid, StoredObject>): void {
  for (const [uid, dependent] of state) {
    const { meta } = dependent;
    const ownerReferences = (meta.ownerReferences ?? []).filter((each) => each.uid !== owner);
    state.set(uid, { ...dependent, meta: { ...meta, ownerReferences } });
  }
}

/** Without finalizers an object is gone, unless something else holds it: a Pod in its grace period, content of a Namespace. */
function put(object: StoredObject, state: Map<Uid, StoredObject>, after: WorldState): void {
  const { uid } = object.identity;
  const isFull = isNamespace(object) && !isEmpty(object, state);
  if (object.meta.finalizers?.length === 0 && !after.has(uid) && !isFull) state.delete(uid);
  else state.set(uid, object);
}
