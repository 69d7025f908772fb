import type { ApiObject } from '@gcscope/gc-core';
import type { ClusterClient } from '../objects/cluster-client.ts';
import { list, text } from '../objects/fields.ts';
import type { Controller } from './controller.ts';
import { isActive } from './pod-state.ts';

/** How many Pods run on each node that takes any. */
function loadOf(nodes: readonly ApiObject[], pods: readonly ApiObject[]): Map<string, number> {
  const load = new Map<string, number>();
  for (const node of nodes) {
    if (list(node, ['spec', 'taints']).length === 0) load.set(node.metadata.name, 0);
  }
  for (const pod of pods) {
    const node = text(pod, ['spec', 'nodeName'], '');
    const count = load.get(node);
    if (count !== undefined) load.set(node, count + 1);
  }
  return load;
}

/** Gives every Pod without a node the one with the fewest Pods. Tainted nodes take none. */
export function scheduler(client: ClusterClient): Controller {
  return {
    watches: ['/pods', '/nodes'],
    reconcile() {
      const pods = client.list('v1', 'Pod').filter(isActive);
      const load = loadOf(client.list('v1', 'Node'), pods);
      for (const pod of pods.filter((p) => text(p, ['spec', 'nodeName'], '') === '')) {
        const [quietest] = [...load].sort(([, a], [, b]) => a - b);
        if (!quietest) break;
        const [nodeName, count] = quietest;
        client.patch(pod, { spec: { nodeName } });
        load.set(nodeName, count + 1);
      }
      return undefined;
    },
  };
}
