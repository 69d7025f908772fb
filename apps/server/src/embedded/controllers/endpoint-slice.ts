import {
  type ClusterClient,
  controllerReference,
  isControlledBy,
} from '../objects/cluster-client.ts';
import { fields } from '../objects/fields.ts';
import { type Random, randomSuffix } from '../objects/names.ts';
import type { Controller } from './controller.ts';

/** Gives every Service that selects Pods its EndpointSlice. The Pods in the slice are left out, because nothing here reads them. */
export function endpointSliceController(client: ClusterClient, random: Random): Controller {
  return {
    watches: ['/services', 'discovery.k8s.io/endpointslices'],
    reconcile() {
      const slices = client.list('discovery.k8s.io/v1', 'EndpointSlice');
      for (const service of client.list('v1', 'Service')) {
        const { name, namespace = '', deletionTimestamp } = service.metadata;
        const selects = Object.keys(fields(service, ['spec', 'selector'])).length > 0;
        if (!selects || deletionTimestamp !== undefined) continue;
        if (slices.some((slice) => isControlledBy(slice, service))) continue;
        client.create({
          apiVersion: 'discovery.k8s.io/v1',
          kind: 'EndpointSlice',
          metadata: {
            name: `${name}-${randomSuffix(random)}`,
            namespace,
            labels: { 'kubernetes.io/service-name': name },
            ownerReferences: [controllerReference(service)],
          },
          addressType: 'IPv4',
          endpoints: [],
        });
      }
      return undefined;
    },
  };
}
