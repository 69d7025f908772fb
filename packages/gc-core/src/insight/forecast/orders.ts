import { referencesOf } from '../../meta/object-meta.ts';
import { isBlocking, type ObjectReference, type Uid } from '../../meta/object-reference.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import { settleInSomeOrder } from '../../simulation/explore.ts';
import { seededRandom } from '../../simulation/random.ts';
import { SettleLimitError } from '../../simulation/simulation.ts';
import type { ForecastOutcome } from '../../wire/forecast.ts';
import { plainOwner } from '../plain-owner.ts';
import type { DeletionLog } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';
import { isTerminating, PlayedFork } from './played-fork.ts';

/** Objects of a deletion whose orders are tried: each order is a whole simulation. */
const MOST_OBJECTS = 100;
/** Few objects allow for more orders. */
const FEWEST_ORDERS = 24;
const MOST_ORDERS = 200;
const OBJECTS_PLAYED = 2400;
const MOST_STEPS = 20_000;

type FinalState = 'deleted' | 'terminating' | 'living';

/**
 * Whether the order in which the collector comes to the objects could change how they end. Says yes rather too often: it only saves playing
 * every deletion hundreds of times.
 */
export function couldOrderMatter(world: ForkedWorld, log: DeletionLog): boolean {
  const uids = new Set([...log.requested.keys(), ...log.looked, ...log.orphaned.keys()]);
  const affected = [...uids].flatMap((uid) => world.byUid.get(uid) ?? []);
  const isDying = (uid: Uid): boolean => log.requested.has(uid) || log.waited.has(uid);
  return (
    log.guarded ||
    [...log.orphaned.keys()].some(
      (uid) => isDeletedByOthers(uid, log) || isLeftWithLooseOwner(uid, world, log),
    ) ||
    affected.some((each) => hasSeveralDyingOwners(each, world, isDying)) ||
    [...log.waited].some((uid) => isLeftLoosely(uid, world)) ||
    affected.some((each) => mayMeetWaitingDependent(each, world, log)) ||
    (log.waited.size > 0 && affected.some((each) => isInCycle(each, world, isDying)))
  );
}

/** The collector or a controller sent a DELETE. */
function isDeletedByOthers(uid: Uid, { requested }: DeletionLog): boolean {
  return (requested.get(uid)?.by ?? '') !== '';
}

/** The collector looks at it if the end of its owner is seen before its own change, and may meet another owner that does not hold it. */
function isLeftWithLooseOwner(uid: Uid, { byUid, view }: ForkedWorld, log: DeletionLog): boolean {
  const orphan = byUid.get(uid);
  if (!orphan) return false;
  const left = referencesOf(orphan.object).filter((each) => !log.requested.has(each.uid));
  return left.some((each) => {
    const waits = byUid.get(each.uid)?.deletingDependents === true;
    return waits || !plainOwner(each, orphan.node, view);
  });
}

/**
 * It can be looked at between the ends of two owners, or of one that it names twice; until 1.19 also before or after it turns
 * out that another one is not meant.
 */
function hasSeveralDyingOwners(
  { object }: ForkedObject,
  { view }: ForkedWorld,
  isDying: (uid: Uid) => boolean,
): boolean {
  const references = referencesOf(object);
  const few = view.release.comparesIdentities ? 1 : 0;
  return references.length > 1 && references.filter((each) => isDying(each.uid)).length > few;
}

/** An owner that waits may go before or after a dependent that does not block it is looked at, and may live at last. */
function isLeftLoosely(uid: Uid, { byUid }: ForkedWorld): boolean {
  const owner = byUid.get(uid);
  if (!owner) return false;
  for (const { uid: each } of owner.node.dependents) {
    const dependent = byUid.get(each);
    if (!dependent) continue;
    const references = referencesOf(dependent.object);
    if (references.some((reference) => reference.uid === uid && isBlocking(reference))) continue;
    const held = [owner, dependent].some(({ object }) => {
      // A Namespace may be there long after its finalizer is gone: something may hold what is in it.
      const isSlow = object.kind === 'Pod' || isNamespace(object);
      return isSlow || (object.metadata.finalizers ?? []).length > 0;
    });
    if (held || dependent.node.dependents.size > 0) return true;
  }
  return false;
}

/** A dependent of it waits already, or because it is deleted for itself (AD-16). */
function mayMeetWaitingDependent(
  { identity, node }: ForkedObject,
  { byUid, targets }: ForkedWorld,
  log: DeletionLog,
): boolean {
  if (node.dependents.size === 0 || !isDeletedByOthers(identity.uid, log)) return false;
  for (const { uid: each } of node.dependents) {
    const dependent = byUid.get(each);
    if (dependent?.deletingDependents) return true;
    if (log.waited.has(each) && targets.includes(each)) return true;
  }
  return false;
}

/** It owns itself by way of other objects that go. */
function isInCycle(
  { identity: { uid }, node }: ForkedObject,
  { byUid }: ForkedWorld,
  isDying: (uid: Uid) => boolean,
): boolean {
  if (node.dependents.size === 0) return false;
  const above = new Set([uid]);
  for (const each of above) {
    for (const { uid: owner } of referencesOf(byUid.get(each)?.object)) {
      if (owner === uid && each !== uid) return true;
      if (isDying(owner)) above.add(owner);
    }
  }
  return false;
}

/** The ends that a deletion comes to in orders that a collector may take; `undefined` where it is too much to try. */
export function exploreOutcomes(
  world: ForkedWorld,
  policy: PropagationPolicy,
): ForecastOutcome[] | undefined {
  const { length } = world.objects;
  if (length > MOST_OBJECTS) return undefined;
  const ends = new Map<string, { finalStates: ReadonlyMap<Uid, FinalState>; orders: number }>();
  const affordable = Math.round(OBJECTS_PLAYED / length);
  const tried = Math.min(MOST_ORDERS, Math.max(FEWEST_ORDERS, affordable));
  for (let seed = 1; seed <= tried; seed++) {
    const finalStates = playOut(world, policy, seed);
    if (!finalStates) continue;
    const key = JSON.stringify([...finalStates]);
    const end = ends.get(key);
    if (end) end.orders++;
    else ends.set(key, { finalStates, orders: 1 });
  }
  const all = [...ends.values()].sort((a, b) => b.orders - a.orders);
  const differing = [...world.byUid].filter(
    ([uid]) => new Set(all.map(({ finalStates }) => finalStates.get(uid))).size > 1,
  );
  return all.map(({ finalStates, orders }) => {
    const of = (finalState: FinalState): ObjectReference[] =>
      differing
        .filter(([uid]) => finalStates.get(uid) === finalState)
        .map(([, { identity }]) => identity);
    return { orders, deleted: of('deleted'), terminating: of('terminating'), living: of('living') };
  });
}

function playOut(
  world: ForkedWorld,
  policy: PropagationPolicy,
  seed: number,
): ReadonlyMap<Uid, FinalState> | undefined {
  const fork = PlayedFork.of(world);
  fork.delete(policy);
  try {
    settleInSomeOrder(fork.simulation, seededRandom(seed), MOST_STEPS);
    for (const _ of fork.settleWithKubernetes());
  } catch (error) {
    if (error instanceof SettleLimitError) return undefined;
    throw error;
  }
  const left = fork.objects();
  return new Map(
    Array.from(world.byUid.keys(), (uid): [Uid, FinalState] => {
      const object = left.get(uid);
      return [uid, object ? (isTerminating(object) ? 'terminating' : 'living') : 'deleted'];
    }),
  );
}
