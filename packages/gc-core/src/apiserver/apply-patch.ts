import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { ApiObject, Manifest } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { PatchType } from './api-request.ts';
import { decodeObject } from './decode-object.ts';
import { jsonPatch } from './json-patch.ts';
import { isJsonMap, isTooDeep } from './json-value.ts';
import { mergePatch } from './merge-patch.ts';
import { PatchError } from './patch-error.ts';
import { badRequest, invalid, invalidValue, unreadable } from './status-errors.ts';
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

/**
 * What a patch made, as an object of the resource; the 422 of a result that is none. Built-in kinds and the shape of
 * metadata are a fault of the patch, coordinates of a custom resource one of the object.
 */
export function decodePatched(
  resource: ApiResource,
  name: string,
  body: unknown,
):
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly status: ApiStatus } {
  const moved = resource.custom === true ? refuseCoordinates(resource, name, body) : undefined;
  if (moved) return { ok: false, status: moved };
  const decoded = decodeObject(resource, body);
  if (decoded.ok) return decoded;
  const fault = invalidValue('patch', JSON.stringify(body), decoded.message);
  return { ok: false, status: invalid({ group: '', kind: '' }, '', [fault]) };
}

/** The 422 of a custom resource that a patch gave another apiVersion or kind, by which it is called. */
function refuseCoordinates(
  resource: ApiResource,
  name: string,
  body: unknown,
): ApiStatus | undefined {
  const { apiVersion, kind } = isJsonMap(body) ? body : {};
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  const given = { apiVersion: apiVersion ?? right.apiVersion, kind: kind ?? right.kind };
  const faults = (['kind', 'apiVersion'] as const)
    .filter((key) => given[key] !== right[key])
    .map((key) => invalidValue(key, given[key], `must be ${right[key]}`));
  if (faults.length === 0) return undefined;
  const { group } = parseApiVersion(String(given.apiVersion));
  return invalid({ group, kind: String(given.kind) }, name, faults);
}

/** Which operation it was, and why, is not said. */
const UNFIT_OPERATION = 'the server rejected our request due to an error in our request';

/** Applies the body of a PATCH to an object. */
export function applyPatch(object: ApiObject, type: PatchType, body: unknown): Patched {
  if (isTooDeep(body)) return refuse('the patch is nested too deep');
  try {
    switch (type) {
      case 'merge':
        if (!isJsonMap(body)) return refuse('the patch must be a JSON object');
        return { ok: true, body: mergePatch(object, body) };
      case 'strategic-merge':
        if (!isJsonMap(body)) return refuse('the patch must be a JSON object');
        // It patches a structure, which has a kind of its own.
        return { ok: true, body: { ...strategicMergePatch(object, body), ...kindOf(object) } };
      case 'json':
        if (!(Array.isArray(body) && body.every(isJsonMap))) {
          return refuse('a JSON patch must be a list of operations, each an object');
        }
        return { ok: true, body: wholeObject(jsonPatch(object, body)) };
      default:
        return type satisfies never;
    }
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const status =
      type === 'json' ? failureStatus('Invalid', UNFIT_OPERATION) : unreadable(error.message);
    return { ok: false, status };
  }
}

function wholeObject(body: unknown): unknown {
  if (isJsonMap(body)) return body;
  throw new PatchError('nothing is left of the object');
}

function kindOf({ apiVersion, kind }: ApiObject): Pick<ApiObject, 'apiVersion' | 'kind'> {
  return { apiVersion, kind };
}

function refuse(message: string): Patched {
  return { ok: false, status: badRequest(`the patch cannot be applied: ${message}`) };
}
