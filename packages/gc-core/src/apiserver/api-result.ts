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

/** The answer to the DELETE of a collection: the objects as they were when it came, at that version (API-49). */
export type CollectionResult =
  | {
      readonly ok: true;
      readonly code: 200;
      readonly items: readonly ApiObject[];
      readonly resourceVersion: number;
      readonly warnings: readonly string[];
    }
  | Extract<ApiResult, { readonly ok: false }>;

/** The answer of a request that succeeded. */
export function succeeded(
  object: ApiObject | ApiStatus,
  code: 200 | 201 | 202 = 200,
  warnings: readonly string[] = [],
): ApiResult {
  return { ok: true, code, object, warnings };
}

/** The answer of a request that was refused. */
export function refused(
  status: ApiStatus,
  warnings: readonly string[] = [],
): Extract<ApiResult, { readonly ok: false }> {
  return { ok: false, status, warnings };
}

/** The result with warnings before its own. */
export function warned(result: ApiResult, warnings: readonly string[]): ApiResult {
  return { ...result, warnings: [...warnings, ...result.warnings] };
}

/** The `Status` of the removal of an object (API-45). */
export function removedStatus(resource: ApiResource, object: ApiObject): ApiStatus {
  const { group, resource: kind } = resource;
  const { name, uid } = object.metadata;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group === '' ? {} : { group }), kind, uid },
  };
}
