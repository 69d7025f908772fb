import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';

/** The identity a monitor of `resource` gives an object (DM-01). */
export function monitorIdentity(resource: ApiResource, meta: ObjectMeta): ObjectReference {
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    namespace: meta.namespace ?? '',
    name: meta.name,
    uid: meta.uid,
  };
}
