import { answerOf } from '../../meta/answer-of.ts';
import { guardOf } from '../../meta/guards.ts';
import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import { type PropagationPolicy, policyOptions } from '../../meta/propagation-policy.ts';
import { runForLong } from '../../simulation/long-running.ts';
import { ruleOfDeletion } from '../../simulation/rule-of-deletion.ts';
import { SettleLimitError, Simulation } from '../../simulation/simulation.ts';
import type { Awaited } from '../../wire/forecast.ts';
import { observed } from '../cluster-view.ts';
import { usersOf } from '../fork/users-of.ts';
import { failureOf, undiscoveredVersions } from '../namespace-status.ts';
import { DeletionLog } from './deletion-log.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';

/** Microsteps, objects or Pods between two pauses. */
const SLICE = 2000;
/** Microsteps at most: an object is seen, looked at and tried again a few times. */
const MOST_STEPS = 100_000;
const STEPS_PER_OBJECT = 100;

/** A user of an object that a controller of Kubernetes guards. */
interface User {
  readonly object: ObjectReference;
  readonly rule: 'FN-05' | 'FN-06';
}

/** A fork that is played: its collector has long been running, and beside it work kubelets and the controllers of Kubernetes. */
export class PlayedFork {
  readonly world: ForkedWorld;
  readonly log: DeletionLog;
  readonly simulation: Simulation;

  private constructor(world: ForkedWorld) {
    const { table, served, now, objects, view } = world;
    this.world = world;
    this.log = new DeletionLog(world);
    this.simulation = new Simulation({
      release: view.release,
      table,
      objects,
      now,
      admit: this.log.admit,
      listed: true,
      undiscovered: (namespace) => undiscoveredIn(namespace, world),
    });
    if (served !== table) this.simulation.apiServer.table = served;
    this.simulation.listen(this.log);
  }

  /** Begins with the world as it is. */
  static of(world: ForkedWorld): PlayedFork {
    return answerOf(PlayedFork.begun(world));
  }

  /** The same, but yields now and then. */
  static *begun(world: ForkedWorld): Generator<void, PlayedFork> {
    const fork = new PlayedFork(world);
    yield;
    yield* everySlice(runForLong(fork.simulation, world.byUid));
    fork.log.begin();
    return fork;
  }

  /** A user deletes the targets. */
  delete(policy: PropagationPolicy): void {
    const { view, targets, byUid } = this.world;
    const options = policyOptions(policy, view.release);
    for (const uid of targets) {
      const each = byUid.get(uid);
      if (!each) continue;
      const rule = ruleOfDeletion(each.identity, this.#live(each)?.metadata, options);
      if (!this.simulation.apiServer.delete(each.target, options).ok) this.log.refused.add(uid);
      if (this.log.requested.has(uid)) this.log.requested.set(uid, { rule, by: '', isOurs: true });
    }
  }

  /** Runs the collector and the controllers until nothing changes; yields now and then. Throws `SettleLimitError`. */
  *settle(): Generator<void> {
    const limit = MOST_STEPS + this.world.objects.length * STEPS_PER_OBJECT;
    for (let steps = 0; !this.simulation.settleFor(SLICE); steps += SLICE) {
      if (steps > limit) throw new SettleLimitError(limit);
      yield;
    }
  }

  /** The same, with kubelets and the other controllers of Kubernetes. */
  *settleWithKubernetes(): Generator<void> {
    do yield* this.settle();
    while (yield* this.#actBuiltIn());
  }

  /**
   * Kubelets end the Pods whose grace is over; when none is left, controllers of Kubernetes let go of what they guard and nothing
   * is known to use. False when there is nothing to do.
   */
  *#actBuiltIn(): Generator<void, boolean> {
    const { simulation } = this;
    const deadline = simulation.nextPodDeadline();
    if (deadline !== undefined) {
      simulation.moveClock(deadline);
      return (yield* everySlice(simulation.endPodsStepwise())) > 0;
    }
    const letGo = this.world.guarded.map((each) => {
      const now = this.#live(each);
      const guard = now?.metadata.deletionTimestamp === undefined ? undefined : guardOf(now);
      return guard && !this.userOf(each) && this.#removeFinalizers(each, [guard.finalizer]);
    });
    return letGo.includes(true);
  }

  /**
   * Removes the finalizers that block objects of this deletion and that no component of Kubernetes removes. Objects that
   * are deleted only then were blocked by them. False when no finalizer is left to remove.
   */
  unblock(waits: ReadonlyMap<Uid, Awaited>): boolean {
    const done = [...waits].map(([uid, awaited]) => {
      const each = this.log.requested.get(uid)?.isOurs ? this.world.byUid.get(uid) : undefined;
      return each !== undefined && this.#letGo(each, awaited);
    });
    return done.includes(true);
  }

  #letGo(each: ForkedObject, awaited: Awaited): boolean {
    const { rule } = awaited;
    if (rule === 'NS-01' || rule === 'NS-06') return this.#finalize(each);
    if (awaited.type === 'finalizer') return this.#removeFinalizers(each, awaited.finalizers);
    if (rule !== 'FN-05' && rule !== 'FN-06') return false;
    // Without the finalizer a volume does not wait for its claim, nor a claim for its Pod.
    return this.#removeFinalizers(each, [guardOf(each.object)?.finalizer ?? '']);
  }

  /** Finalizers in the spec of a Namespace change through `/finalize` only (NS-02). */
  #finalize(each: ForkedObject): boolean {
    const namespace = this.#live(each);
    const target = { ...each.target, subresource: 'finalize' };
    const { apiServer } = this.simulation;
    return namespace !== undefined && apiServer.update(target, { ...namespace, spec: {} }).ok;
  }

  /** Whether it had one of them, and the server took the change. */
  #removeFinalizers(each: ForkedObject, gone: readonly string[]): boolean {
    const before = this.#live(each)?.metadata.finalizers ?? [];
    const left = before.filter((finalizer) => !gone.includes(finalizer));
    if (left.length === before.length) return false;
    const body = { metadata: { finalizers: left.length > 0 ? left : null } };
    return this.simulation.apiServer.patch(each.target, 'merge', body).ok;
  }

  #live({ target, identity }: ForkedObject): ApiObject | undefined {
    const answer = this.simulation.apiServer.get(target);
    const object = answer.ok ? (answer.object as ApiObject) : undefined;
    return object?.metadata.uid === identity.uid ? object : undefined;
  }

  /** The objects that exist now. */
  objects(): Map<Uid, ApiObject> {
    const all = this.simulation.apiServer.all();
    return new Map(Array.from(all, (object) => [object.metadata.uid, object]));
  }

  /** The remaining user of a volume or a claim, as far as names and owners tell: the claim, or the Pod. */
  userOf({ identity, object }: ForkedObject): User | undefined {
    const rule = identity.kind === 'PersistentVolume' ? 'FN-06' : 'FN-05';
    for (const uid of usersOf(identity, object, this.world.view)) {
      const user = this.#stillThere(uid);
      if (user) return { object: user, rule };
    }
    return undefined;
  }

  /** The object, unless it has gone in the fork, or was never seen. */
  #stillThere(uid: Uid): ObjectReference | undefined {
    const { byUid, view } = this.world;
    const forked = byUid.get(uid);
    return forked ? this.#live(forked) && forked.identity : observed(uid, view)?.identity;
  }
}

/** Yields after every slice of the steps; how many there were. */
function* everySlice(steps: Iterable<void>): Generator<void, number> {
  let done = 0;
  for (const _ of steps) if (++done % SLICE === 0) yield;
  return done;
}

/** Group versions that the namespace controller cannot discover in a pass over the Namespace (NS-06). */
function undiscoveredIn(namespace: string, { view, facts }: ForkedWorld): string[] {
  const versions = undiscoveredVersions(view.kinds).map((each) => `${each.group}/${each.version}`);
  const status = facts.namespaces?.get(namespace);
  if (!status) return versions;
  const failure = failureOf(status, 'NamespaceDeletionDiscoveryFailure');
  if (failure === undefined) return [];
  return versions.length > 0 ? versions : [failure];
}

/** Whether the object is being deleted. */
export function isTerminating({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}
