import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { Manifest } from '../meta/object-meta.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { WriteOptions } from './api-request.ts';
import { decodeObject, unhandled } from './decode-object.ts';
import { badRequest } from './status-errors.ts';

/** What a write wants to store, with the warnings about it so far, or its refusal. */
export type DecodedWrite =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly status: ApiStatus };

/** What is done with fields that nobody knows (VA-14). */
export interface FieldValidation {
  readonly release: ReleaseProfile;
  readonly options: WriteOptions;
}

/** The body of a POST or PUT. */
export function decodeWrite(
  resource: ApiResource,
  body: unknown,
  validation: FieldValidation,
): DecodedWrite {
  const decoded = decodeObject(resource, body);
  if (!decoded.ok) return { ok: false, status: badRequest(decoded.message) };
  const { manifest, unknown } = decoded;
  const faults = unknown.map(unknownField);
  const strict = strictFault(faults, validation);
  if (strict === undefined) {
    return { ok: true, manifest, warnings: fieldWarnings(faults, validation) };
  }
  const { version } = resource;
  const message = unhandled({ kind: manifest.kind, version }, resource, strict);
  return { ok: false, status: badRequest(message) };
}

/** `unknown field "metadata.foo"` */
export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}

/** The refusal of unknown fields where that is asked for, or `undefined`. */
export function strictFault(
  faults: readonly string[],
  { release, options }: FieldValidation,
): string | undefined {
  const isStrict = release.validatesFields && options.fieldValidation === 'Strict';
  return isStrict && faults.length > 0 ? `strict decoding error: ${faults.join(', ')}` : undefined;
}

/** The warnings about unknown fields, unless they are to be ignored. */
export function fieldWarnings(
  faults: readonly string[],
  { release, options }: FieldValidation,
): readonly string[] {
  return release.validatesFields && options.fieldValidation !== 'Ignore' ? faults : [];
}
