import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { isNeverSeen } from '../cluster-view.ts';
import type { ForkedObject, ForkedWorld } from './forked-world.ts';

/** Kinds of core, and the finalizer that kube-controller-manager removes once nothing needs the object (FN-05..07). */
const GUARDS: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: 'kubernetes.io/pvc-protection',
  PersistentVolume: 'kubernetes.io/pv-protection',
  Pod: 'batch.kubernetes.io/job-tracking',
};

/**
 * Kubelets end the Pods whose grace is over; when none is left, controllers of Kubernetes let go of what they guard and nobody
 * is known to use. False when nobody has anything to do.
 */
export function actBuiltIn(simulation: Simulation, world: ForkedWorld): boolean {
  const deadline = simulation.nextPodDeadline();
  if (deadline !== undefined) {
    simulation.moveClock(deadline);
    return simulation.endPods();
  }
  const letGo = world.guarded.map((each) => {
    const now = live(each, simulation);
    const guard = now?.metadata.deletionTimestamp === undefined ? undefined : guardOf(now);
    if (guard === undefined || userOf(each, simulation, world)) return false;
    return removeFinalizers(each, simulation, [guard]);
  });
  return letGo.includes(true);
}

/** The finalizer by which a controller of Kubernetes guards the object, if it has it. */
export function guardOf({ apiVersion, kind, metadata }: ApiObject): string | undefined {
  const guard = apiVersion === 'v1' && Object.hasOwn(GUARDS, kind) ? GUARDS[kind] : undefined;
  return guard !== undefined && metadata.finalizers?.includes(guard) ? guard : undefined;
}

/** What still uses a volume or a claim, as far as names and owners tell: the claim, or the Pod. */
export function userOf(
  { identity, object }: ForkedObject,
  simulation: Simulation,
  world: ForkedWorld,
): { readonly object: ObjectReference; readonly rule: 'FN-05' | 'FN-06' } | undefined {
  const { kind, name } = identity;
  if (kind === 'PersistentVolume') {
    // A volume that was provisioned for a claim bears its uid in its name.
    const claim = name.startsWith('pvc-') && stillThere(name.slice(4), simulation, world);
    return claim ? { object: claim, rule: 'FN-06' } : undefined;
  }
  if (kind !== 'PersistentVolumeClaim') return undefined;
  const owners = object.metadata.ownerReferences ?? [];
  const pods = owners.flatMap((owner) => (owner.kind === 'Pod' ? [owner.uid] : []));
  for (const uid of [...pods, ...podsOfSet(identity, world)]) {
    const pod = stillThere(uid, simulation, world);
    if (pod) return { object: pod, rule: 'FN-05' };
  }
  return undefined;
}

/** A StatefulSet names the claim of its Pod `<template>-<Pod>`. */
function podsOfSet({ namespace, name }: ObjectReference, { view }: ForkedWorld): Uid[] {
  const pods = view.mapping('v1', 'Pod');
  if (typeof pods === 'string') return [];
  const words = name.split('-');
  return words.flatMap((_, at) => {
    const podName = words.slice(at).join('-');
    const uid = at > 0 ? view.byName(pods, namespace, podName)?.uid : undefined;
    const node = uid === undefined ? undefined : view.get(uid);
    const isOfSet = node?.owners.some(
      (owner) => owner.kind === 'StatefulSet' && podName.replace(/-\d+$/, '') === owner.name,
    );
    return node && isOfSet ? [node.uid] : [];
  });
}

/** The object, unless it has gone in the fork, or was never seen. */
function stillThere(
  uid: Uid,
  simulation: Simulation,
  { byUid, view }: ForkedWorld,
): ObjectReference | undefined {
  const forked = byUid.get(uid);
  if (forked) return live(forked, simulation) && forked.identity;
  const node = view.get(uid);
  return node && !isNeverSeen(node, view) ? node.identity : undefined;
}

/** The object as it is now. */
export function live(
  { target, identity }: ForkedObject,
  { apiServer }: Simulation,
): ApiObject | undefined {
  const answer = apiServer.get(target);
  const object = answer.ok ? (answer.object as ApiObject) : undefined;
  return object?.metadata.uid === identity.uid ? object : undefined;
}

/** Takes finalizers away from an object; whether it had one, and the server took it. */
export function removeFinalizers(
  each: ForkedObject,
  simulation: Simulation,
  gone: readonly string[],
): boolean {
  const before = live(each, simulation)?.metadata.finalizers ?? [];
  const left = before.filter((finalizer) => !gone.includes(finalizer));
  if (left.length === before.length) return false;
  const body = { metadata: { finalizers: left.length > 0 ? left : null } };
  return simulation.apiServer.patch(each.target, 'merge', body).ok;
}
