import type { ApiObject } from '@gcscope/gc-core';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { number, record } from '../objects/fields.ts';
import { type Random, randomSuffix } from '../objects/names.ts';
import { controlledBy } from './adoption.ts';
import type { Controller } from './controller.ts';
import { byAge, isActive, isReady, podFromTemplate } from './pod-state.ts';

/** No ReplicaSet makes more Pods than this, whatever is asked of a world that lives in one process. */
const MOST_PODS = 50;

/** Keeps as many Pods per ReplicaSet as it asks for; the youngest and those not ready go first. */
export function replicaSetController(client: ClusterClient, random: Random): Controller {
  function reconcileOne(replicaSet: ApiObject, allPods: readonly ApiObject[]): void {
    const owned = controlledBy(client, replicaSet, allPods);
    const pods = owned.filter(isActive);
    const wanted = Math.min(number(replicaSet, ['spec', 'replicas'], 1), MOST_PODS);
    const { name, namespace = '', deletionTimestamp } = replicaSet.metadata;
    if (deletionTimestamp === undefined) {
      for (let missing = wanted - pods.length; missing > 0; missing--) {
        const pod = podFromTemplate(record(replicaSet.spec).template, {
          name: `${name}-${randomSuffix(random)}`,
          namespace,
          owner: controllerReference(replicaSet),
        });
        client.create(pod);
      }
      const surplus = Math.max(0, pods.length - wanted);
      const leastWanted = [...pods].sort(
        (a, b) => Number(isReady(a)) - Number(isReady(b)) || byAge(b, a),
      );
      for (const pod of leastWanted.slice(0, surplus)) client.delete(pod);
    }
    const ready = pods.filter(isReady).length;
    client.patchStatus(replicaSet, {
      replicas: pods.length,
      fullyLabeledReplicas: pods.length,
      readyReplicas: ready,
      availableReplicas: ready,
      observedGeneration: replicaSet.metadata.generation ?? 1,
    });
  }

  return {
    watches: ['apps/replicasets', '/pods'],
    reconcile() {
      const pods = client.list('v1', 'Pod');
      for (const replicaSet of client.workloads('ReplicaSet')) reconcileOne(replicaSet, pods);
      return undefined;
    },
  };
}
