import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { parseApiVersion } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isDefinition, isNamespace } from '../container-kinds.ts';
import { counted } from '../reason.ts';
import { judgeReference } from '../references/judge-reference.ts';
import { ageOf, type DeletionFacts } from './deletion-facts.ts';
import { namespaceBlockers } from './namespace-blockers.ts';
import { type BlockedPath, type BlockerLink, own, type RootCause, work } from './root-cause.ts';
import { rankOf } from './state-of-cause.ts';

/** Dependents, or objects in a namespace, that are looked through for the worst; beyond that one more changes little. */
const MOST_LOOKED_AT = 2000;
const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/**
 * Finds what holds objects that are being deleted, for the verdict on one and for the report on all. What was found of one
 * serves for the next, as long as the graph does not change.
 */
export class BlockerWalk {
  readonly view: ClusterView;
  readonly facts: DeletionFacts;
  readonly #found = new Map<GraphNode, readonly BlockedPath[]>();
  /** On the way to the object that is looked at now. */
  readonly #looking = new Set<GraphNode>();
  #byNamespace: Map<string, GraphNode[]> | undefined;

  constructor(view: ClusterView, facts: DeletionFacts) {
    this.view = view;
    this.facts = facts;
  }

  /** The ways from the object to what holds it, the worst first; there is at least one. */
  paths(node: GraphNode): readonly BlockedPath[] {
    const known = this.#found.get(node);
    if (known) return known;
    this.#looking.add(node);
    const rank = ({ cause }: BlockedPath): number => rankOf(cause, this.facts);
    const paths = this.#look(node).toSorted((a, b) => rank(a) - rank(b));
    this.#looking.delete(node);
    this.#found.set(node, paths);
    return paths;
  }

  /** The objects in the namespace, as far as they are known. */
  contentOf(namespace: string): readonly GraphNode[] {
    if (!this.#byNamespace) {
      this.#byNamespace = new Map();
      for (const node of this.facts.nodes?.() ?? []) {
        if (node.virtual) continue;
        const others = this.#byNamespace.get(node.namespace);
        if (others) others.push(node);
        else this.#byNamespace.set(node.namespace, [node]);
      }
    }
    return this.#byNamespace.get(namespace) ?? [];
  }

  /** The ways over other objects that this one waits for, each down to the worst of its causes. */
  through(node: GraphNode, others: readonly GraphNode[], rule: BlockerLink['rule']): BlockedPath[] {
    return others.slice(0, MOST_LOOKED_AT).flatMap((over) => {
      const link = { node, over, rule };
      if (this.#looking.has(over)) {
        return [{ links: [link], cause: { type: 'circle', object: over, owner: node } as const }];
      }
      const [worst] = this.paths(over);
      return worst ? [{ links: [link, ...worst.links], cause: worst.cause }] : [];
    });
  }

  #look(node: GraphNode): BlockedPath[] {
    const paths = foreignFinalizers(node, this.view).flatMap((finalizer) =>
      finalizer === CLEANUP && isDefinition(node.identity) && this.facts.nodes
        ? this.#ofDefinition(node)
        : [own({ type: 'finalizer', object: node, finalizer })],
    );
    if (isNamespace(node.identity) && this.facts.nodes)
      paths.push(...namespaceBlockers(node, this));
    if (waitsForDependents(node)) paths.push(...this.#dependents(node));
    if (paths.length > 0) return paths;
    const { overdue } = ageOf(node, this.facts.now);
    if (overdue !== undefined) return [own({ type: 'kubelet', object: node })];
    const isOrphaning = node.finalizers.includes(ORPHAN_FINALIZER);
    return isOrphaning
      ? [own(work(node, 'OR-07', orphaningText(node)))]
      : [own(work(node, 'API-61', say`Nothing holds it any more.`))];
  }

  /** FG-01..03: what blocks it. */
  #dependents(node: GraphNode): BlockedPath[] {
    const blocking = [...new Set(node.blockingDependents())].slice(0, MOST_LOOKED_AT);
    if (blocking.length === 0) {
      const text = say`No dependent blocks it any more: the collector removes its own finalizer next.`;
      return [own(work(node, 'FG-01', text))];
    }
    const going = blocking.filter((each) => each.beingDeleted);
    const untouched = blocking.filter((each) => !each.beingDeleted);
    return [
      ...this.through(node, going, 'FG-02'),
      ...untouched.map((over): BlockedPath => {
        return { links: [{ node, over, rule: 'FG-02' }], cause: this.#untouched(over, node) };
      }),
    ];
  }

  /** A blocking dependent that is not being deleted: the collector cannot, could not yet, or its owners cannot be read. */
  #untouched(dependent: GraphNode, owner: GraphNode): RootCause {
    for (const reference of dependent.references) {
      const judged = judgeReference(reference, dependent.identity, this.view);
      if (judged.class === 'never' || judged.class === 'unmapped') {
        return { type: 'reference', object: dependent, owner, judged };
      }
      const health = judged.class === 'unknown' ? this.#healthOf(reference) : undefined;
      if (health) return { type: 'kind', object: dependent, health };
    }
    const text = say`The collector deletes ${dependent.identity}, or takes its reference away, when it comes to it.`;
    return work(dependent, 'FG-02', text);
  }

  /** FN-04: the objects of the kind go first. */
  #ofDefinition(node: GraphNode): BlockedPath[] {
    const { name } = node.identity;
    const dot = name.indexOf('.');
    const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)];
    const health = this.facts.kinds?.find(
      (each) => each.resource === plural && each.group === group && each.state !== 'synced',
    );
    if (health) return [own({ type: 'kind', object: node, health })];
    const left = [...(this.facts.nodes?.() ?? [])].filter(({ virtual, identity }) => {
      if (virtual || parseApiVersion(identity.apiVersion).group !== group) return false;
      const mapping = this.view.mapping(identity.apiVersion, identity.kind);
      return typeof mapping !== 'string' && mapping.resource === plural;
    });
    const going = left.filter((each) => each.beingDeleted);
    const paths = this.through(node, going, 'FN-04');
    if (paths.length > 0) return paths;
    const text =
      left.length > 0
        ? say`The API server deletes the ${counted(left.length, 'object')} of its kind, then it goes.`
        : say`No object of its kind is left: the API server lets it go next.`;
    return [own(work(node, 'FN-04', text))];
  }

  #healthOf(reference: { apiVersion: string; kind: string }): KindHealth | undefined {
    const { group } = parseApiVersion(reference.apiVersion);
    return this.facts.kinds?.find(
      (each) =>
        each.group === group &&
        (each.kind === reference.kind || each.kind === '*') &&
        each.state !== 'synced',
    );
  }
}

/** Finalizers that are not the collector's own: somebody else has to remove them. */
export function foreignFinalizers(node: GraphNode, { release }: ClusterView): string[] {
  // Nobody removes the foreground finalizer where there is no foreground deletion.
  return node.finalizers.filter((each) =>
    release.hasPropagationPolicies ? !isCollectorFinalizer(each) : each !== ORPHAN_FINALIZER,
  );
}

/** The graph's flag is never taken back; the finalizer says whether the policy was changed to Orphan since (DM-06). */
export function waitsForDependents(node: GraphNode): boolean {
  return node.deletingDependents && !node.finalizers.includes(ORPHAN_FINALIZER);
}

function orphaningText({ dependents }: GraphNode): Sentence {
  return say`The collector takes the reference to it from ${counted(dependents.size, 'object')}, then it goes.`;
}
