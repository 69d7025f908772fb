import type { GraphNode } from '../../graph/graph-node.ts';
import { isBlocking, type Uid } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { DeletionPass } from './deletion-pass.ts';
import type { ObjectState } from './object-state.ts';

/**
 * Objects where another order could end otherwise: they can be looked at before or after an owner has gone (AD-15, AD-17),
 * before or after another owner waits (AD-14, CL-08), in a circle (AD-16), or between being orphaned and being deleted
 * (OR-03), or if they name an owner twice. Where everything around them goes, they go in any order. Asked at rest, before finalizers are taken to be removed.
 */
export function decidedByOrder(pass: DeletionPass, view: ClusterView): GraphNode[] {
  const fragile = [...pass.states.values()].filter((state) => isFragile(state, pass, view));
  if (fragile.length === 0) return [];
  const stays = unfinishedBelow(pass, view);
  return fragile
    .filter((state) => {
      const dying = dyingOwners(state, pass, view);
      return (
        state.unblocked ||
        stays.has(state) ||
        dying.some((owner) => stays.has(owner) || !owner.gone) ||
        isOrphanedAndMore(state, dying) ||
        isNamedTwice(state, dying) ||
        isInCircle(state, pass, view)
      );
    })
    .map(({ node }) => node);
}

function isFragile(state: ObjectState, pass: DeletionPass, view: ClusterView): boolean {
  if (state.unblocked) return true;
  const dying = dyingOwners(state, pass, view);
  if (dying.length === 0) return isHeldWithLooseLeaves(state);
  if (isOrphanedAndMore(state, dying) || isNamedTwice(state, dying)) return true;
  const waiting = dying.filter((owner) => owner.deletingDependents);
  if (waiting.length === 0) return isHeldWithLooseLeaves(state);
  return (
    dying.length > 1 ||
    waiting.some((owner) => !blocksAlways(state.node, owner.node.uid)) ||
    isHeldWithLooseLeaves(state) ||
    isInCircle(state, pass, view)
  );
}

/** An owner was taken away from it, another one goes: it matters which comes first. */
function isOrphanedAndMore(state: ObjectState, dying: readonly ObjectState[]): boolean {
  return state.orphaned && dying.some(({ node }) => !state.removed?.has(node.uid));
}

/**
 * Two references of one uid. The owner is asked for twice, and may be deleted between: once it keeps the object, once it
 * does not, and both references are taken away (AD-14). And of the two only the last says whether an owner that waits is
 * looked at when they are (GB-12, GB-14).
 */
function isNamedTwice({ node }: ObjectState, dying: readonly ObjectState[]): boolean {
  return dying.some((owner) => {
    const references = node.owners.filter(({ uid }) => uid === owner.node.uid);
    const last = references.at(-1);
    if (references.length < 2 || !last) return false;
    return dying.length > 1 || (!isBlocking(last) && references.some(isBlocking));
  });
}

/** Once its own dependents no longer block it, an owner that somebody else's finalizer holds counts as living (CL-09). */
function isHeldWithLooseLeaves({ node, foreign, deletingDependents }: ObjectState): boolean {
  if (!deletingDependents || foreign.length === 0) return false;
  for (const each of node.dependents) if (!blocksAlways(each, node.uid)) return true;
  return false;
}

function blocksAlways(node: GraphNode, uid: Uid): boolean {
  return node.owners.every((each) => each.uid !== uid || isBlocking(each));
}

/** Owners whose state changes in this deletion, or that wait already. */
function dyingOwners({ node }: ObjectState, pass: DeletionPass, view: ClusterView): ObjectState[] {
  const owners = new Set<ObjectState>();
  for (const { uid } of node.owners) {
    const owner = view.get(uid);
    const state = owner && pass.states.get(owner);
    if (state && (state.requested || state.deletingDependents)) owners.add(state);
  }
  return [...owners];
}

/** Objects that did not go, and all objects above them that are concerned. */
function unfinishedBelow(pass: DeletionPass, view: ClusterView): ReadonlySet<ObjectState> {
  const found = new Set<ObjectState>();
  for (const state of pass.states.values()) {
    const isReached = state.requested || state.cause !== undefined;
    if (isReached && !state.gone && !(state.keeper && !state.terminating)) found.add(state);
  }
  for (const state of found) {
    for (const owner of dyingOwners(state, pass, view)) found.add(owner);
  }
  return found;
}

function isInCircle(state: ObjectState, pass: DeletionPass, view: ClusterView): boolean {
  const seen = new Set(dyingOwners(state, pass, view));
  for (const owner of seen) {
    if (owner === state) return true;
    for (const above of dyingOwners(owner, pass, view)) seen.add(above);
  }
  return false;
}
