import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { objectName } from '../../meta/object-name.ts';
import { parseApiVersion } from '../../meta/object-reference.ts';
import type { KindHealth } from '../../wire/frames.ts';
import type { Leaf, MisleadingCondition, WaitLink } from '../../wire/terminating.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isDefinition, isNamespace } from '../container-kinds.ts';
import { waitsForDependents } from '../verdict/held-by.ts';
import { judgeReference } from '../verdict/judge-reference.ts';
import { counted } from '../verdict/reason.ts';
import type { HeldPath, Ways } from './held-path.ts';
import {
  circleLeaf,
  finalizerLeaf,
  kindLeaf,
  kubeletLeaf,
  type LeafContext,
  referenceLeaf,
  workLeaf,
} from './leaves.ts';
import { misleadingOf, namespaceHolds } from './namespace-holds.ts';
import { ageOf, type TerminatingFacts } from './terminating-facts.ts';

/** Everything that holds one object. */
export interface Holds {
  readonly chain: readonly WaitLink[];
  readonly leaves: readonly Leaf[];
  readonly misleading: readonly MisleadingCondition[];
}

const RANK = { stuck: 0, unknown: 1, slow: 2 } as const;
/** Dependents, or objects in a namespace, that are looked through for the worst; beyond that one more changes little. */
const MOST_LOOKED_AT = 2000;
/** Leaves that are told of one object. */
const MOST_LEAVES = 20;
const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

/** Finds what holds objects that are being deleted; what was found of one serves for the next. */
export class HoldFinder implements Ways {
  readonly context: LeafContext;
  readonly #found = new Map<GraphNode, readonly HeldPath[]>();
  /** On the way to the object that is looked at now. */
  readonly #looking = new Set<GraphNode>();
  readonly #byNamespace = new Map<string, GraphNode[]>();
  readonly #all: readonly GraphNode[];

  constructor(all: readonly GraphNode[], view: ClusterView, facts: TerminatingFacts) {
    this.context = { view, facts };
    this.#all = all;
    for (const node of all) {
      const { namespace } = node;
      const others = this.#byNamespace.get(namespace);
      if (others) others.push(node);
      else this.#byNamespace.set(namespace, [node]);
    }
  }

  holdsOf(node: GraphNode): Holds {
    const paths = this.paths(node);
    const leaves = new Map(paths.map(({ leaf }) => [`${leaf.type} ${leaf.text}`, leaf]));
    const { facts } = this.context;
    return {
      chain: paths[0]?.chain ?? [],
      leaves: [...leaves.values()].slice(0, MOST_LEAVES),
      misleading: isNamespace(node.identity)
        ? misleadingOf(
            this.contentOf(node.identity.name),
            facts.namespaces?.get(node.identity.name),
          )
        : [],
    };
  }

  /** The ways from the object to what holds it, the worst first. */
  paths(node: GraphNode): readonly HeldPath[] {
    const known = this.#found.get(node);
    if (known) return known;
    this.#looking.add(node);
    const paths = this.#look(node).toSorted((a, b) => RANK[a.leaf.state] - RANK[b.leaf.state]);
    this.#looking.delete(node);
    this.#found.set(node, paths);
    return paths;
  }

  contentOf(namespace: string): readonly GraphNode[] {
    return this.#byNamespace.get(namespace) ?? [];
  }

  through(
    node: GraphNode,
    others: readonly GraphNode[],
    rule: string,
    sentence: (name: string) => string,
  ): HeldPath[] {
    return others.slice(0, MOST_LOOKED_AT).flatMap((other) => {
      const link: WaitLink = {
        object: node.identity,
        waitsFor: sentence(objectName(other.identity)),
        rule,
      };
      if (this.#looking.has(other)) {
        return [{ chain: [link], leaf: circleLeaf(other, node, this.context) }];
      }
      const [worst] = this.paths(other);
      return worst ? [{ chain: [link, ...worst.chain], leaf: worst.leaf }] : [];
    });
  }

  #look(node: GraphNode): HeldPath[] {
    const { age, overdue } = ageOf(node, this.context.facts.now);
    const finalizers = node.finalizers.filter((each) => !isCollectorFinalizer(each));
    const paths = finalizers.flatMap((each) =>
      each === CLEANUP && isDefinition(node.identity)
        ? this.#ofDefinition(node, age)
        : [at(node, finalizerLeaf(node, each, age, this.context))],
    );
    if (isNamespace(node.identity)) paths.push(...namespaceHolds(node, age, this));
    if (waitsForDependents(node)) paths.push(...this.#dependents(node, age));
    if (paths.length > 0) return paths;
    if (overdue !== undefined) return [at(node, kubeletLeaf(node, overdue, this.context))];
    const isOrphaning = node.finalizers.includes(ORPHAN_FINALIZER);
    const text = isOrphaning
      ? `The collector takes the reference to it from ${counted(node.dependents.size, 'object')}, then it goes.`
      : 'Nothing holds it any more.';
    const leaf = workLeaf(node.identity, text, isOrphaning ? 'OR-07' : 'API-61', age, this.context);
    return [at(node, leaf)];
  }

  /** FG-01..03: what blocks it. */
  #dependents(node: GraphNode, age: number): HeldPath[] {
    const blocking = [...new Set(node.blockingDependents())].slice(0, MOST_LOOKED_AT);
    const sentence = (name: string): string => `Waits for ${name}, which blocks it.`;
    if (blocking.length === 0) {
      const text = 'No dependent blocks it any more: the collector removes its own finalizer next.';
      return [at(node, workLeaf(node.identity, text, 'FG-01', age, this.context))];
    }
    const going = blocking.filter((each) => each.beingDeleted);
    const paths = this.through(node, going, 'FG-02', sentence);
    for (const dependent of blocking) {
      if (dependent.beingDeleted) continue;
      const link: WaitLink = {
        object: node.identity,
        waitsFor: sentence(objectName(dependent.identity)),
        rule: 'FG-02',
      };
      paths.push({ chain: [link], leaf: this.#untouched(dependent, node, age) });
    }
    return paths;
  }

  /** A blocking dependent that is not being deleted: the collector cannot, could not yet, or its owners cannot be read. */
  #untouched(dependent: GraphNode, owner: GraphNode, age: number): Leaf {
    const { view } = this.context;
    for (const reference of dependent.owners) {
      const judged = judgeReference(reference, dependent.identity, view);
      if (judged.class === 'never' || judged.class === 'unmapped') {
        return referenceLeaf(dependent, owner, judged, this.context);
      }
      const health = judged.class === 'unknown' ? this.#healthOf(reference) : undefined;
      if (health) return kindLeaf(dependent.identity, health, this.context);
    }
    const text = `The collector deletes ${objectName(dependent.identity)}, or takes its reference away, when it comes to it.`;
    return workLeaf(dependent.identity, text, 'FG-02', age, this.context);
  }

  /** FN-04: the objects of the kind go first. */
  #ofDefinition(node: GraphNode, age: number): HeldPath[] {
    const { name } = node.identity;
    const dot = name.indexOf('.');
    const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)];
    const health = this.context.facts.kinds?.find(
      (each) => each.resource === plural && each.group === group && each.state !== 'synced',
    );
    if (health) {
      const waitsFor = `Waits until all objects of kind ${health.kind} are deleted, which cannot be read.`;
      const leaf = kindLeaf(node.identity, health, this.context);
      return [{ chain: [{ object: node.identity, waitsFor, rule: 'FN-04' }], leaf }];
    }
    const { view } = this.context;
    const left = this.#all.filter(({ identity }) => {
      if (parseApiVersion(identity.apiVersion).group !== group) return false;
      const mapping = view.mapping(identity.apiVersion, identity.kind);
      return typeof mapping !== 'string' && mapping.resource === plural;
    });
    const going = left.filter((each) => each.beingDeleted);
    const paths = this.through(node, going, 'FN-04', (each) => `Waits for ${each}, of its kind.`);
    if (paths.length > 0) return paths;
    const text =
      left.length > 0
        ? `The API server deletes the ${counted(left.length, 'object')} of its kind, then it goes.`
        : 'No object of its kind is left: the API server lets it go next.';
    return [at(node, workLeaf(node.identity, text, 'FN-04', age, this.context))];
  }

  #healthOf(reference: { apiVersion: string; kind: string }): KindHealth | undefined {
    const { group } = parseApiVersion(reference.apiVersion);
    return this.context.facts.kinds?.find(
      (each) =>
        each.group === group &&
        (each.kind === reference.kind || each.kind === '*') &&
        each.state !== 'synced',
    );
  }
}

/** What holds the object itself. */
function at(node: GraphNode, leaf: Leaf): HeldPath {
  return {
    chain: [{ object: node.identity, waitsFor: leaf.text, rule: leaf.rules[0] ?? '' }],
    leaf,
  };
}
