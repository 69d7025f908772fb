import { mapOf } from '../../apiserver/json-value.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer } from '../../meta/finalizers.ts';
import { guardOf } from '../../meta/guards.ts';
import { finalizerOwner } from '../../meta/known-finalizers.ts';
import type { ApiObject } from '../../meta/object-meta.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { say } from '../../meta/sentence.ts';
import { isNamespace } from '../../meta/well-known-kinds.ts';
import type { Awaited } from '../../wire/forecast.ts';
import type { NamespaceStatus } from '../../wire/terminating.ts';
import { BlockerWalk } from '../blockers/blocker-walk.ts';
import type { BlockedPath } from '../blockers/root-cause.ts';
import { contentAmong } from '../cluster-view.ts';
import type { ForkedObject } from './forked-world.ts';
import { isTerminating, type PlayedFork } from './played-fork.ts';

/** The objects of a fork that nothing moves any more, and what those in deletion wait for. */
export class Rest {
  readonly there: ReadonlyMap<Uid, ApiObject>;
  readonly waits: Map<Uid, Awaited> = new Map();
  readonly #fork: PlayedFork;
  readonly #walk: BlockerWalk;

  constructor(fork: PlayedFork) {
    this.#fork = fork;
    this.there = fork.objects();
    const all = [...this.there.values()];
    const { groups } = fork.world.facts;
    const facts = {
      ...(groups && { groups }),
      namespaces: new Map(all.filter(isNamespace).map(statusOf)),
    };
    const { view } = fork.world;
    const { graph } = fork.simulation.process.collector;
    // The fork as it is now; how far kinds are read is known of the cluster.
    this.#walk = new BlockerWalk({
      ...view,
      bearsItsName: () => false,
      get: (uid) => graph.get(uid),
      isQueued: () => false,
      contentOf: (container) => contentAmong(graph.nodes(), container, view),
      deletionFacts: () => facts,
    });
    // Dependents come first, so the walk down from an owner finds them known.
    for (const object of all.toReversed()) {
      const { uid } = object.metadata;
      const awaited = isTerminating(object) && this.#awaited(uid, object);
      if (awaited) this.waits.set(uid, awaited);
    }
  }

  #awaited(uid: Uid, { metadata }: ApiObject): Awaited | undefined {
    const each = this.#fork.world.byUid.get(uid);
    const node = this.#fork.simulation.process.collector.graph.get(uid);
    if (!each || !node) return undefined;
    if ((metadata.deletionGracePeriodSeconds ?? 0) > 0) return KUBELET;
    const own = (metadata.finalizers ?? []).filter(isCollectorFinalizer);
    if (own.length > 0 && this.#isUnnoticed(each)) return heldBy(own, 'GB-35', UNNOTICED);
    const paths = this.#walk.paths(node);
    const finalizers = paths.flatMap(({ first: link, cause }) =>
      !link && cause.finalizer?.in === 'metadata' ? [cause.finalizer.name] : [],
    );
    const [first] = finalizers;
    const isGuard = first !== undefined && first === guardOf(each.object)?.finalizer;
    const user = isGuard && this.#fork.userOf(each);
    if (user) return { type: 'object', ...user };
    if (first !== undefined) return this.#blockedBy(finalizers);
    const path = paths.find(({ first: link }) => link) ?? paths[0];
    return (
      (path && this.#blocker(path, node)) ?? (own.length > 0 ? this.#blockedBy(own) : undefined)
    );
  }

  /** The first link of the way, or what its own cause comes to. */
  #blocker({ first: link, rest, cause }: BlockedPath, node: GraphNode): Awaited | undefined {
    if (link && cause.reference && !rest?.first) {
      const { reference, rule } = cause.reference;
      return { type: 'reference', reference, text: cause.text, rule };
    }
    if (link) {
      const before = this.#fork.world.byUid.get(cause.object.uid);
      const root =
        before && isTerminating(before.object) && say`${cause.short} of ${cause.object.identity}`;
      return { type: 'object', object: link.over.identity, rule: link.rule, ...(root && { root }) };
    }
    if (cause.finalizer) {
      const { name } = cause.finalizer;
      const { removedBy } = finalizerOwner(name, this.#fork.world.facts.groups);
      return heldBy([name], 'NS-01', `${removedBy}, from \`spec.finalizers\``);
    }
    if (!isNamespace(node)) return undefined;
    const [left] = this.#walk.contentOf(node.identity);
    if (left) return { type: 'object', object: left.identity, rule: 'NS-08' };
    const { finalizers = [] } = this.#walk.facts.namespaces?.get(node.name) ?? {};
    return finalizers.length > 0 ? heldBy(['kubernetes'], 'NS-06', DISCOVERY) : undefined;
  }

  #blockedBy(finalizers: readonly string[]): Awaited {
    const { rule, removedBy } = finalizerOwner(finalizers[0] ?? '', this.#fork.world.facts.groups);
    return heldBy(finalizers, rule, removedBy);
  }

  /** Until 1.15 the collector does not notice its finalizer on an object that was already being deleted. */
  #isUnnoticed({ object, deletingDependents }: ForkedObject): boolean {
    const { lateFinalizerStartsDeletion, hasPropagationPolicies } = this.#fork.simulation.release;
    const isObserved = lateFinalizerStartsDeletion || !hasPropagationPolicies || deletingDependents;
    return !isObserved && isTerminating(object);
  }
}

const KUBELET: Awaited = { type: 'kubelet', rule: 'API-51' };
const UNNOTICED =
  'no component removes it, because until 1.15 the collector does not notice a finalizer that is added after the deletion began';
const DISCOVERY = 'the namespace controller removes it once all API groups can be discovered';

function heldBy(finalizers: readonly string[], rule: string, removedBy: string): Awaited {
  return { type: 'finalizer', finalizers, removedBy, rule };
}

/** Its status of the deletion; failed discovery shows in its remaining content. */
function statusOf({ metadata, spec }: ApiObject): [string, NamespaceStatus] {
  const { finalizers } = mapOf(spec);
  const read = Array.isArray(finalizers) ? finalizers.map(String) : [];
  return [metadata.name, { conditions: [], finalizers: read }];
}
