import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';

/** The answer to a request: an object or a `Status` of success, or the `Status` of a failure. */
export type ApiResult =
  | {
      readonly ok: true;
      readonly code: 200 | 201 | 202;
      readonly object: ApiObject | ApiStatus;
      /** Texts of the `Warning` headers. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly status: ApiStatus; readonly warnings: readonly string[] };

/** The answer of a request that succeeded. */
export function succeeded(
  object: ApiObject | ApiStatus,
  code: 200 | 201 | 202 = 200,
  warnings: readonly string[] = [],
): ApiResult {
  return { ok: true, code, object, warnings };
}

/** The answer of a request that was refused. */
export function refused(status: ApiStatus, warnings: readonly string[] = []): ApiResult {
  return { ok: false, status, warnings };
}

/** The `Status` of a removal: of one object, or of a collection (API-45). */
export function removedStatus(resource: ApiResource, object?: ApiObject): ApiStatus {
  const { group, resource: kind } = resource;
  const metadata = object?.metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      ...(metadata ? { name: metadata.name } : {}),
      ...(group === '' ? {} : { group }),
      kind,
      ...(metadata ? { uid: metadata.uid } : {}),
    },
  };
}
