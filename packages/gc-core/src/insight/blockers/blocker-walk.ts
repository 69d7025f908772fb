import type { GraphNode } from '../../graph/graph-node.ts';
import {
  CLEANUP_FINALIZER,
  isCollectorFinalizer,
  ORPHAN_FINALIZER,
} from '../../meta/finalizers.ts';
import { counted } from '../../meta/format-count.ts';
import type { ObjectMeta } from '../../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  parseApiVersion,
  type Uid,
} from '../../meta/object-reference.ts';
import { code, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isDefinition, isNamespace } from '../../meta/well-known-kinds.ts';
import { isUnread, type KindHealth } from '../../wire/frames.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { ageOf, type DeletionFacts } from '../deletion-facts.ts';
import { isUnserved } from '../kubectl.ts';
import { definitionFailureOf } from '../namespace-status.ts';
import { judgeReference } from '../references/judge-reference.ts';
import {
  cycleCause,
  finalizerCause,
  graceCause,
  hiddenDependentsCause,
  instancesCause,
  referenceCause,
  restartCause,
  unreadKindCause,
  unservedKindCause,
  workCause,
} from './causes.ts';
import { namespaceBlockers } from './namespace-blockers.ts';
import {
  type BlockedPath,
  type BlockerLink,
  isLastStep,
  pathOver,
  type RootCause,
  rankOf,
  shortBlocker,
} from './root-cause.ts';

/** Dependents, or objects in a namespace, that are looked through for the worst; beyond that one more changes little. */
export const MOST_LOOKED_AT = 2000;

/**
 * Finds what blocks objects that are being deleted, for the verdict on one and for the report on all. What was found for one
 * serves the next, as long as the graph does not change.
 */
export class BlockerWalk {
  readonly view: ClusterView;
  readonly facts: DeletionFacts;
  readonly #found = new Map<GraphNode, readonly BlockedPath[]>();
  /** Objects that must be looked at before the one that is looked at now. */
  #missing: GraphNode[] = [];
  /** Whether the way has come back to an object on it. */
  #metCycle = false;
  /** On the way to the object that is looked at now. */
  readonly #looking = new Set<GraphNode>();
  readonly #content = new Map<Uid, readonly GraphNode[]>();

  constructor(view: ClusterView) {
    this.view = view;
    this.facts = view.deletionFacts?.() ?? {};
  }

  /** The ways from the object to its root causes, the worst first; there is at least one. */
  paths(node: GraphNode): readonly BlockedPath[] {
    // A list instead of recursion: a user can make a chain of thousands of owners.
    const pending = [node];
    const passed: GraphNode[] = [];
    this.#metCycle = false;
    for (let next = pending.at(-1); next; next = pending.at(-1)) {
      if (this.#found.has(next)) {
        pending.pop();
        continue;
      }
      this.#looking.add(next);
      this.#missing = [];
      const found = this.#look(next);
      if (this.#missing.length > 0) {
        pending.push(...this.#missing.reverse());
        continue;
      }
      this.#looking.delete(next);
      const paths = found.length < 2 ? found : sortedBy(found, ({ cause }) => rankOf(cause));
      this.#found.set(next, paths);
      passed.push(next);
    }
    const found = this.#found.get(node) ?? [];
    // In a cycle, objects that were entered later lack the other causes of the objects entered before.
    if (this.#metCycle && found[0]?.cause.owner === undefined) {
      for (const each of passed) if (each !== node) this.#found.delete(each);
    }
    return found;
  }

  /** The known objects left in a Namespace, or of the kind of a definition. */
  contentOf(container: ObjectReference): readonly GraphNode[] {
    const known = this.#content.get(container.uid);
    if (known) return known;
    const content = [...this.view.contentOf(container)];
    this.#content.set(container.uid, content);
    return content;
  }

  /** The ways over other objects that this one waits for, each down to the worst of its causes. */
  through(node: GraphNode, others: readonly GraphNode[], rule: BlockerLink['rule']): BlockedPath[] {
    return others.slice(0, MOST_LOOKED_AT).flatMap((over) => {
      const link = { node, over, rule };
      if (this.#looking.has(over)) {
        this.#metCycle = true;
        return pathOver(link, { cause: cycleCause(over, node, this) });
      }
      const [worst] = this.#found.get(over) ?? [];
      if (worst) return pathOver(link, worst);
      this.#missing.push(over);
      return [];
    });
  }

  #look(node: GraphNode): BlockedPath[] {
    const paths = foreignFinalizers(node, this.view).flatMap((finalizer) =>
      waitsForItsKind(node, finalizer)
        ? this.#ofDefinition(node)
        : [{ cause: finalizerCause(node, finalizer, this) }],
    );
    if (isNamespace(node.identity)) paths.push(...namespaceBlockers(node, this));
    if (waitsForDependents(node)) paths.push(...this.#dependents(node));
    if (paths.some((path) => !isLastStep(path))) return paths;
    if (ageOf(node, this.facts.now).overdue !== undefined) {
      return [{ cause: graceCause(node, this) }];
    }
    if (paths.length > 0) return paths;
    const isOrphaning = node.finalizers.includes(ORPHAN_FINALIZER);
    const dependents = counted(node.dependents.size, 'object');
    const next = isOrphaning
      ? say`The collector removes the reference to it from ${dependents}, then its finalizer ${code(ORPHAN_FINALIZER)}.`
      : say`Nothing blocks it any more.`;
    const orphans = this.view.release.generation === 'propagator' ? 'PG-35' : 'OR-07';
    return [{ cause: workCause(node, isOrphaning ? orphans : 'API-61', next, this) }];
  }

  /** The dependents that block an owner in foreground deletion (FG-01..03). */
  #dependents(node: GraphNode): BlockedPath[] {
    const blocking = [...new Set(node.blockingDependents())].slice(0, MOST_LOOKED_AT);
    if (blocking.length === 0) {
      const unread = this.view.unreadKinds(node.uid);
      if (unread.length > 0) return [{ cause: hiddenDependentsCause(node, unread, this) }];
      if (!this.view.isQueued(node.uid)) return [{ cause: restartCause(node, this) }];
      const text = say`No dependent blocks it any more: the collector removes its own finalizer next.`;
      return [{ cause: workCause(node, 'FG-01', text, this) }];
    }
    const goesOn = (each: GraphNode): boolean => each.beingDeleted && !isUnserved(each, this.view);
    const untouched = blocking.filter((each) => !goesOn(each));
    return [
      ...this.through(node, blocking.filter(goesOn), 'FG-02'),
      ...untouched.map((over) =>
        pathOver({ node, over, rule: 'FG-02' }, { cause: this.#untouched(over, node) }),
      ),
    ];
  }

  /** A blocking dependent whose deletion does not go on: the collector cannot, could not yet, or its owners cannot be read. */
  #untouched(dependent: GraphNode, owner: GraphNode): RootCause {
    if (isUnserved(dependent, this.view)) return unservedKindCause(dependent, owner, this);
    for (const reference of dependent.references) {
      const judged = judgeReference(reference, dependent.identity, this.view);
      if (judged.class === 'never' || judged.class === 'unmapped') {
        return referenceCause(dependent, owner, judged, this);
      }
      const health = judged.class === 'unknown' ? this.#healthOf(reference) : undefined;
      if (health) return unreadKindCause(dependent, health, this);
    }
    const text = say`The collector deletes ${dependent.identity}, or removes its reference, at its next check.`;
    return workCause(dependent, 'FG-02', text, this);
  }

  /** FN-04: the objects of the kind go first. */
  #ofDefinition(node: GraphNode): BlockedPath[] {
    const { name } = node.identity;
    const failure = definitionFailureOf(this.facts.definitions?.get(name));
    if (failure !== undefined) return [{ cause: instancesCause(node, failure, this) }];
    const health = this.view.kinds?.find(
      (each) => `${each.resource}.${each.group}` === name && !isReadWhole(each),
    );
    if (health) return [{ cause: unreadKindCause(node, health, this) }];
    const left = this.contentOf(node.identity);
    const going = left.filter((each) => isBeingDeleted(each, this.view));
    const paths = this.through(node, going, 'FN-04');
    if (paths.length > 0) return paths;
    const text =
      left.length > 0
        ? say`The API server deletes the ${counted(left.length, 'object')} of its kind, then the definition.`
        : say`The API server deletes it next, as no object of its kind is left.`;
    return [{ cause: workCause(node, 'FN-04', text, this) }];
  }

  #healthOf({ apiVersion, kind }: OwnerReference): KindHealth | undefined {
    const { group } = parseApiVersion(apiVersion);
    const unread = this.view.kinds?.filter((each) => !isReadWhole(each));
    return unread?.find((each) => each.group === group && [kind, '*'].includes(each.kind));
  }
}

/** A kind that is no longer served cannot be read either. */
function isReadWhole(kind: KindHealth): boolean {
  return kind.state !== 'gone' && !isUnread(kind);
}

/** Whether this finalizer keeps the definition of a kind until no object of the kind is left (FN-04). */
function waitsForItsKind({ identity }: Pick<GraphNode, 'identity'>, finalizer: string): boolean {
  return finalizer === CLEANUP_FINALIZER && isDefinition(identity);
}

/** The worst that an object in deletion waits for. */
export function waitingPath(node: GraphNode, walk: BlockerWalk): BlockedPath | undefined {
  const paths = walk.paths(node);
  return paths.find((path) => !isLastStep(path)) ?? paths[0];
}

/** The blocker of an object in few words, from its worst path; absent while the object may still go by itself. */
export function blockerOf(worst: BlockedPath): string | undefined {
  return worst.cause.state === 'blocked' ? shortBlocker(worst) : undefined;
}

/** Finalizers that are not the collector's own: another component has to remove them. */
export function foreignFinalizers(
  { finalizers = [] }: Pick<ObjectMeta, 'finalizers'>,
  { release }: Pick<ClusterView, 'release'>,
): string[] {
  // The collector does not remove the foreground finalizer where there is no foreground deletion.
  return finalizers.filter((each) =>
    release.hasPropagationPolicies ? !isCollectorFinalizer(each) : each !== ORPHAN_FINALIZER,
  );
}

/** The graph's flag is never taken back; the finalizer says whether the policy was changed to Orphan since (DM-06). */
export function waitsForDependents(node: GraphNode): boolean {
  return node.deletingDependents && !node.finalizers.includes(ORPHAN_FINALIZER);
}
