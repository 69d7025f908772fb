import type { GraphNode } from '../../graph/graph-node.ts';
import { isBlocking, type OwnerReference, sameCoordinates } from '../../meta/object-reference.ts';
import { namesOf, say } from '../../meta/sentence.ts';
import type { Reason } from '../../wire/explanation.ts';
import type { VerdictTime } from '../../wire/node-record.ts';
import { type ClusterView, isNeverSeen } from '../cluster-view.ts';
import { reasonOf } from './reason.ts';

/** Owners and dependents that are searched for what would make the collector look. */
const MOST_LOOKED_THROUGH = 1000;
/** Triggers that are named. */
const MOST_NAMED = 5;

/** When the collector looks at an object, and what makes it look. */
export interface NextLook {
  readonly when: VerdictTime;
  /** Empty when it is now. */
  readonly triggers: readonly Reason[];
}

/** When the collector next looks at the object, as far as it can be foreseen: at rest it looks at nothing by itself (FG-06). */
export function nextLook(node: GraphNode, view: ClusterView): NextLook {
  const owners = ownersInGraph(node, view);
  if (isDue(node, owners, view)) return { when: 'now', triggers: [] };
  const triggers = [...ownerTriggers(owners, view), ...dependentTriggers(node, view)];
  const restart = restartLook(node, owners, view);
  const when = triggers.length === 0 && restart.isSure ? 'restart' : 'next check';
  return { when, triggers: [...triggers, restart.reason] };
}

/** Queued, or queued with the next pass over an owner that is queued itself (GB-42a, FG-02). */
function isDue(node: GraphNode, owners: readonly GraphNode[], view: ClusterView): boolean {
  if (view.isQueued(node.uid)) return true;
  return owners.some((owner) => {
    if (!view.isQueued(owner.uid)) return false;
    return isNeverSeen(owner, view) || (owner.deletingDependents && blocks(node.owners, owner));
  });
}

function blocks(references: readonly OwnerReference[], { uid }: GraphNode): boolean {
  return references.some((reference) => reference.uid === uid && isBlocking(reference));
}

/** The other objects that bear the uid of a reference. */
function ownersInGraph(node: GraphNode, view: ClusterView): GraphNode[] {
  const uids = new Set(node.owners.slice(0, MOST_LOOKED_THROUGH).map(({ uid }) => uid));
  uids.delete(node.uid);
  return [...uids].flatMap((uid) => view.get(uid) ?? []);
}

/** GB-43, GB-36, PG-17: whatever bears the uid of a reference, its end is an event for the object. */
function ownerTriggers(owners: readonly GraphNode[], view: ClusterView): Reason[] {
  const hasForeground = view.release.hasPropagationPolicies;
  return owners
    .filter((owner) => !isNeverSeen(owner, view))
    .slice(0, MOST_NAMED)
    .map((owner) => {
      const { identity } = owner;
      const foreground =
        hasForeground && !owner.beingDeleted
          ? ', or when the foreground deletion of this owner begins'
          : '';
      const text = say`The collector checks it when ${identity} is removed${foreground}.`;
      return reasonOf(hasForeground ? 'GB-43' : 'PG-17', text, [identity]);
    });
}

/** GB-14: an owner is looked at when a dependent no longer blocks it. */
function dependentTriggers(node: GraphNode, { release }: ClusterView): Reason[] {
  if (!release.hasPropagationPolicies) return [];
  let looked = 0;
  for (const dependent of node.dependents) {
    if (++looked > MOST_LOOKED_THROUGH) break;
    if (!blocks(dependent.owners, node)) continue;
    const { identity } = dependent;
    const text = say`The collector checks it when a dependent such as ${identity} no longer blocks it.`;
    return [reasonOf('GB-14', text, [identity])];
  }
  return [];
}

/** Whether the collector checks the object after a restart may depend on the order in which it first lists objects. */
function restartLook(
  node: GraphNode,
  owners: readonly GraphNode[],
  view: ClusterView,
): { readonly isSure: boolean; readonly reason: Reason } {
  const about = [node.identity];
  if (node.deletingDependents) {
    const text = say`When the collector restarts, it checks every owner that waits for its dependents.`;
    return { isSure: true, reason: reasonOf('GB-38', text, about) };
  }
  const { comparesIdentities, generation } = view.release;
  const observed = generation === 'propagator' ? 'PG-11' : 'GB-25';
  const rivals = comparesIdentities ? waitingOwners(node, owners) : rivalsOf(node, owners, view);
  if (!rivals) {
    const text = say`When the collector restarts, it observes every object anew and looks up its owners.`;
    return { isSure: true, reason: reasonOf(observed, text, about) };
  }
  const names = namesOf(
    rivals.map(({ identity }) => identity),
    MOST_NAMED,
  );
  const text =
    rivals.length === 0
      ? say`The object has an owner reference with its own uid, so this release does not check it even after a restart.`
      : say`When the collector restarts, it checks the object only if it observes the object before ${names}.`;
  const rule = comparesIdentities ? 'GB-36' : observed;
  return { isSure: false, reason: reasonOf(rule, text, about) };
}

/**
 * The owners, if all wait for their dependents and none for this one: they make the dependents check that are observed before them
 * (GB-36), and later only those that block them (FG-02). `undefined` if a reference makes the collector look: to an owner that is unknown
 * (GB-25) or described differently (GB-31), or one that blocks its owner.
 */
function waitingOwners(
  node: GraphNode,
  owners: readonly GraphNode[],
): readonly GraphNode[] | undefined {
  const areAllWaiting = node.owners.every((reference) => {
    if (isBlocking(reference)) return false;
    const owner = owners.find(({ uid }) => uid === reference.uid);
    if (!owner?.deletingDependents || !sameCoordinates(reference, owner)) return false;
    return owner.namespace === '' || owner.namespace === node.namespace;
  });
  return areAllWaiting ? owners : undefined;
}

/**
 * Returns the objects that make the uid of each of its references known if the collector observes them first; `undefined` if none does
 * for one of them. A dependent that names a kind of an absent owner that is not served makes it known by its name, and it is never
 * looked up.
 */
function rivalsOf(
  node: GraphNode,
  owners: readonly GraphNode[],
  view: ClusterView,
): readonly GraphNode[] | undefined {
  const bearers = owners.filter((owner) => !isNeverSeen(owner, view));
  const missing = new Set(node.owners.map(({ uid }) => uid));
  for (const { uid } of [node, ...bearers]) missing.delete(uid);
  const misnaming = Array.from(missing, (uid) =>
    [...(view.get(uid)?.dependents ?? [])].filter((dependent) =>
      dependent.owners.some(
        (each) => each.uid === uid && typeof view.mapping(each.apiVersion, each.kind) === 'string',
      ),
    ),
  );
  const isSure = misnaming.some((each) => each.length === 0);
  return isSure ? undefined : [...bearers, ...misnaming.flat()];
}
