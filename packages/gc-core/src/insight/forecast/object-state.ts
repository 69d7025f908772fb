import type { GraphNode } from '../../graph/graph-node.ts';
import {
  FOREGROUND_FINALIZER,
  isCollectorFinalizer,
  ORPHAN_FINALIZER,
} from '../../meta/finalizers.ts';
import { isBlocking, type OwnerReference, type Uid } from '../../meta/object-reference.ts';
import type { PropagationPolicy } from '../../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../../meta/releases.ts';
import { isBeingDeleted } from '../cluster-view.ts';
import type { JudgedReference } from '../references/judge-reference.ts';

const NONE: readonly string[] = [];

/** What becomes of one object in a deletion that is thought through: its state beside the graph's, which is not touched. */
export class ObjectState {
  readonly node: GraphNode;
  /** Finalizers that somebody else has to remove. */
  readonly foreign: readonly string[];
  terminating: boolean;
  /** The live object has the foreground finalizer. */
  foreground: boolean;
  /** The graph's flag, never taken back (DM-06). */
  deletingDependents: boolean;
  gone = false;
  /** It waits to be looked at (QU-02). */
  queued = false;
  /** Whether it was left in Terminating when everything that can go without help had gone. */
  leftTerminating: boolean;
  /** It went only after a finalizer was taken to be removed. */
  goneLater = false;
  /** A DELETE of it was sent, and not refused. */
  requested = false;
  /** Its DELETE was refused. */
  refused = false;
  /** An orphan deletion took a reference away from it. */
  orphaned = false;
  rule = '';
  /** References taken away, by uid (PA-02). */
  removed: Set<Uid> | undefined;
  /** Its references do not block any more (PA-05). */
  unblocked = false;
  /** The owner that keeps it, the reference that cannot be asked about, or the kinds that cannot be read. */
  keeper: GraphNode | undefined;
  refusal: JudgedReference | undefined;
  unread: readonly string[] | undefined;
  /** The object whose end brought the collector here. */
  cause: GraphNode | undefined;
  /** The same, once finalizers are taken to be removed. */
  laterCause: GraphNode | undefined;
  /** Dependents that are not plain leaves; set when the leaves are dealt with. */
  branches: readonly GraphNode[] | undefined;

  /** In its grace period: a DELETE changes nothing (API-33), it ends by itself. */
  readonly inGrace: boolean;
  /** The policy of a DELETE that came too late to begin anything: its finalizer stays (GB-35, GB-36 until 1.15). */
  unheard: PropagationPolicy | undefined;

  constructor(node: GraphNode, release: ReleaseProfile) {
    this.node = node;
    const finalizers = node.finalizers;
    const waits = release.hasPropagationPolicies;
    this.foreign =
      finalizers.length > 0 ? finalizers.filter((each) => isForeign(each, waits)) : NONE;
    this.terminating = isBeingDeleted(node, { release });
    this.leftTerminating = this.terminating;
    this.foreground = waits && this.terminating && finalizers.includes(FOREGROUND_FINALIZER);
    this.deletingDependents = waits && node.deletingDependents;
    this.inGrace = this.terminating && (node.toRecord().deletionGracePeriodSeconds ?? 0) > 0;
  }

  /** The references as the collector would see them now. */
  get references(): readonly OwnerReference[] {
    const { removed } = this;
    const { owners } = this.node;
    return removed ? owners.filter(({ uid }) => !removed.has(uid)) : owners;
  }

  /** Whether it has a reference to the uid that blocks (DM-10). */
  blocks(uid: Uid): boolean {
    if (this.unblocked || this.removed?.has(uid)) return false;
    return this.node.owners.some((each) => each.uid === uid && isBlocking(each));
  }

  /** A collector's finalizer that a user put on the living object decides the policy (AD-17). */
  get wishes(): readonly string[] {
    return this.node.finalizers;
  }

  /** An orphan deletion is under way. */
  get orphaning(): boolean {
    return this.terminating && this.wishes.includes(ORPHAN_FINALIZER);
  }
}

/** Nobody removes the foreground finalizer where there is no foreground deletion. */
function isForeign(finalizer: string, hasForeground: boolean): boolean {
  return hasForeground ? !isCollectorFinalizer(finalizer) : finalizer !== ORPHAN_FINALIZER;
}
