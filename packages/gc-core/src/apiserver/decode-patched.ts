import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { Patched } from './apply-patch.ts';
import { conversionFault } from './conversion-fault.ts';
import {
  type Decoded,
  decodeContent,
  internalName,
  missingKind,
  missingVersion,
  refuseKind,
} from './decode-object.ts';
import {
  type DecodedWrite,
  type FieldValidation,
  fieldWarnings,
  strictFault,
  unknownField,
} from './decode-write.ts';
import { goText } from './go-text.ts';
import { mapOf, sorted } from './json-value.ts';
import { kindType } from './kind-types.ts';
import { invalid, invalidValue } from './status-errors.ts';
import {
  inconvertible,
  isOfNoGroup,
  isRegisteredInGroup,
  readTypeMeta,
  unregisteredInternal,
} from './type-meta.ts';

/** A fault that is no fault of the patch. */
interface OtherFault {
  readonly ok: false;
  readonly status: ApiStatus;
}

/**
 * What a patch made, as an object of the resource; the 422 of a result that is none (VA-13). A custom resource keeps the
 * coordinates it got, for validation to refuse.
 */
export function decodePatched(
  resource: ApiResource,
  patched: Extract<Patched, { ok: true }>,
  validation: FieldValidation,
): DecodedWrite {
  const { body, patch, unknown } = patched;
  // It is told by the patch where the structure was patched, else by the whole document.
  const given = patch === undefined ? JSON.stringify(body) : goText(patch);
  const refuse = (fault: string): DecodedWrite => {
    const faults = [invalidValue('patch', given, fault)];
    return { ok: false, status: invalid({ group: '', kind: '' }, '', faults) };
  };
  const decoded =
    patch === undefined ? decodeDocument(resource, body) : decodeStructure(resource, body);
  if (!decoded.ok) return 'status' in decoded ? decoded : refuse(decoded.message);
  const faults = [...unknown, ...decoded.unknown.map(unknownField)];
  const strict = strictFault(faults, validation);
  if (strict !== undefined) return refuse(strict);
  return { ok: true, manifest: decoded.manifest, warnings: fieldWarnings(faults, validation) };
}

/** A strategic merge patch has patched the structure: what it says of its kind does not matter. */
function decodeStructure(resource: ApiResource, body: unknown): Decoded {
  const fault = conversionFault(kindType(resource), body);
  if (fault !== undefined) return { ok: false, message: fault };
  const { apiVersion: _version, kind: _kind, ...rest } = mapOf(sorted(body));
  const { kind } = resource;
  return decodeContent(resource, rest, { apiVersion: apiVersionOf(resource), kind });
}

/** Other patches have patched the document, which is then read as if it came from outside. */
function decodeDocument(resource: ApiResource, body: unknown): Decoded | OtherFault {
  const given = readTypeMeta(body);
  if (!given.ok) return given;
  const { apiVersion, kind } = given;
  return resource.custom === true
    ? decodeCustom(resource, body, apiVersion, kind)
    : decodeBuiltIn(resource, body, apiVersion, kind);
}

function decodeCustom(
  resource: ApiResource,
  body: unknown,
  apiVersion: string,
  kind: string,
): Decoded | OtherFault {
  if (kind === '') return { ok: false, message: missingKind(body) };
  if (parseApiVersion(apiVersion).version === '') {
    const reason = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
    const status = failureStatus('InternalError', `Internal error occurred: ${reason}`, {
      causes: [{ message: reason }],
    });
    return { ok: false, status };
  }
  return decodeContent(resource, body, { apiVersion, kind });
}

function decodeBuiltIn(
  resource: ApiResource,
  body: unknown,
  apiVersion: string,
  givenKind: string,
): Decoded {
  const kind = givenKind === '' ? resource.kind : givenKind;
  if (apiVersion === '') return decodeVersionless(resource, body, kind);
  if (apiVersion.endsWith('/')) return { ok: false, message: missingVersion(body) };
  const foreign = refuseKind(resource, sorted(body), apiVersion, kind);
  if (foreign !== undefined) return { ok: false, message: foreign };
  const coordinates = { apiVersion: apiVersionOf(resource), kind };
  return decodeContent(resource, sorted(body), coordinates);
}

/** Without a version it is read as what the server keeps in memory, of which a document knows no field. */
function decodeVersionless(resource: ApiResource, body: unknown, kind: string): Decoded {
  if (isOfNoGroup(kind)) {
    return { ok: false, message: inconvertible(`v1.${kind}`, internalName(resource)) };
  }
  const { group } = resource;
  if (!isRegisteredInGroup(group, kind)) {
    return { ok: false, message: unregisteredInternal(group, kind) };
  }
  if (kind !== resource.kind) {
    const message = inconvertible(internalName({ group, kind }), internalName(resource));
    return { ok: false, message };
  }
  const { apiVersion: _version, kind: _kind, ...rest } = mapOf(sorted(body));
  const coordinates = { apiVersion: apiVersionOf(resource), kind };
  const empty = decodeContent(resource, {}, coordinates);
  return empty.ok ? { ...empty, unknown: Object.keys(rest) } : empty;
}
