import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { PatchType } from './api-request.ts';
import { type JsonPatchOperation, jsonPatch, PatchError } from './json-patch.ts';
import { type JsonType, listOf, OPAQUE, STRING, struct } from './json-types.ts';
import { field, isJsonMap, isTooDeep } from './json-value.ts';
import { misfitSentence, readTyped } from './read-typed.ts';
import { badRequest, unreadable } from './status-errors.ts';
import { strategicMergePatch } from './strategic-merge-patch.ts';

/** The patched object, still unchecked JSON, or the `Status` of a patch that cannot be applied. */
export type Patched =
  | {
      readonly ok: true;
      readonly body: unknown;
      /** Whether the structure was patched, which knows its kind, not the document. */
      readonly isStructure: boolean;
      /** Unknown fields of the patch itself. */
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

const JSON_PATCH: JsonType = listOf(
  struct({ op: STRING, path: STRING, from: STRING, value: OPAQUE }),
);

/** Applies the body of a PATCH to an object (VA-13). */
export function applyPatch(object: ApiObject, type: PatchType, body: unknown): Patched {
  if (isTooDeep(body)) return refuse('the patch is nested too deep');
  try {
    return PATCHES[type](object, body);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const message = `the patch cannot be applied: ${error.message}`;
    const status = type === 'json' ? failureStatus('Invalid', message) : unreadable(message);
    return { ok: false, status };
  }
}

const PATCHES: Readonly<Record<PatchType, (object: ApiObject, body: unknown) => Patched>> = {
  merge: (object, body) => {
    if (!isJsonMap(body)) return refuse('the patch must be an object');
    return { ok: true, body: mergePatch(object, body), isStructure: false, unknown: [] };
  },
  'strategic-merge': (object, body) => {
    const patch = body ?? {};
    if (!isJsonMap(patch)) return refuse('the patch must be an object');
    const patched = strategicMergePatch(object, patch);
    return { ok: true, body: patched, isStructure: true, unknown: [] };
  },
  json: (object, body) => {
    const read = readTyped(JSON_PATCH, body);
    if (!read.ok) return refuse(`the patch cannot be read: ${misfitSentence(read)}`);
    const patched = jsonPatch(object, (read.value ?? []) as readonly JsonPatchOperation[]);
    // A list can be patched as well; what is neither cannot.
    if (typeof patched !== 'object' || patched === null) {
      throw new PatchError('neither an object nor a list is left');
    }
    return { ok: true, body: patched, isStructure: false, unknown: read.unknown };
  },
};

/**
 * The target after a JSON merge patch (RFC 7386), as the API server applies it: maps are merged, `null` removes, all else
 * replaces; maps within a list lose their nulls.
 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (Array.isArray(patch)) return patch.map((item) => mergePatch(undefined, item));
  if (!isJsonMap(patch)) return patch;
  const old = isJsonMap(target) ? target : {};
  const merged = new Map(Object.entries(old));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(field(old, key), value));
  }
  return Object.fromEntries(merged);
}

function refuse(message: string): Patched {
  return { ok: false, status: badRequest(message) };
}
