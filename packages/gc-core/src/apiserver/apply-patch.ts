import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { PatchType } from './api-request.ts';
import { jsonPatch } from './json-patch.ts';
import { isJsonMap, isTooDeep, type JsonMap } from './json-value.ts';
import { mergePatch } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { badRequest } from './status-errors.ts';
import { strategicMergePatch } from './strategic-merge-patch.ts';

/** What a patch makes of an object, still unchecked JSON, or the `Status` of a patch that cannot be applied. */
export type Patched =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: ApiStatus };

/** The 415 of a patch type that a custom resource does not take, or `undefined` (PA-01). */
export function refusePatchType(resource: ApiResource, type: PatchType): ApiStatus | undefined {
  if (!(resource.custom === true && type === 'strategic-merge')) return undefined;
  return failureStatus(
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: ' +
      'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
  );
}

/** Applies the body of a PATCH to an object. */
export function applyPatch(object: ApiObject, type: PatchType, body: unknown): Patched {
  if (isTooDeep(body)) return refuse('the patch is nested too deep');
  try {
    switch (type) {
      case 'merge':
        return { ok: true, body: mergePatch(object, asMap(body)) };
      case 'strategic-merge':
        return { ok: true, body: strategicMergePatch(object, asMap(body)) };
      case 'json':
        if (!Array.isArray(body)) return refuse('a JSON patch must be a list of operations');
        return { ok: true, body: jsonPatch(object, body) };
      default:
        return type satisfies never;
    }
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    // The code with which the API answers a JSON patch that does not fit the object.
    return type === 'json'
      ? { ok: false, status: failureStatus('Invalid', error.message) }
      : refuse(error.message);
  }
}

function asMap(body: unknown): JsonMap {
  if (isJsonMap(body)) return body;
  throw new PatchError('the patch must be a JSON object');
}

function refuse(message: string): Patched {
  return { ok: false, status: badRequest(`the patch cannot be applied: ${message}`) };
}
