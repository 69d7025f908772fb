import type { ApiObject, Millis } from '@gcscope/gc-core';
import { controllerReference } from '../objects/cluster-client.ts';
import { fields, list, text } from '../objects/fields.ts';
import { templateHash } from '../objects/names.ts';
import { addRunningPod, imageOf } from './workloads.ts';
import type { WorldBuilder } from './world-builder.ts';

/** A claim with the volume that was provisioned for it. */
function addVolume(
  world: WorldBuilder,
  namespace: string,
  name: string,
  claimSpec: Readonly<Record<string, unknown>>,
  age: Millis,
  owner?: ApiObject,
): ApiObject {
  const capacity = fields(claimSpec, ['resources', 'requests']);
  const volumeName = world.nameAfter(`pvc-${name}`);
  const claim = world.add('v1', 'PersistentVolumeClaim', name, {
    namespace,
    age,
    finalizers: ['kubernetes.io/pvc-protection'],
    ...(owner ? { ownerReferences: [controllerReference(owner)] } : {}),
    spec: { ...claimSpec, volumeName },
    status: { phase: 'Bound', capacity },
  });
  const { uid } = claim.metadata;
  world.add('v1', 'PersistentVolume', volumeName, {
    age,
    finalizers: [
      'external-provisioner.volume.kubernetes.io/finalizer',
      'kubernetes.io/pv-protection',
    ],
    spec: {
      capacity,
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: text(claimSpec, ['storageClassName'], 'standard'),
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
    },
    status: { phase: 'Bound' },
  });
  return claim;
}

/** `spec.volumeClaimTemplates` with one claim called `data`. */
function dataClaim(storage: string, storageClassName: string): readonly object[] {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    storageClassName,
    resources: { requests: { storage } },
  };
  return [{ metadata: { name: 'data' }, spec }];
}

/** The revisions, claims, volumes and Pods of a StatefulSet that is in the world already. */
export function addStatefulParts(world: WorldBuilder, statefulSet: ApiObject, age: Millis): void {
  const { name, namespace = '' } = statefulSet.metadata;
  const template = fields(statefulSet, ['spec', 'template']);
  world.add('apps/v1', 'ControllerRevision', `${name}-${templateHash(template)}`, {
    namespace,
    age,
    owner: statefulSet,
    revision: 1,
  });
  const retention = ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'];
  const claimOwner = text(statefulSet, retention, 'Retain') === 'Delete' ? statefulSet : undefined;
  const { replicas } = fields(statefulSet, ['spec']);
  for (let ordinal = 0; ordinal < Number(replicas); ordinal++) {
    const podName = `${name}-${ordinal}`;
    const volumes = list(statefulSet, ['spec', 'volumeClaimTemplates']).map((claimTemplate) => {
      const volume = text(claimTemplate, ['metadata', 'name'], 'data');
      const claimName = `${volume}-${podName}`;
      const claimSpec = fields(claimTemplate, ['spec']);
      addVolume(world, namespace, claimName, claimSpec, age, claimOwner);
      return { name: volume, persistentVolumeClaim: { claimName } };
    });
    const labels = {
      ...fields(template, ['metadata', 'labels']),
      'statefulset.kubernetes.io/pod-name': podName,
    };
    const spec = { ...fields(template, ['spec']), volumes };
    addRunningPod(world, podName, statefulSet, { metadata: { labels }, spec }, age / 3);
  }
}

/** The plan of a StatefulSet of the first world. */
export interface StatefulSetPlan {
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
  readonly image: string;
  readonly storage: string;
  readonly age: Millis;
}

/** A StatefulSet with everything below it. */
export function addStatefulSet(world: WorldBuilder, plan: StatefulSetPlan): ApiObject {
  const { namespace, name, replicas, image, storage, age } = plan;
  const labels = { app: name };
  const statefulSet = world.add('apps/v1', 'StatefulSet', name, {
    namespace,
    age,
    labels,
    spec: {
      replicas,
      serviceName: name,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name, image: imageOf(image) }] } },
      volumeClaimTemplates: dataClaim(storage, 'standard'),
    },
  });
  addStatefulParts(world, statefulSet, age);
  return statefulSet;
}
