import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference } from '../../meta/object-reference.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { isNeverSeen } from '../cluster-view.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';

export const PV_PROTECTION = 'kubernetes.io/pv-protection';

/** Kinds of core, and the finalizer that kube-controller-manager removes once nothing needs the object (FN-05..07). */
const GUARDS: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: 'kubernetes.io/pvc-protection',
  PersistentVolume: PV_PROTECTION,
  Pod: 'batch.kubernetes.io/job-tracking',
};

/**
 * Kubelets end the Pods whose grace is over; when none is left, controllers of Kubernetes let go of what they guard. Who uses a
 * claim is not read: it is taken to be free by then. False when nobody has anything to do.
 */
export function actBuiltIn(simulation: Simulation, world: ForkedWorld): boolean {
  const deadline = simulation.nextPodDeadline();
  if (deadline !== undefined) {
    simulation.moveClock(deadline);
    return simulation.endPods();
  }
  const letGo = world.guarded.map((each) => {
    const now = live(each, simulation);
    const isWaiting = now?.metadata.deletionTimestamp !== undefined && guardOf(now) !== undefined;
    if (!isWaiting || claimOf(each, simulation, world)) return false;
    return removeFinalizers(each, simulation, [guardOf(now) ?? '']);
  });
  return letGo.includes(true);
}

/** The finalizer by which a controller of Kubernetes guards the object, if it has it. */
export function guardOf({ apiVersion, kind, metadata }: ApiObject): string | undefined {
  const guard = apiVersion === 'v1' && Object.hasOwn(GUARDS, kind) ? GUARDS[kind] : undefined;
  return guard !== undefined && metadata.finalizers?.includes(guard) ? guard : undefined;
}

/** The claim that a volume is bound to, as long as it is there: a volume that was provisioned for one bears its uid in its name. */
export function claimOf(
  { identity }: ForkedObject,
  simulation: Simulation,
  { byUid, view }: ForkedWorld,
): ObjectReference | undefined {
  const { kind, name } = identity;
  if (kind !== 'PersistentVolume' || !name.startsWith('pvc-')) return undefined;
  const uid = name.slice('pvc-'.length);
  const forked = byUid.get(uid);
  if (forked) return live(forked, simulation) && forked.identity;
  const node = view.get(uid);
  return node && !isNeverSeen(node, view) ? node.identity : undefined;
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

/** Takes finalizers away from an object; whether it had one, and the server took it. */
export function removeFinalizers(
  each: ForkedObject,
  simulation: Simulation,
  gone: readonly string[],
): boolean {
  const { resource, identity } = each;
  const { namespace, name } = identity;
  const before = live(each, simulation)?.metadata.finalizers ?? [];
  const left = before.filter((finalizer) => !gone.includes(finalizer));
  if (left.length === before.length) return false;
  const body = { metadata: { finalizers: left.length > 0 ? left : null } };
  return simulation.apiServer.patch({ resource, namespace, name }, 'merge', body).ok;
}
