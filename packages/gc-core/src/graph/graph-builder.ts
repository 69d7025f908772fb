import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { invariant } from '../meta/invariant.ts';
import type { NoteSink } from '../meta/note.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
  sameCoordinates,
  sameIdentity,
} from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { ownerRefInvalidNamespace, type WarningEvent } from '../meta/warning-event.ts';
import { alternateOwnerIdentity } from './alternate-owner-identity.ts';
import type { Graph } from './graph.ts';
import type { GraphChange } from './graph-change.ts';
import type { GraphNode } from './graph-node.ts';
import { type OwnerReferencesDiff, unblocked } from './owner-references-diff.ts';
import { partitionDependents } from './partition-dependents.ts';
import type { ReferenceCache } from './reference-cache.ts';
import { isDeletedWith, startsDeletionWith } from './start-of-deletion.ts';

/** Where the graph builder puts nodes that a worker should look at. */
interface NodeSink {
  add(node: GraphNode): void;
  addRateLimited(node: GraphNode): void;
}

export interface GraphBuilderOptions {
  readonly release: ReleaseProfile;
  readonly graph: Graph;
  readonly absentOwnerCache: ReferenceCache;
  readonly attemptToDelete: NodeSink;
  readonly attemptToOrphan: NodeSink;
  readonly note?: NoteSink;
  readonly recordEvent?: (event: WarningEvent) => void;
  /** Order in which an owner's dependents are enqueued; upstream's set has none. Default: as they were added. */
  readonly order?: (nodes: GraphNode[]) => GraphNode[];
}

const NO_OWNERS: readonly OwnerReference[] = [];

/** The one writer of the graph: turns graph changes into nodes and queue entries (GB rules). */
export class GraphBuilder {
  readonly #options: GraphBuilderOptions;
  readonly #graph: Graph;
  readonly #attemptToDelete: NodeSink;
  readonly #note: NoteSink | undefined;
  readonly #order: (nodes: GraphNode[]) => GraphNode[];
  readonly #release: ReleaseProfile;

  constructor(options: GraphBuilderOptions) {
    this.#options = options;
    this.#graph = options.graph;
    this.#attemptToDelete = options.attemptToDelete;
    this.#note = options.note;
    this.#order = options.order ?? ((nodes) => nodes);
    this.#release = options.release;
  }

  /** Applies one change to the graph, and enqueues the nodes that workers must check because of it. */
  processGraphChange(change: GraphChange): void {
    const { type, identity, meta } = change;
    let node = this.#graph.get(identity.uid);
    // A virtual change does not observe the node (GB-03). In releases that compare no identities, it does.
    const observes = !change.virtual || !this.#release.comparesIdentities;
    if (node?.virtual && observes) node = this.#observe(node, identity);
    if (type === 'DELETED') {
      this.#processDelete(node, change);
      return;
    }
    invariant(meta, 'a change other than a deletion carries metadata');
    node = node ? this.#update(node, meta) : this.#insert(identity, meta);
    this.#processTransitions(node, meta, change.oldMeta);
  }

  /** The first event of a virtual node makes it observed (GB-04..07). Returns the node that the graph has now, which may be a new one. */
  #observe(node: GraphNode, identity: ObjectReference): GraphNode {
    if (!this.#release.comparesIdentities || sameIdentity(node.identity, identity)) {
      this.#graph.observe(node);
      this.#note?.({ rule: 'GB-04', subject: identity });
      return node;
    }
    const { nonMatching } = partitionDependents(node.dependents, identity);
    for (const dependent of this.#order([...nonMatching])) {
      if (identity.namespace !== '' && dependent.identity.namespace !== identity.namespace) {
        this.#reportInvalidNamespace('GB-05', dependent, identity);
      }
      this.#attemptToDelete.add(dependent);
    }
    const replacement = node.cloneAs(identity);
    replacement.virtual = false;
    this.#graph.set(replacement);
    this.#note?.({ rule: 'GB-06', subject: identity, other: node.identity });
    return replacement;
  }

  /** Makes a node for an unknown uid, and links it to its owners (GB-10). */
  #insert(identity: ObjectReference, meta: ObjectMeta): GraphNode {
    const node = this.#graph.createNode(identity, false);
    const owners = meta.ownerReferences ?? NO_OWNERS;
    node.owners = owners;
    node.beingDeleted = meta.deletionTimestamp !== undefined;
    node.deletingDependents = isDeletedWith(meta, FOREGROUND_FINALIZER);
    this.#graph.set(node);
    this.#note?.({ rule: 'GB-10', subject: identity });
    this.#addDependentToOwners(node, owners);
    this.#graph.see(node, meta);
    return node;
  }

  /** Stores the references and the deletion of the event in a known node (GB-11..17). */
  #update(node: GraphNode, meta: ObjectMeta): GraphNode {
    this.#processDiff(node, this.#graph.update(node, meta));
    if (meta.deletionTimestamp !== undefined) node.beingDeleted = true;
    return node;
  }

  /** Links new owners, unlinks removed ones, and enqueues owners that the node no longer blocks (GB-13..16). */
  #processDiff(node: GraphNode, diff: OwnerReferencesDiff | undefined): void {
    this.#note?.({ rule: diff ? 'GB-13' : 'GB-16', subject: node.identity });
    if (!diff) return;
    this.#addUnblockedOwnersToAttemptToDelete(node, diff);
    this.#addDependentToOwners(node, diff.added);
    for (const { uid } of diff.removed) this.#graph.get(uid)?.deleteDependent(node);
  }

  /** An owner in foreground deletion may have waited for this dependent alone (GB-14). */
  #addUnblockedOwnersToAttemptToDelete(dependent: GraphNode, diff: OwnerReferencesDiff): void {
    for (const reference of unblocked(diff)) {
      const owner = this.#graph.get(reference.uid);
      if (!owner) {
        this.#note?.({ rule: 'GB-44', subject: dependent.identity, reference });
        continue;
      }
      this.#note?.({ rule: 'GB-14', subject: owner.identity });
      this.#attemptToDelete.add(owner);
    }
  }

  /** Links a dependent to its owners; an unknown owner becomes a virtual node (GB-25..32). */
  #addDependentToOwners(dependent: GraphNode, references: readonly OwnerReference[]): void {
    let mismatch = false;
    for (const reference of references) {
      const owner = this.#graph.get(reference.uid);
      if (!owner) {
        this.#addVirtualOwner(dependent, reference);
        continue;
      }
      owner.addDependent(dependent);
      mismatch ||= this.#isMismatch(dependent, reference, owner);
    }
    if (mismatch) {
      this.#note?.({ rule: 'GB-31', subject: dependent.identity });
      this.#attemptToDelete.add(dependent);
    }
  }

  /** A reference has no namespace, so a virtual owner gets that of its dependent, as a guess (GB-25). */
  #addVirtualOwner(dependent: GraphNode, reference: OwnerReference): void {
    const identity = ownerIdentity(reference, dependent.identity.namespace);
    const owner = this.#graph.createNode(identity, true);
    owner.addDependent(dependent);
    this.#graph.set(owner);
    this.#note?.({ rule: 'GB-25', subject: identity, other: dependent.identity });
    this.#attemptToDelete.add(owner);
  }

  /** Whether the reference describes another object than the node with its uid (GB-27..30). */
  #isMismatch(dependent: GraphNode, reference: OwnerReference, owner: GraphNode): boolean {
    if (!this.#release.comparesIdentities) return false;
    const ownerNamespace = owner.namespace;
    const { namespace } = dependent;
    if (ownerNamespace !== '' && ownerNamespace !== namespace) {
      if (!owner.virtual) this.#reportInvalidNamespace('GB-27', dependent, owner.identity);
      return true;
    }
    if (!sameCoordinates(reference, owner)) {
      if (!owner.virtual) {
        this.#note?.({ rule: 'GB-28', subject: dependent.identity, other: owner.identity });
      }
      return true;
    }
    return ownerNamespace === '' && namespace !== '' && owner.virtual;
  }

  /** The Event names the owner as the dependent's first reference with that uid does (EV-02, EV-06). */
  #reportInvalidNamespace(rule: string, dependent: GraphNode, owner: ObjectReference): void {
    this.#note?.({ rule, subject: dependent.identity, other: owner });
    const reference = dependent.owners.find(({ uid }) => uid === owner.uid);
    if (!reference) return;
    const asked = ownerIdentity(reference, dependent.identity.namespace);
    this.#options.recordEvent?.(ownerRefInvalidNamespace(dependent.identity, asked));
  }

  /** When an orphan deletion starts, enqueues the owner; when a foreground deletion starts, its dependents, then the owner (GB-35..37). */
  #processTransitions(node: GraphNode, meta: ObjectMeta, old: ObjectMeta | undefined): void {
    const late = this.#release.lateFinalizerStartsDeletion;
    if (startsDeletionWith(ORPHAN_FINALIZER, meta, old, late)) {
      this.#note?.({ rule: 'GB-35', subject: node.identity });
      this.#options.attemptToOrphan.add(node);
      return;
    }
    if (!startsDeletionWith(FOREGROUND_FINALIZER, meta, old, late)) return;
    this.#note?.({ rule: 'GB-36', subject: node.identity });
    node.deletingDependents = true;
    // Dependents before the owner, because the owner waits for them.
    for (const dependent of this.#order([...node.dependents])) this.#attemptToDelete.add(dependent);
    this.#attemptToDelete.add(node);
  }

  /** A real deletion removes the node. A virtual one may leave it, for references that describe it differently (GB-40..42d). */
  #processDelete(node: GraphNode | undefined, change: GraphChange): void {
    if (!node) {
      this.#note?.({ rule: 'GB-40', subject: change.identity });
      return;
    }
    if (!change.virtual) {
      this.#remove('GB-41', node, change.identity);
      return;
    }
    this.#processVirtualDelete(node, change.identity);
  }

  /** A worker found that `absent` does not exist. The node may have another identity by now, and that object may exist (GB-42a..d). */
  #processVirtualDelete(node: GraphNode, absent: ObjectReference): void {
    if (!node.virtual) {
      const isIt = !this.#release.comparesIdentities || sameIdentity(node.identity, absent);
      if (isIt) this.#remove('GB-42d', node, absent);
      else this.#enqueueMatching('GB-42c', node, absent);
      return;
    }
    const { nonMatching } = partitionDependents(node.dependents, absent);
    if (nonMatching.length === 0) {
      this.#remove('GB-42a', node, absent);
      return;
    }
    this.#enqueueMatching('GB-42b', node, absent);
    if (!sameIdentity(node.identity, absent)) return;
    const alternate = alternateOwnerIdentity(nonMatching, absent);
    if (!alternate) return;
    const replacement = node.cloneAs(alternate);
    this.#graph.set(replacement);
    this.#note?.({ rule: 'AL-06', subject: alternate, other: absent });
    this.#attemptToDelete.addRateLimited(replacement);
  }

  /** Enqueues the dependents that mean the absent identity; the node stays for the others. */
  #enqueueMatching(rule: string, node: GraphNode, absent: ObjectReference): void {
    this.#note?.({ rule, subject: node.identity, other: absent });
    const { matching } = partitionDependents(node.dependents, absent);
    if (matching.length === 0) return;
    this.#options.absentOwnerCache.add(absent);
    for (const dependent of this.#order([...matching])) this.#attemptToDelete.add(dependent);
  }

  /** Takes a node out of the graph and enqueues its dependents, and owners that wait for it (GB-43). */
  #remove(rule: string, node: GraphNode, identity: ObjectReference): void {
    this.#note?.({ rule, subject: identity });
    // A node may name an owner twice.
    const owners = new Set(this.#graph.ownersOf(node));
    this.#graph.delete(node);
    for (const owner of owners) owner.deleteDependent(node);
    if (node.dependents.size > 0) this.#checkDependents(node, identity);
    for (const owner of owners) {
      if (!owner.deletingDependents) continue;
      this.#note?.({ rule: 'GB-43', subject: identity, other: owner.identity });
      this.#attemptToDelete.add(owner);
    }
  }

  #checkDependents(node: GraphNode, identity: ObjectReference): void {
    this.#note?.({ rule: 'GB-43', subject: identity });
    this.#options.absentOwnerCache.add(identity);
    for (const dependent of this.#order([...node.dependents])) this.#attemptToDelete.add(dependent);
  }
}
