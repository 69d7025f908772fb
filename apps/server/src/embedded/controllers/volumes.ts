import type { ApiObject } from '@gcscope/gc-core';
import type { ClusterClient } from '../objects/cluster-client.ts';
import { fields, list, text } from '../objects/fields.ts';
import type { Controller } from './controller.ts';
import { isFinished } from './pod-state.ts';

const CLAIM_PROTECTION = 'kubernetes.io/pvc-protection';
const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';
const PROVISIONER = 'external-provisioner.volume.kubernetes.io/finalizer';

function claimsUsedBy(pod: ApiObject): string[] {
  const names = list(pod, ['spec', 'volumes']).map((volume) =>
    text(volume, ['persistentVolumeClaim', 'claimName'], ''),
  );
  return names.filter((name) => name !== '').map((name) => `${pod.metadata.namespace}/${name}`);
}

/** Provisions a volume for every claim, protects both while they are in use, and takes volumes away with their claim (FN-05, FN-06, FN-10). */
export function volumeController(client: ClusterClient): Controller {
  function bind(claim: ApiObject): void {
    const { name, namespace, uid } = claim.metadata;
    const volumeName = `pvc-${uid}`;
    const capacity = fields(claim, ['spec', 'resources', 'requests']);
    client.create({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: volumeName, finalizers: [PROVISIONER, VOLUME_PROTECTION] },
      spec: {
        capacity,
        accessModes: list(claim, ['spec', 'accessModes']),
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: text(claim, ['spec', 'storageClassName'], 'standard'),
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
      },
    });
    client.patch(claim, { spec: { volumeName } });
    client.patchStatus(claim, { phase: 'Bound', capacity });
  }

  function reconcileClaim(claim: ApiObject, used: ReadonlySet<string>): void {
    const { name, namespace, deletionTimestamp } = claim.metadata;
    if (deletionTimestamp === undefined) {
      if (text(claim, ['spec', 'volumeName'], '') === '') bind(claim);
    } else if (!used.has(`${namespace}/${name}`)) {
      client.removeFinalizer(claim, CLAIM_PROTECTION);
    }
  }

  function reconcileVolume(volume: ApiObject, claims: ReadonlySet<string>): void {
    const uid = text(volume, ['spec', 'claimRef', 'uid'], '');
    if (uid !== '' && claims.has(uid)) {
      client.patchStatus(volume, { phase: 'Bound' });
    } else if (volume.metadata.deletionTimestamp === undefined) {
      client.patchStatus(volume, { phase: 'Released' });
      const policy = text(volume, ['spec', 'persistentVolumeReclaimPolicy'], 'Retain');
      if (uid !== '' && policy === 'Delete') client.delete(volume);
    } else {
      const ours = [PROVISIONER, VOLUME_PROTECTION];
      const blocker = (volume.metadata.finalizers ?? []).find((name) => ours.includes(name));
      if (blocker !== undefined) client.removeFinalizer(volume, blocker);
    }
  }

  return {
    watches: ['/persistentvolumeclaims', '/persistentvolumes', '/pods'],
    reconcile() {
      const running = client.list('v1', 'Pod').filter((pod) => !isFinished(pod));
      const used = new Set(running.flatMap(claimsUsedBy));
      const claims = client.list('v1', 'PersistentVolumeClaim');
      for (const claim of claims) reconcileClaim(claim, used);
      const uids = new Set(claims.map((claim) => claim.metadata.uid));
      for (const volume of client.list('v1', 'PersistentVolume')) reconcileVolume(volume, uids);
      return undefined;
    },
  };
}
