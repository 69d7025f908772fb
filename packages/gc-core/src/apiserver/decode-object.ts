import { type ApiResource, apiVersionOf, groupResource } from '../meta/api-resource.ts';
import type { Manifest, ObjectMeta } from '../meta/object-meta.ts';
import { canonicalApiVersion } from '../meta/object-reference.ts';
import { base64Of } from './base64.ts';
import { OBJECT_META, openStruct, STRING } from './json-types.ts';
import { field, freezeJson, isJsonMap, isTooDeep, type JsonMap, mapOf } from './json-value.ts';
import { kindType } from './kind-types.ts';
import { misfitSentence, readTyped } from './read-typed.ts';

/** The sentence that says what is wrong. */
export interface Unreadable {
  readonly ok: false;
  readonly message: string;
}

/** A manifest whose shape can be trusted, and the paths of the unknown fields, which were dropped. */
export type Decoded =
  | { readonly ok: true; readonly manifest: Manifest; readonly unknown: readonly string[] }
  | Unreadable;

/** Version and kind that an object names. */
export interface Coordinates {
  readonly apiVersion: string;
  readonly kind: string;
}

const TYPE_META = openStruct({ apiVersion: STRING, kind: STRING });

/** Reads version and kind of a document; each is empty where the document has none. A version alone missing leaves `apps/`. */
export function readCoordinates(body: unknown): ({ readonly ok: true } & Coordinates) | Unreadable {
  const read = readTyped(TYPE_META, body);
  if (!read.ok) return refuseReading(misfitSentence(read));
  const { apiVersion = '', kind = '' } = mapOf(read.value) as Partial<Record<string, string>>;
  if (apiVersion.split('/').length > 2) {
    return refuseReading('apiVersion must be <version> or <group>/<version>');
  }
  return { ok: true, apiVersion: canonicalApiVersion(apiVersion), kind };
}

/**
 * Reads any JSON as an object of the resource, as the body of a POST or PUT. The result is immutable; its metadata holds
 * known fields only, in the API's order, and nothing empty: an empty list, map or string is the same as an absent one.
 * A custom resource keeps the kind it says it is, for validation to refuse (VA-13, VA-14).
 */
export function decodeObject(resource: ApiResource, body: unknown): Decoded {
  const given = readCoordinates(body);
  if (!given.ok) return given;
  const isCustom = resource.custom === true;
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  // A custom resource must say what it is.
  const { apiVersion, kind } = isCustom
    ? given
    : { apiVersion: given.apiVersion || right.apiVersion, kind: given.kind || right.kind };
  if (kind === '') return refuseReading('kind is required');
  if (apiVersion !== right.apiVersion || !(isCustom || kind === right.kind)) {
    const given = `${apiVersion} ${kind}`.trim();
    return refuseReading(`the object must be ${right.apiVersion} ${right.kind}, not ${given}`);
  }
  return decodeContent(resource, body, { apiVersion, kind });
}

/** Reads what a document says of the object, whose coordinates are known. */
export function decodeContent(
  resource: ApiResource,
  body: unknown,
  { apiVersion, kind }: Coordinates,
): Decoded {
  if (isTooDeep(body)) return refuseReading('the object is nested too deep');
  const document = mapOf(body);
  const isCustom = resource.custom === true;
  const read = isCustom
    ? readTyped(OBJECT_META, field(document, 'metadata'), 'metadata')
    : readTyped(kindType(resource), document);
  if (!read.ok) return refuseReading(misfitSentence(read));
  const typed = mapOf(read.value);
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = isCustom ? document : typed;
  const manifest = {
    apiVersion,
    kind,
    metadata: metadataOf(resource, mapOf(isCustom ? typed : metadata)),
    ...(isCustom ? rest : builtInContent(resource, rest)),
  };
  return { ok: true, manifest: freezeJson(manifest), unknown: read.unknown };
}

function metadataOf(resource: ApiResource, typed: JsonMap): Partial<ObjectMeta> {
  // Links are not kept, nor who wrote what; what is cluster-scoped has no namespace, whatever is sent.
  const { selfLink: _link, managedFields: _writers, ...known } = typed;
  const { namespace, ownerReferences } = known;
  return withoutEmpty({
    ...known,
    namespace: resource.namespaced ? namespace : undefined,
    ownerReferences: Array.isArray(ownerReferences) ? ownerReferences.map(whole) : undefined,
  });
}

/** Only the flags of a reference can be absent. */
function whole(reference: object): object {
  return { apiVersion: '', kind: '', name: '', uid: '', ...reference };
}

function builtInContent(resource: ApiResource, typed: JsonMap): JsonMap {
  switch (groupResource(resource)) {
    case '/configmaps':
      return withoutEmpty(typed);
    case '/secrets':
      return secretContent(typed);
    default:
      return typed;
  }
}

/** A Secret has one map: `stringData` is a way to write `data`. */
function secretContent({ stringData, data, type = '', ...rest }: JsonMap): JsonMap {
  const texts = Object.entries(mapOf(stringData)) as [string, string][];
  const written = texts.map(([key, text]) => [key, base64Of(text)]);
  return withoutEmpty({
    ...rest,
    data: { ...mapOf(data), ...Object.fromEntries(written) },
    type: type === '' ? 'Opaque' : type,
  });
}

/** Without empty texts, lists, maps of texts and what is absent. */
function withoutEmpty(fields: JsonMap): JsonMap {
  const isEmpty = (value: unknown): boolean =>
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isJsonMap(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

export function refuseReading(message: string): Unreadable {
  return { ok: false, message };
}
