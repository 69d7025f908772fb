import type { GraphNode } from '../../graph/graph-node.ts';
import { ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { isBlocking, type Uid } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isNamespace } from '../container-kinds.ts';
import type { DeletionPass } from './deletion-pass.ts';
import type { ObjectState } from './object-state.ts';

/**
 * Objects where another order could end otherwise: they can be looked at before or after an owner that waits counts as
 * living (CL-09) or has gone (AD-15, AD-17), before or after another owner waits (AD-14, CL-08), in a circle (AD-16), or
 * between being orphaned and being deleted (OR-03), or they name an owner twice. What ends alike whatever comes first is
 * none of them. Asked at rest, before finalizers are taken to be removed.
 */
export function decidedByOrder(pass: DeletionPass, view: ClusterView): GraphNode[] {
  return [...pass.states.values()]
    .filter((state) => losesLooseLeaves(state, pass) || isDecidedByOrder(state, pass, view))
    .map(({ node }) => node);
}

function isDecidedByOrder(state: ObjectState, pass: DeletionPass, view: ClusterView): boolean {
  // Its DELETE is refused, and its owners go on meanwhile.
  if (state.unblocked && (!state.gone || showsPolicy(state, pass))) return true;
  const dying = dyingOwners(state, pass, view);
  if (dying.length === 0) return false;
  if (isCircleOpen(state, pass, view)) return true;
  // Once it is being deleted its references are not looked at any more (AD-02, AD-10).
  if (state.rule === 'API-30' || state.node.beingDeleted) return false;
  if (isOrphanedAndMore(state, dying)) return true;
  const isKept = isKeptByOthers(state, dying);
  if (isNamedTwice(state, dying, isKept)) return true;
  return !isKept && wasDecided(state) && isDecidedByWaiting(state, dying, pass);
}

/** What it is decided depends on how far the owners that wait have come. */
function isDecidedByWaiting(
  state: ObjectState,
  dying: readonly ObjectState[],
  pass: DeletionPass,
): boolean {
  const waiting = dying.filter((owner) => owner.deletingDependents);
  if (waiting.length === 0) return false;
  const loose = waiting.filter((owner) => !blocks(state.node, owner.node.uid));
  if (loose.some(livesAtLast) || (dying.length > 1 && !state.gone)) return true;
  return (loose.length > 0 || dying.length > 1) && showsPolicy(state, pass);
}

/** Another owner keeps it, one that nobody deletes. */
function isKeptByOthers(
  { keeper, requested }: ObjectState,
  dying: readonly ObjectState[],
): boolean {
  return !requested && keeper !== undefined && !dying.some(({ node }) => node === keeper);
}

/** It was looked at, and nothing kept the collector from deciding (CL-03, CL-04, CL-06). */
function wasDecided({ requested, keeper, refusal, unread }: ObjectState): boolean {
  return requested || (keeper !== undefined && !refusal && !unread);
}

/** It waited, does not any more, and something holds it: from then on it counts as living. */
function livesAtLast({ deletingDependents, foreground, gone }: ObjectState): boolean {
  return deletingDependents && !foreground && !gone;
}

/**
 * Whether it makes a difference if it is deleted in the foreground (AD-15) or as its finalizers ask for (AD-17): in the
 * foreground its dependents that block are, too.
 */
function showsPolicy(
  { node, gone, wishes }: ObjectState,
  pass: DeletionPass,
  seen: Set<GraphNode> = new Set(),
): boolean {
  if (node.dependents.size === 0) return false;
  if (!gone || wishes.includes(ORPHAN_FINALIZER)) return true;
  seen.add(node);
  for (const each of node.dependents) {
    const dependent = pass.states.get(each);
    if (!dependent?.blocks(node.uid)) continue;
    if (!dependent.gone || each === node) return true;
    if (!seen.has(each) && showsPolicy(dependent, pass, seen)) return true;
  }
  return false;
}

/** Leaves that do not block an owner which lives at last go if they are looked at before that. */
function losesLooseLeaves(state: ObjectState, { states }: DeletionPass): boolean {
  if (!livesAtLast(state)) return false;
  const { node } = state;
  for (const each of node.dependents) {
    if (!states.has(each) && !each.beingDeleted && !blocks(each, node.uid)) return true;
  }
  return false;
}

/** An owner was taken away from it, another one goes: it matters which comes first. */
function isOrphanedAndMore(state: ObjectState, dying: readonly ObjectState[]): boolean {
  return state.orphaned && dying.some(({ node }) => !state.removed?.has(node.uid));
}

/**
 * Two references of one uid. Where another owner goes as well, this one is asked for twice, and may be deleted between:
 * once it keeps the object, once it does not, and both references are taken away (AD-14). A Namespace that does not wait any
 * more is there until its controller comes (NS-04): between the two it may begin to keep the object. And of the two only the last
 * says whether an owner that waits is looked at when they are (GB-12, GB-14).
 */
function isNamedTwice(state: ObjectState, dying: readonly ObjectState[], isKept: boolean): boolean {
  const { node, removed } = state;
  return dying.some((owner) => {
    const references = node.owners.filter(({ uid }) => uid === owner.node.uid);
    const last = references.at(-1);
    if (references.length < 2 || !last) return false;
    const isTorn =
      dying.length > 1 || (owner.deletingDependents && isNamespace(owner.node.identity));
    if (isTorn && !isKept && wasDecided(state)) return true;
    const isMixed = !isBlocking(last) && references.some(isBlocking);
    return isMixed && owner.deletingDependents && removed !== undefined;
  });
}

/** Whether it has a reference to the uid that blocks (DM-10). */
function blocks(node: GraphNode, uid: Uid): boolean {
  return node.owners.some((each) => each.uid === uid && isBlocking(each));
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

/**
 * It is part of a circle in which somebody waits (AD-16), and of which not all goes. An object that owns itself is no circle.
 */
function isCircleOpen(state: ObjectState, pass: DeletionPass, view: ClusterView): boolean {
  const seen = new Set<ObjectState>();
  const pending = [state];
  let isPart = false;
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const owner of dyingOwners(next, pass, view)) {
      if (owner === next) continue;
      if (owner === state) isPart = true;
      if (seen.has(owner)) continue;
      seen.add(owner);
      pending.push(owner);
    }
  }
  const around = [...seen];
  if (!isPart || !around.some(({ deletingDependents }) => deletingDependents)) return false;
  return around.some(({ gone }) => !gone) || showsPolicy(state, pass);
}
