import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { Manifest } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { RESOURCES_BY_RELEASE } from '../meta/resources-by-release.ts';
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

/** What a write wants to store, with the warnings about it so far, or its refusal. */
export type DecodedWrite =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly status: ApiStatus };

/** What is done with unknown fields (VA-14). */
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
 * What a patch made, as an object of the resource; the 422 of a result that is none (VA-13). A custom resource keeps the
 * coordinates it got, for validation to refuse.
 */
export function decodePatched(
  resource: ApiResource,
  { body, isStructure, unknown }: Extract<Patched, { ok: true }>,
  validation: FieldValidation,
): DecodedWrite {
  const refuse = (fault: string): ApiStatus =>
    invalid({ group: '', kind: 'patch' }, '', [invalidValue('patch', undefined, fault)]);
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  // What a patched structure says of its kind does not matter.
  if (isStructure) {
    return decodedWrite(decodeContent(resource, body, right), unknown, validation, refuse);
  }
  const decoded = decodeDocument(resource, body);
  return 'status' in decoded ? decoded : decodedWrite(decoded, unknown, validation, refuse);
}

/** Every release knows the kinds that earlier ones served, and takes any version of the right kind. */
const REGISTERED: ReadonlySet<string> = new Set(
  Object.values(RESOURCES_BY_RELEASE)
    .flat()
    .map((resource) => `${apiVersionOf(resource)}/${resource.kind}`),
);

/** Reads a patched document; a `Status` is no fault of the patch: what has lost its version. */
function decodeDocument(
  resource: ApiResource,
  body: unknown,
): Decoded | { readonly ok: false; readonly status: ApiStatus } {
  const given = readCoordinates(body);
  if (!given.ok) return given;
  const { apiVersion, kind } = given;
  const message = 'apiVersion is required';
  if (resource.custom === true) {
    if (kind === '') return refuseReading('kind is required');
    if (parseApiVersion(apiVersion).version !== '') return decodeContent(resource, body, given);
    const status = failureStatus('InternalError', message, { causes: [{ message }] });
    return { ok: false, status };
  }
  const isRight = kind === '' || kind === resource.kind;
  if (isRight && apiVersion === '') return { ok: false, status: badRequest(message) };
  if (!(isRight && REGISTERED.has(`${apiVersion}/${resource.kind}`))) {
    return refuseReading(`the object must stay a ${resource.kind}, not ${apiVersion} ${kind}`);
  }
  return decodeContent(resource, body, {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
  });
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
