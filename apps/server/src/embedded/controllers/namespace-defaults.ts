import type { ClusterClient } from '../cluster-client.ts';
import type { Controller } from './controller.ts';

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
