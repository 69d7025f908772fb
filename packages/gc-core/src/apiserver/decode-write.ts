import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { Manifest } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WriteOptions } from './api-request.ts';
import type { Patched } from './apply-patch.ts';
import {
  type Decoded,
  decodeContent,
  decodeObject,
  readCoordinates,
  refuseReading,
} from './decode-object.ts';
import { badRequest, invalid, invalidValue } from './status-errors.ts';

/** The object that a write wants to store, with the warnings about it so far, or its refusal. */
export type DecodedWrite =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly status: ApiStatus };

/** The way to treat unknown fields (VA-14). */
interface FieldValidation {
  readonly release: ReleaseProfile;
  readonly options: WriteOptions;
}

/** The body of a POST or PUT. */
export function decodeWrite(
  resource: ApiResource,
  body: unknown,
  validation: FieldValidation,
): DecodedWrite {
  return decodedWrite(decodeObject(resource, body), [], validation, badRequest);
}

/**
 * Decodes the result of a patch as an object of the resource; the 422 of a result that is none (VA-13). A custom resource keeps the
 * coordinates it got, for validation to refuse.
 */
export function decodePatched(
  resource: ApiResource,
  { body, isStructure, unknown }: Extract<Patched, { ok: true }>,
  validation: FieldValidation,
): DecodedWrite {
  const refuse = (fault: string): ApiStatus =>
    invalid({ group: '', kind: 'patch' }, '', [invalidValue('patch', undefined, fault)]);
  // The kind in a patched structure does not matter.
  const decoded = isStructure
    ? decodeContent(resource, body, { apiVersion: apiVersionOf(resource), kind: resource.kind })
    : decodeDocument(resource, body);
  return decodedWrite(decoded, unknown, validation, refuse);
}

/** Reads a patched document, which must still say what it is. */
function decodeDocument(resource: ApiResource, body: unknown): Decoded {
  const given = readCoordinates(body);
  if (!given.ok) return given;
  const { apiVersion, kind } = given;
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  if (resource.custom === true) {
    const isWhole = kind !== '' && parseApiVersion(apiVersion).version !== '';
    return isWhole
      ? decodeContent(resource, body, given)
      : refuseReading('apiVersion and kind are required');
  }
  if (apiVersion !== right.apiVersion || !['', right.kind].includes(kind)) {
    const stray = `${apiVersion} ${kind}`.trim();
    return refuseReading(`the object must stay ${right.apiVersion} ${right.kind}, not ${stray}`);
  }
  return decodeContent(resource, body, right);
}

function decodedWrite(
  decoded: Decoded,
  unknownOfPatch: readonly string[],
  { release, options }: FieldValidation,
  refuse: (message: string) => ApiStatus,
): DecodedWrite {
  if (!decoded.ok) return { ok: false, status: refuse(decoded.message) };
  const faults = [
    ...unknownOfPatch.map((path) => `json patch unknown field ${JSON.stringify(path)}`),
    ...decoded.unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
  const { fieldValidation } = options;
  if (!release.validatesFields || fieldValidation === 'Ignore' || faults.length === 0) {
    return { ok: true, manifest: decoded.manifest, warnings: [] };
  }
  if (fieldValidation === 'Strict') return { ok: false, status: refuse(faults.join(', ')) };
  return { ok: true, manifest: decoded.manifest, warnings: faults };
}
