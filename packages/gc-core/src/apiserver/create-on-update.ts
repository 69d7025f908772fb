import { groupResource } from '../meta/api-resource.ts';
import type { RequestTarget } from './api-request.ts';
import { servesSubresource } from './spec-and-status.ts';

/** Kinds of which a PUT may be the first request. */
const CREATED_BY_UPDATE: ReadonlySet<string> = new Set([
  '/endpoints',
  '/events',
  '/limitranges',
  '/services',
  'coordination.k8s.io/leases',
  'events.k8s.io/events',
  'node.k8s.io/runtimeclasses',
  'rbac.authorization.k8s.io/clusterrolebindings',
  'rbac.authorization.k8s.io/clusterroles',
  'rbac.authorization.k8s.io/rolebindings',
  'rbac.authorization.k8s.io/roles',
]);

/** Whether a PUT creates the object where there is none (API-65). */
export function isCreatedByUpdate({ resource, subresource }: RequestTarget): boolean {
  return CREATED_BY_UPDATE.has(groupResource(resource)) && servesSubresource(resource, subresource);
}
