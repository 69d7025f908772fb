import { memoize } from '../../meta/memoize.ts';
import { referencesOf } from '../../meta/object-meta.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import type { UnverifiedLine } from '../../wire/forecast.ts';
import { unreadContent, unreadDependents } from '../cluster-view.ts';
import type { DeletionLog } from './deletion-log.ts';
import type { ForkedWorld } from './forked-world.ts';
import type { Rest } from './rest.ts';

/** Why it is not known whether an object goes that went in the fork. */
export type UnverifiedEnd = Omit<UnverifiedLine, 'object'>;

/** An object is deleted because its owners are gone, or because one of them waits for it. */
const FOR_OWNERS: ReadonlySet<string | undefined> = new Set(['AD-17', 'PG-29']);

/**
 * The objects that went in the fork, although objects that cannot be read may block them: Namespaces, definitions, and what is in
 * foreground deletion. With them what went only because of that: owners that waited for them, and dependents that the collector
 * deleted after them.
 */
export function unverifiedEnds(
  world: ForkedWorld,
  log: DeletionLog,
  { there }: Rest,
): ReadonlyMap<Uid, UnverifiedEnd> {
  const unread = [...waitingForHidden(world, log), ...unreadContainers(world)];
  const ends = new Map(unread.filter(([uid]) => !there.has(uid)));
  if (ends.size === 0) return ends;
  const deletedFor = dependentsDeletedFor(world, log);
  // The map grows while it is walked.
  for (const [uid, { unread }] of ends) {
    // The dependents of an owner that waits for them go before it.
    const dependents = hasWaited(uid, log) ? [] : (deletedFor.get(uid) ?? []);
    for (const next of [...ownersThatWaited(uid, world, log), ...dependents]) {
      if (!there.has(next) && !ends.has(next)) ends.set(next, { rule: 'CL-06', unread });
    }
  }
  return ends;
}

/**
 * The objects that the collector deletes in foreground, and that wait while dependents block them. Hidden dependents
 * would make the deletion of a leaf such a one.
 */
function waitingForHidden(world: ForkedWorld, log: DeletionLog): [Uid, UnverifiedEnd][] {
  const unreadIn = memoize((namespace: string) => unreadDependents(namespace, world.view));
  return [...world.byUid].flatMap(([uid, { identity, object }]) => {
    const isLeaf = (): boolean =>
      log.requested.get(uid)?.rule === 'AD-17' &&
      referencesOf(object).some((owner) => hasWaited(owner.uid, log));
    const rule = hasWaited(uid, log) ? 'FG-01' : isLeaf() ? 'AD-15' : undefined;
    const unread = rule === undefined ? [] : unreadIn(identity.namespace);
    return rule === undefined || unread.length === 0 ? [] : [[uid, { rule, unread }]];
  });
}

/** Whether it was in foreground deletion. */
function hasWaited(uid: Uid, { waited, letGo }: DeletionLog): boolean {
  return waited.has(uid) || letGo.get(uid) === 'FG-01';
}

/** Namespaces and definitions of which something cannot be read that may block them. */
function unreadContainers({ containers, view }: ForkedWorld): [Uid, UnverifiedEnd][] {
  return [...containers.values()].flatMap(({ identity }) => {
    const unread = unreadContent(identity, view);
    if (unread.length === 0) return [];
    return [[identity.uid, { rule: isNamespace(identity) ? 'NS-14' : 'FN-04', unread }]];
  });
}

/** Owners that the object blocked, and that were let go once it was gone (FG-01). */
function ownersThatWaited(uid: Uid, { byUid }: ForkedWorld, { letGo }: DeletionLog): Uid[] {
  return referencesOf(byUid.get(uid)?.object)
    .filter((owner) => owner.blockOwnerDeletion && letGo.get(owner.uid) === 'FG-01')
    .map((owner) => owner.uid);
}

/** By the uid of an owner, the dependents that the collector deleted because of their owners. */
function dependentsDeletedFor(world: ForkedWorld, log: DeletionLog): Map<Uid, Uid[]> {
  const dependents = new Map<Uid, Uid[]>();
  for (const [uid, { object }] of world.byUid) {
    if (!FOR_OWNERS.has(log.requested.get(uid)?.rule)) continue;
    for (const owner of referencesOf(object)) {
      const known = dependents.get(owner.uid);
      if (known) known.push(uid);
      else dependents.set(owner.uid, [uid]);
    }
  }
  return dependents;
}
