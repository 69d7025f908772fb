import { mapOf } from '../../apiserver/json-value.ts';
import { definedBy, groupResource } from '../../meta/api-resource.ts';
import { isCollectorFinalizer } from '../../meta/finalizers.ts';
import type { ApiObject } from '../../meta/object-meta.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { Awaited } from '../../wire/forecast.ts';
import { foreignFinalizers, waitsForItsKind } from '../blockers/blocker-walk.ts';
import { isNamespace } from '../container-kinds.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import { guardOf, userOf } from './built-in-actors.ts';
import type { DeletionLog } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';

/** The objects of a simulation that nothing moves any more, and what those in deletion wait for. */
export class Rest {
  readonly there: ReadonlyMap<Uid, ApiObject>;
  readonly waits: ReadonlyMap<Uid, Awaited>;
  readonly #world: ForkedWorld;
  readonly #log: DeletionLog;
  readonly #simulation: Simulation;

  constructor(world: ForkedWorld, log: DeletionLog, simulation: Simulation) {
    this.#world = world;
    this.#log = log;
    this.#simulation = simulation;
    const all = simulation.apiServer.all();
    this.there = new Map(Array.from(all, (object) => [object.metadata.uid, object]));
    const waits = new Map<Uid, Awaited>();
    for (const [uid, object] of this.there) {
      const each = isTerminating(object) ? world.byUid.get(uid) : undefined;
      const awaited = each && this.#awaited(each, object);
      if (awaited) waits.set(uid, awaited);
    }
    this.waits = waits;
  }

  #awaited(each: ForkedObject, object: ApiObject): Awaited | undefined {
    const { identity } = each;
    if ((object.metadata.deletionGracePeriodSeconds ?? 0) > 0) return KUBELET;
    const late = this.#unheard(each, object);
    if (late) return late;
    const finalizers = foreignFinalizers(object.metadata, this.#simulation).filter(
      (finalizer) => !waitsForItsKind(each, finalizer),
    );
    const [first] = finalizers;
    const user = first === guardOf(object) && userOf(each, this.#simulation, this.#world);
    if (user) return { type: 'object', ...user };
    if (first !== undefined) {
      const { rule, removedBy } = finalizerOwner(first, this.#world.facts.groups);
      return { type: 'finalizer', finalizers, removedBy, rule };
    }
    if (isNamespace(identity)) {
      const held = this.#inNamespace(object);
      if (held) return held;
    }
    if (object.metadata.finalizers?.some((finalizer) => waitsForItsKind(each, finalizer))) {
      const held = this.#ofKind(identity.name);
      if (held) return { type: 'object', object: held.identity, rule: 'FN-04' };
    }
    return this.#blockingDependent(each) ?? this.#leftBehind(object);
  }

  /** What is left in it, or what its controller waits for. */
  #inNamespace(namespace: ApiObject): Awaited | undefined {
    const finalizers = specFinalizers(namespace);
    if (finalizers.length === 0) return undefined;
    const { name, uid } = namespace.metadata;
    const left = this.#leftIn(name);
    if (left) return { type: 'object', object: left.identity, rule: 'NS-08' };
    const other = finalizers.find((each) => each !== 'kubernetes');
    if (other !== undefined) {
      const { removedBy } = finalizerOwner(other, this.#world.facts.groups);
      const who = `${removedBy}, from \`spec.finalizers\``;
      return { type: 'finalizer', finalizers: [other], removedBy: who, rule: 'NS-01' };
    }
    return this.#log.undiscovered.has(uid) ? DISCOVERY : undefined;
  }

  /** An object that is left in the namespace, a Pod if there is one (NS-07). */
  #leftIn(name: string): ForkedObject | undefined {
    const inside = [...this.#world.byUid.values()].filter(({ identity }) => {
      return identity.namespace === name && this.there.has(identity.uid);
    });
    return inside.find(isPod) ?? inside[0];
  }

  #ofKind(definition: string): ForkedObject | undefined {
    const key = definedBy(definition);
    return [...this.#world.byUid.values()].find(({ resource, identity }) => {
      return groupResource(resource) === key && this.there.has(identity.uid);
    });
  }

  /** FG-02; rather one that is never deleted, since all others wait with it. */
  #blockingDependent({ identity }: ForkedObject): Awaited | undefined {
    const node = this.#simulation.process.collector.graph.get(identity.uid);
    if (!node?.deletingDependents) return undefined;
    const blocking = node.blockingDependents();
    for (const each of blocking) {
      const look = this.#log.looks.get(each.uid);
      if (look?.type !== 'left alone') continue;
      const { reference, rule } = look;
      const text = say`${each.identity} blocks it and is never deleted. ${leftAloneText(rule, reference)}`;
      return { type: 'reference', reference, text, rule };
    }
    const [dependent] = blocking;
    return dependent && { type: 'object', object: dependent.identity, rule: 'FG-02' };
  }

  /** Until 1.15 the collector does not hear of its finalizer on what was being deleted before. */
  #unheard(
    { object: before, deletingDependents }: ForkedObject,
    { metadata }: ApiObject,
  ): Awaited | undefined {
    const { lateFinalizerStartsDeletion: isHeard, hasPropagationPolicies } =
      this.#simulation.release;
    if (isHeard || !hasPropagationPolicies || !isTerminating(before) || deletingDependents)
      return undefined;
    const finalizers = (metadata.finalizers ?? []).filter(isCollectorFinalizer);
    if (finalizers.length === 0) return undefined;
    return { type: 'finalizer', finalizers, removedBy: UNHEARD, rule: 'GB-35' };
  }

  /** A finalizer that the collector has not removed. */
  #leftBehind({ metadata }: ApiObject): Awaited | undefined {
    const finalizers = (metadata.finalizers ?? []).filter(isCollectorFinalizer);
    const [first] = finalizers;
    if (first === undefined) return undefined;
    const { rule, removedBy } = finalizerOwner(first, undefined);
    return { type: 'finalizer', finalizers, removedBy, rule };
  }
}

const UNHEARD =
  'nobody: until 1.15 the collector does not hear of one that comes after the deletion';

function isPod({ identity }: ForkedObject): boolean {
  return identity.kind === 'Pod' && identity.apiVersion === 'v1';
}

const KUBELET: Awaited = { type: 'kubelet', rule: 'API-51' };

const DISCOVERY: Awaited = {
  type: 'finalizer',
  finalizers: ['kubernetes'],
  removedBy: 'the namespace controller removes it once all API groups can be discovered',
  rule: 'NS-06',
};

/** Whether the object is being deleted. */
export function isTerminating({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Why the collector leaves an object alone, in one sentence. */
export function leftAloneText(rule: string, { apiVersion, kind }: OwnerReference): Sentence {
  return rule === 'CL-04'
    ? say`A cluster-scoped object cannot have a namespaced owner: the collector does not look for this ${kind}.`
    : say`The cluster serves no ${kind} of ${apiVersion}: the collector cannot look for this owner.`;
}

/** `spec.finalizers` of a Namespace. */
function specFinalizers({ spec }: ApiObject): string[] {
  const { finalizers } = mapOf(spec);
  return Array.isArray(finalizers) ? finalizers.map(String) : [];
}
