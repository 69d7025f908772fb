import type { ApiObject } from '@gcscope/gc-core';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { fields, list, number, text } from '../objects/fields.ts';
import { controlledBy } from './adoption.ts';
import type { Controller } from './controller.ts';
import { isActive, isReady, podFromTemplate } from './pod-state.ts';

const MOST_PODS = 20;

/** Keeps the Pods `<name>-0`, `<name>-1`, … with a claim each: made in order, taken away from the highest. */
export function statefulSetController(client: ClusterClient): Controller {
  /** Gives a Pod its claims and answers with the volumes that use them. */
  function claims(statefulSet: ApiObject, podName: string): object[] {
    const namespace = statefulSet.metadata.namespace ?? '';
    const policy = ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'];
    const owned = text(statefulSet, policy, 'Retain') === 'Delete';
    return list(statefulSet, ['spec', 'volumeClaimTemplates']).map((template) => {
      const volume = text(template, ['metadata', 'name'], 'data');
      const name = `${volume}-${podName}`;
      if (!client.get('v1', 'PersistentVolumeClaim', namespace, name)) {
        const ownerReferences = owned
          ? { ownerReferences: [controllerReference(statefulSet)] }
          : {};
        client.create({
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: {
            name,
            namespace,
            finalizers: ['kubernetes.io/pvc-protection'],
            ...ownerReferences,
          },
          spec: fields(template, ['spec']),
        });
      }
      return { name: volume, persistentVolumeClaim: { claimName: name } };
    });
  }

  function createPod(statefulSet: ApiObject, name: string): void {
    const volumes = claims(statefulSet, name);
    const template = fields(statefulSet, ['spec', 'template']);
    const spec = { ...fields(template, ['spec']), volumes };
    const identity = {
      name,
      namespace: statefulSet.metadata.namespace ?? '',
      owner: controllerReference(statefulSet),
      labels: { 'statefulset.kubernetes.io/pod-name': name },
    };
    client.create(podFromTemplate({ ...template, spec }, identity));
  }

  /** The Pods in order, each after the one before it is ready. */
  function scaleUp(statefulSet: ApiObject, pods: readonly ApiObject[], wanted: number): void {
    const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
    for (let ordinal = 0; ordinal < wanted; ordinal++) {
      const name = `${statefulSet.metadata.name}-${ordinal}`;
      const pod = byName.get(name);
      if (!pod) createPod(statefulSet, name);
      if (!pod || !isReady(pod)) break;
    }
  }

  /** One Pod at a time, from the highest. */
  function scaleDown(statefulSet: ApiObject, pods: readonly ApiObject[], wanted: number): void {
    const ordinalOf = ({ metadata: { name } }: ApiObject): number =>
      Number(name.slice(statefulSet.metadata.name.length + 1));
    const surplus = pods
      .filter((pod) => ordinalOf(pod) >= wanted)
      .sort((a, b) => ordinalOf(b) - ordinalOf(a));
    const [highest] = surplus;
    if (highest && surplus.every(isActive)) client.delete(highest);
  }

  function reconcileOne(statefulSet: ApiObject, allPods: readonly ApiObject[]): void {
    const pods = controlledBy(client, statefulSet, allPods);
    const wanted = Math.min(number(statefulSet, ['spec', 'replicas'], 1), MOST_PODS);
    const { deletionTimestamp, generation = 1 } = statefulSet.metadata;
    if (deletionTimestamp === undefined) {
      scaleUp(statefulSet, pods, wanted);
      scaleDown(statefulSet, pods, wanted);
    }
    const readyReplicas = pods.filter(isReady).length;
    client.patchStatus(statefulSet, {
      observedGeneration: generation,
      replicas: pods.filter(isActive).length,
      readyReplicas,
      availableReplicas: readyReplicas,
    });
  }

  return {
    watches: ['apps/statefulsets', '/pods'],
    reconcile() {
      const pods = client.list('v1', 'Pod');
      for (const statefulSet of client.workloads('StatefulSet')) reconcileOne(statefulSet, pods);
      return undefined;
    },
  };
}
