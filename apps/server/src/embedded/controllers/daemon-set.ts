import type { ApiObject } from '@gcscope/gc-core';
import { type ClusterClient, controllerReference } from '../objects/cluster-client.ts';
import { fields, text } from '../objects/fields.ts';
import { type Random, randomSuffix } from '../objects/names.ts';
import { controlledBy } from './adoption.ts';
import type { Controller } from './controller.ts';
import { isActive, isReady, podFromTemplate } from './pod-state.ts';

/** Keeps one Pod of each DaemonSet on every node. */
export function daemonSetController(client: ClusterClient, random: Random): Controller {
  function reconcileOne(
    daemonSet: ApiObject,
    allPods: readonly ApiObject[],
    nodes: readonly string[],
  ): void {
    const pods = controlledBy(client, daemonSet, allPods);
    const { name, namespace = '', deletionTimestamp, generation = 1 } = daemonSet.metadata;
    const served = new Set(pods.map((pod) => text(pod, ['spec', 'nodeName'], '')));
    if (deletionTimestamp === undefined) {
      for (const nodeName of nodes.filter((node) => !served.has(node))) {
        const pod = podFromTemplate(fields(daemonSet, ['spec', 'template']), {
          name: `${name}-${randomSuffix(random)}`,
          namespace,
          owner: controllerReference(daemonSet),
          nodeName,
        });
        client.create(pod);
      }
      for (const pod of pods.filter(isActive)) {
        if (!nodes.includes(text(pod, ['spec', 'nodeName'], ''))) client.delete(pod);
      }
    }
    const ready = pods.filter(isReady).length;
    client.patchStatus(daemonSet, {
      observedGeneration: generation,
      desiredNumberScheduled: nodes.length,
      currentNumberScheduled: pods.filter(isActive).length,
      numberReady: ready,
      numberAvailable: ready,
    });
  }

  return {
    watches: ['apps/daemonsets', '/pods', '/nodes'],
    reconcile() {
      const pods = client.list('v1', 'Pod');
      const nodes = client.list('v1', 'Node').map((node) => node.metadata.name);
      for (const daemonSet of client.workloads('DaemonSet')) reconcileOne(daemonSet, pods, nodes);
      return undefined;
    },
  };
}
