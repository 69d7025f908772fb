import { type ApiResource, apiVersionOf, groupResource } from '../meta/api-resource.ts';
import type { Manifest, ObjectMeta } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import {
  field,
  freezeJson,
  isJsonMap,
  isTooDeep,
  type JsonMap,
  mapOf,
  sorted,
} from './json-value.ts';
import { kindType } from './kind-types.ts';
import { OBJECT_META } from './meta-types.ts';
import { base64Of, utf8 } from './read-bytes.ts';
import { readTyped } from './read-typed.ts';
import {
  inconvertible,
  isRegistered,
  readTypeMeta,
  registeredResource,
  unregistered,
} from './type-meta.ts';

/** A manifest whose shape can be trusted, and the paths of what was dropped; or the sentence that says what is wrong. */
export type Decoded =
  | { readonly ok: true; readonly manifest: Manifest; readonly unknown: readonly string[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads any JSON as an object of the resource, as the body of a POST or PUT. The result is immutable; its metadata holds
 * known fields only, in the API's order, and nothing empty: an empty list, map or string is the same as an absent one.
 * A custom resource keeps the kind it says it is, for validation to refuse (VA-13, VA-14).
 */
export function decodeObject(resource: ApiResource, body: unknown): Decoded {
  const given = readTypeMeta(body);
  if (!given.ok) return refuse(unrecognized(resource, body, given.message));
  return resource.custom === true
    ? decodeCustom(resource, body, given.apiVersion, given.kind)
    : decodeBuiltIn(resource, body, given.apiVersion, given.kind);
}

/** The words of a body that has been read as its kind, and cannot be what was sent. */
export function unhandled(
  { kind, version }: { readonly kind: string; readonly version: string },
  resource: ApiResource,
  what: string,
): string {
  return `${kind} in version "${version}" cannot be handled as a ${resource.kind}: ${what}`;
}

function decodeCustom(
  resource: ApiResource,
  body: unknown,
  apiVersion: string,
  kind: string,
): Decoded {
  if (kind === '') return refuse(unrecognized(resource, body, missingKind(body)));
  const content = decodeContent(resource, body, { apiVersion, kind });
  if (!content.ok) {
    const { version } = parseApiVersion(apiVersion);
    return refuse(unhandled({ kind, version }, resource, content.message));
  }
  return apiVersion === apiVersionOf(resource)
    ? content
    : refuse(otherVersion(resource, apiVersion));
}

function decodeBuiltIn(
  resource: ApiResource,
  body: unknown,
  givenVersion: string,
  givenKind: string,
): Decoded {
  const apiVersion = givenVersion === '' ? apiVersionOf(resource) : givenVersion;
  const kind = givenKind === '' ? resource.kind : givenKind;
  const { version } = parseApiVersion(apiVersion);
  const fault = (what: string): Decoded => refuse(unhandled({ kind, version }, resource, what));
  if (version === '') return fault(missingVersion(body));
  const foreign = refuseKind(resource, body, apiVersion, kind);
  if (foreign !== undefined) return fault(foreign);
  if (apiVersion !== apiVersionOf(resource)) return refuse(otherVersion(resource, apiVersion));
  const content = decodeContent(resource, body, { apiVersion, kind });
  return content.ok ? content : fault(content.message);
}

/**
 * What is said of a kind that no release has, or that is another than the resource's, and is read as what it is first;
 * `undefined` of its own.
 */
export function refuseKind(
  resource: ApiResource,
  body: unknown,
  apiVersion: string,
  kind: string,
): string | undefined {
  if (!isRegistered(apiVersion, kind)) return unregistered(apiVersion, kind);
  if (kind === resource.kind) return undefined;
  const other = registeredResource(apiVersion, kind);
  const read = other ? readTyped(kindType(other), body) : undefined;
  if (read?.ok === false) return read.message;
  const { version } = parseApiVersion(apiVersion);
  return inconvertible(`${version}.${kind}`, internalName(resource));
}

/** What the server calls a kind whatever its version: `core.ConfigMap`, `rbac.ClusterRole`. */
export function internalName({ group, kind }: Pick<ApiResource, 'group' | 'kind'>): string {
  return `${group === '' ? 'core' : group.split('.')[0]}.${kind}`;
}

/** Reads what a document says of the object, whose coordinates are known; faults in the server's words. */
export function decodeContent(
  resource: ApiResource,
  body: unknown,
  coordinates: { readonly apiVersion: string; readonly kind: string },
): Decoded {
  if (isTooDeep(body)) return refuse('the object is nested too deep');
  const document = mapOf(body);
  const isCustom = resource.custom === true;
  const read = isCustom
    ? readTyped(OBJECT_META, sorted(field(document, 'metadata')), 'metadata')
    : readTyped(kindType(resource), document);
  if (!read.ok) return refuse(read.message);
  const typed = mapOf(read.value);
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = isCustom ? document : typed;
  const manifest = {
    apiVersion: coordinates.apiVersion,
    kind: coordinates.kind,
    metadata: metadataOf(resource, mapOf(isCustom ? typed : metadata)),
    ...(isCustom ? rest : builtInContent(resource, rest)),
  };
  return { ok: true, manifest: freezeJson(manifest), unknown: read.unknown };
}

function metadataOf(resource: ApiResource, typed: JsonMap): Partial<ObjectMeta> {
  // Nobody keeps links, nor reads here who wrote what; what is cluster-scoped has no namespace, whatever is sent.
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
  const written = texts.map(([key, text]) => [key, base64Of(utf8(text))]);
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

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function otherVersion(resource: ApiResource, apiVersion: string): string {
  return (
    `the API version in the data (${apiVersion}) does not match ` +
    `the expected API version (${apiVersionOf(resource)})`
  );
}

/** The words for a document of a custom resource that does not say its kind. */
export function missingKind(body: unknown): string {
  return `Object 'Kind' is missing in '${JSON.stringify(body)}'`;
}

/** The words for a document whose apiVersion is a group alone. */
export function missingVersion(body: unknown): string {
  return `Object 'apiVersion' is missing in '${JSON.stringify(body)}'`;
}

/** How much of a body is repeated in an error. */
const EXCERPT = 30;

function unrecognized({ kind }: ApiResource, body: unknown, what: string): string {
  const text = JSON.stringify(body);
  // JSON writes what is below a space in letters, so each byte has two digits.
  const sign = (byte: number): string => byte.toString(16);
  const start = isJsonMap(body)
    ? text.slice(0, EXCERPT)
    : utf8(text).slice(0, EXCERPT).map(sign).join('');
  const excerpt = text.length > EXCERPT ? `${start} ...` : start;
  return `the object provided is unrecognized (must be of type ${kind}): ${what} (${excerpt})`;
}
