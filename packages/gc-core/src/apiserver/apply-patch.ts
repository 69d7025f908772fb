import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { PatchType } from './api-request.ts';
import { unknownField } from './decode-write.ts';
import { type JsonPatchOperation, jsonPatch } from './json-patch.ts';
import { jsonForm } from './json-types.ts';
import { isJsonMap, isTooDeep } from './json-value.ts';
import { mergePatch } from './merge-patch.ts';
import { JSON_PATCH } from './meta-types.ts';
import { PatchError } from './patch-error.ts';
import { readTyped } from './read-typed.ts';
import { badRequest, unreadable } from './status-errors.ts';
import { strategicMergePatch } from './strategic-merge-patch.ts';

/** What a patch makes of an object, still unchecked JSON, or the `Status` of a patch that cannot be applied. */
export type Patched =
  | {
      readonly ok: true;
      readonly body: unknown;
      /** A strategic merge patch. */
      readonly patch?: unknown;
      /** Words for the fields of the patch itself that nobody knows. */
      readonly unknown: readonly string[];
    }
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

/** Which operation it was, and why, is not said. */
const UNFIT_OPERATION = 'the server rejected our request due to an error in our request';

/** Applies the body of a PATCH to an object (VA-13). */
export function applyPatch(object: ApiObject, type: PatchType, body: unknown): Patched {
  if (isTooDeep(body)) return refuse('the patch is nested too deep');
  try {
    return PATCHES[type](object, body);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return { ok: false, status: unfitStatus(type, error) };
  }
}

function unfitStatus(type: PatchType, { message, isMalformed }: PatchError): ApiStatus {
  if (type === 'json') return failureStatus('Invalid', UNFIT_OPERATION);
  return isMalformed ? badRequest(message) : unreadable(message);
}

const PATCHES: Readonly<Record<PatchType, (object: ApiObject, body: unknown) => Patched>> = {
  merge: (object, body) => {
    if (body === null) return refuse('Invalid JSON Patch');
    if (!isJsonMap(body)) return refuse(`error decoding patch: ${noMap(body)}`);
    return { ok: true, body: mergePatch(object, body), unknown: [] };
  },
  'strategic-merge': (object, body) => {
    const patch = body ?? {};
    if (!isJsonMap(patch)) return refuse(noMap(patch));
    return { ok: true, body: strategicMergePatch(object, patch), patch, unknown: [] };
  },
  json: (object, body) => {
    const read = readTyped(JSON_PATCH, body);
    if (!read.ok) return refuse(`error decoding patch: ${read.message}`);
    const operations = (read.value ?? []) as readonly JsonPatchOperation[];
    const unknown = read.unknown.map((path) => `json patch ${unknownField(path)}`);
    return { ok: true, body: document(jsonPatch(object, operations)), unknown };
  },
};

/** A list can be patched as well; what is neither cannot. */
function document(body: unknown): unknown {
  if (typeof body === 'object' && body !== null) return body;
  throw new PatchError('neither an object nor a list is left');
}

function noMap(body: unknown): string {
  return `json: cannot unmarshal ${jsonForm(body)} into Go value of type map[string]interface {}`;
}

function refuse(message: string): Patched {
  return { ok: false, status: badRequest(message) };
}
