import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference } from '../../meta/object-reference.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { isNeverSeen } from '../cluster-view.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';

/** Kinds of core whose finalizer kube-controller-manager removes once nothing needs the object (FN-05, FN-06, FN-07). */
const GUARDS: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: 'kubernetes.io/pvc-protection',
  PersistentVolume: 'kubernetes.io/pv-protection',
  Pod: 'batch.kubernetes.io/job-tracking',
};

/** Whether the object still needs its finalizer; `unknown`: what is read does not tell. */
type Need = 'none' | 'unknown' | 'yes';

/** Kubelets, and the controllers of Kubernetes that take a finalizer away once nothing needs its object any more. */
export class BuiltInActors {
  readonly #world: ForkedWorld;
  readonly #guarded: readonly ForkedObject[];
  /** Namespaces with Pods that the deletion does not reach. */
  #otherPods: ReadonlySet<string> | undefined;

  constructor(world: ForkedWorld) {
    this.#world = world;
    this.#guarded = [...world.byUid.values()].filter(({ object }) => guardOf(object) !== undefined);
  }

  /** Time passes until kubelets end Pods, or a controller lets go of what it guards; false when nobody has anything to do. */
  act(simulation: Simulation): boolean {
    const deadline = simulation.nextPodDeadline();
    if (deadline !== undefined) {
      simulation.moveClock(deadline);
      return simulation.endPods();
    }
    const waiting = this.#guarded.filter((each) => isGuarded(live(each, simulation)));
    if (waiting.length === 0) return false;
    const pods = simulation.apiServer.table.forKind('v1', 'Pod');
    const left = pods ? simulation.apiServer.list(pods).items : [];
    const withPods = new Set(left.map(({ metadata }) => metadata.namespace ?? ''));
    const needs = waiting.map((each) => ({ each, need: this.#needOf(each, withPods, simulation) }));
    // What nobody can tell is taken to end, but last.
    const free = ['none', 'unknown'].map((wanted) => needs.filter(({ need }) => need === wanted));
    const chosen = free.find((some) => some.length > 0) ?? [];
    return chosen.map(({ each }) => removeGuard(each, simulation)).some(Boolean);
  }

  /** The claim that a volume which is being deleted is bound to, as long as it is there. */
  claimOf({ object }: ForkedObject, simulation: Simulation): ObjectReference | undefined {
    const claim = object.kind === 'PersistentVolume' ? claimUid(object) : undefined;
    if (claim === undefined) return undefined;
    const forked = this.#world.byUid.get(claim);
    if (forked) return live(forked, simulation) && forked.identity;
    const { view } = this.#world;
    const node = view.get(claim);
    return node && !isNeverSeen(node, view) ? node.identity : undefined;
  }

  #needOf(each: ForkedObject, withPods: ReadonlySet<string>, simulation: Simulation): Need {
    const { object, identity } = each;
    // All Pods whose grace was to end have ended.
    if (object.kind === 'Pod') return 'none';
    if (object.kind === 'PersistentVolumeClaim') {
      const { namespace } = identity;
      const hasPods = withPods.has(namespace) || this.#hasOtherPods(namespace);
      return hasPods || !this.#isRead('Pod') ? 'unknown' : 'none';
    }
    if (this.claimOf(each, simulation)) return 'yes';
    const isKnown = claimUid(object) !== undefined && this.#isRead('PersistentVolumeClaim');
    return isKnown ? 'none' : 'unknown';
  }

  #isRead(kind: string): boolean {
    const resource = this.#world.table.forKind('v1', kind);
    return resource !== undefined && !this.#world.isUnread(resource);
  }

  #hasOtherPods(namespace: string): boolean {
    const { facts, byUid } = this.#world;
    this.#otherPods ??= new Set(
      Array.from(facts.nodes())
        .filter(
          ({ apiVersion, kind, uid }) => kind === 'Pod' && apiVersion === 'v1' && !byUid.has(uid),
        )
        .map((node) => node.namespace),
    );
    return this.#otherPods.has(namespace);
  }
}

/** A volume that was provisioned for a claim bears the claim's uid in its name. */
function claimUid({ metadata }: ApiObject): string | undefined {
  return metadata.name.startsWith('pvc-') ? metadata.name.slice('pvc-'.length) : undefined;
}

function guardOf({ apiVersion, kind, metadata }: ApiObject): string | undefined {
  const guard = apiVersion === 'v1' && Object.hasOwn(GUARDS, kind) ? GUARDS[kind] : undefined;
  return guard !== undefined && metadata.finalizers?.includes(guard) ? guard : undefined;
}

function isGuarded(object: ApiObject | undefined): boolean {
  return object?.metadata.deletionTimestamp !== undefined && guardOf(object) !== undefined;
}

/** The object as it is now. */
export function live(
  { resource, identity }: ForkedObject,
  { apiServer }: Simulation,
): ApiObject | undefined {
  const { namespace, name, uid } = identity;
  const answer = apiServer.get({ resource, namespace, name });
  const object = answer.ok ? (answer.object as ApiObject) : undefined;
  return object?.metadata.uid === uid ? object : undefined;
}

function removeGuard(each: ForkedObject, simulation: Simulation): boolean {
  const guard = guardOf(each.object);
  return setFinalizers(each, simulation, (finalizer) => finalizer !== guard);
}

/** Takes away the finalizers of an object that do not stay; whether the server took it. */
export function setFinalizers(
  each: ForkedObject,
  simulation: Simulation,
  stays: (finalizer: string) => boolean,
): boolean {
  const { resource, identity } = each;
  const { namespace, name } = identity;
  const left = (live(each, simulation)?.metadata.finalizers ?? []).filter(stays);
  const body = { metadata: { finalizers: left.length > 0 ? left : null } };
  return simulation.apiServer.patch({ resource, namespace, name }, 'merge', body).ok;
}
