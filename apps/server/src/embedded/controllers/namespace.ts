import { type ApiServer, NamespaceController, type ReleaseProfile } from '@gcscope/gc-core';
import type { Clock } from '../../base/clock.ts';
import type { ClusterClient } from '../objects/cluster-client.ts';
import type { Controller } from './controller.ts';

/** gc-core's namespace controller among the others: every pass that is due, and when the next one will be. */
export function namespaceController(
  apiServer: ApiServer,
  release: ReleaseProfile,
  clock: Clock,
): Controller {
  const controller = new NamespaceController({ apiServer, release, now: () => clock.now() });
  return {
    watches: ['/namespaces'],
    reconcile() {
      while (controller.pass());
      return controller.nextDue();
    },
  };
}

/** Gives every namespace its `default` ServiceAccount and the ConfigMap with the cluster's root certificate. */
export function namespaceDefaults(client: ClusterClient): Controller {
  return {
    watches: ['/namespaces', '/serviceaccounts', '/configmaps'],
    reconcile() {
      for (const { metadata } of client.list('v1', 'Namespace')) {
        const { name: namespace, deletionTimestamp } = metadata;
        if (deletionTimestamp !== undefined) continue;
        if (!client.get('v1', 'ServiceAccount', namespace, 'default')) {
          const named = { name: 'default', namespace };
          client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: named });
        }
        if (!client.get('v1', 'ConfigMap', namespace, 'kube-root-ca.crt')) {
          const named = { name: 'kube-root-ca.crt', namespace };
          const data = { 'ca.crt': '' };
          client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: named, data });
        }
      }
      return undefined;
    },
  };
}
