import type { ApiServer } from '../apiserver/api-server.ts';
import { identityLine } from './identity-line.ts';
import { monitorIdentity } from './monitor-identity.ts';

/** The objects on a server, sorted, one line each: identity, whether it is being deleted, finalizers and owners. */
export function outcomeOf(apiServer: ApiServer): string[] {
  return [...apiServer.all()]
    .map((object) => {
      const resource = apiServer.table.forKind(object.apiVersion, object.kind);
      if (!resource) return `${object.apiVersion}/${object.kind} ${object.metadata.name}`;
      const { deletionTimestamp, finalizers = [], ownerReferences = [] } = object.metadata;
      const parts = [
        identityLine(monitorIdentity(resource, object.metadata), !resource.namespaced),
      ];
      if (deletionTimestamp !== undefined) parts.push('terminating');
      if (finalizers.length > 0) parts.push(`finalizers ${finalizers.join(',')}`);
      if (ownerReferences.length > 0) {
        const owners = ownerReferences.map(({ uid, blockOwnerDeletion }) =>
          blockOwnerDeletion ? `${uid} (blocking)` : uid,
        );
        parts.push(`owners ${owners.join(',')}`);
      }
      return parts.join('; ');
    })
    .toSorted();
}
