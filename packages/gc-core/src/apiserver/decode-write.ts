import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import type { Manifest } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { RESOURCES_BY_RELEASE } from '../meta/resources-by-release.ts';
import type { WriteOptions } from './api-request.ts';
import type { Patched } from './apply-patch.ts';
import {
  type Coordinates,
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
  const given = readCoordinates(body);
  if (!given.ok) return { ok: false, status: refuse(given.message) };
  const kind = given.kind === '' && resource.custom !== true ? resource.kind : given.kind;
  const status = refuseVersionless(resource, { apiVersion: given.apiVersion, kind });
  if (status) return { ok: false, status };
  const decoded =
    resource.custom === true
      ? decodeCustom(resource, body, given)
      : decodeBuiltIn(resource, body, { apiVersion: given.apiVersion, kind });
  return decodedWrite(decoded, unknown, validation, refuse);
}

/** An error of the server where a custom resource lost its version; of a built-in kind a bad request. */
function refuseVersionless(
  resource: ApiResource,
  { apiVersion, kind }: Coordinates,
): ApiStatus | undefined {
  const message = 'apiVersion is required';
  if (resource.custom === true) {
    const isMissing = kind !== '' && parseApiVersion(apiVersion).version === '';
    return isMissing
      ? failureStatus('InternalError', message, { causes: [{ message }] })
      : undefined;
  }
  return apiVersion === '' && kind === resource.kind ? badRequest(message) : undefined;
}

function decodeCustom(resource: ApiResource, body: unknown, given: Coordinates): Decoded {
  if (given.kind === '') return refuseReading('kind is required');
  return decodeContent(resource, body, given);
}

/** Every release knows the kinds that earlier ones served, and takes any version of the right kind. */
const REGISTERED: ReadonlySet<string> = new Set(
  Object.values(RESOURCES_BY_RELEASE)
    .flat()
    .map((resource) => `${apiVersionOf(resource)}/${resource.kind}`),
);

function decodeBuiltIn(
  resource: ApiResource,
  body: unknown,
  { apiVersion, kind }: Coordinates,
): Decoded {
  if (kind !== resource.kind || !REGISTERED.has(`${apiVersion}/${kind}`)) {
    return refuseReading(`the object must stay a ${resource.kind}, not ${apiVersion} ${kind}`);
  }
  return decodeContent(resource, body, { apiVersion: apiVersionOf(resource), kind });
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
