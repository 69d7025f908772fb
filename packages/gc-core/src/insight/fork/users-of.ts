import type { ApiObject } from '../../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import { type ClusterView, named, observed } from '../cluster-view.ts';

/** The users of a volume or a claim, as far as names and owners tell: the claim, or Pods. */
export function usersOf(
  { namespace = '', name, kind }: Omit<ObjectReference, 'uid'>,
  { metadata }: ApiObject,
  view: ClusterView,
): readonly Uid[] {
  // A volume that was provisioned for a claim bears its uid in its name.
  if (kind === 'PersistentVolume')
    return name.startsWith('pvc-') ? there([name.slice(4)], view) : [];
  if (kind !== 'PersistentVolumeClaim') return [];
  const owners = metadata.ownerReferences ?? [];
  const pods = owners.flatMap((owner) => (owner.kind === 'Pod' ? [owner.uid] : []));
  return there([...pods, ...podsOfSet(namespace, name, view)], view);
}

function there(uids: readonly Uid[], view: ClusterView): Uid[] {
  return uids.filter((uid) => observed(uid, view));
}

/** A StatefulSet names the claim of its Pod `<template>-<Pod>`. */
function podsOfSet(namespace: string, claim: string, view: ClusterView): Uid[] {
  const [, ...words] = claim.split('-');
  return words.flatMap((_, at) => {
    const pod = { apiVersion: 'v1', kind: 'Pod', name: words.slice(at).join('-') };
    const { uid = '' } = named(pod, namespace, view) ?? {};
    const set = pod.name.replace(/-\d+$/, '');
    const owners = view.get(uid)?.owners ?? [];
    return owners.some(({ kind, name: owner }) => kind === 'StatefulSet' && owner === set)
      ? [uid]
      : [];
  });
}
