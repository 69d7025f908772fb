import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import {
  type Manifest,
  type ObjectMeta,
  parseTimestamp,
  type Timestamp,
} from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import { contentFault } from './decode-content.ts';
import { field, freezeJson, isJsonMap, isTooDeep, type JsonMap } from './json-value.ts';

/** A manifest whose shape can be trusted, or the sentence that says what is wrong with it. */
export type Decoded =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly message: string };

/** A fault of the shape: thrown inside this file only. */
class ShapeError extends Error {}

/**
 * Reads any JSON as an object of the resource. The result is immutable; its metadata holds known fields only, in the
 * API's order, and nothing empty: an empty list, map or string is the same as an absent one.
 */
export function decodeObject(resource: ApiResource, body: unknown): Decoded {
  const expected = `${resource.kind} in version "${resource.version}"`;
  const fault = (what: string): Decoded => ({
    ok: false,
    message: `${expected} cannot be handled as a ${resource.kind}: ${what}`,
  });
  if (!isJsonMap(body)) return fault('the object must be a JSON object');
  if (isTooDeep(body)) return fault('the object is nested too deep');
  const { apiVersion, kind, metadata, ...rest } = body;
  const known = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  try {
    const version = textOf(apiVersion, 'apiVersion') ?? known.apiVersion;
    if (version !== known.apiVersion) {
      const message =
        `the API version in the data (${version}) does not match ` +
        `the expected API version (${known.apiVersion})`;
      return { ok: false, message };
    }
    const given = textOf(kind, 'kind') ?? known.kind;
    if (given !== known.kind) return fault(`the kind in the data is ${given}`);
    const wrong = contentFault(resource, rest);
    if (wrong) return fault(`${wrong.path.join('.')} must be ${wrong.words}`);
    const meta = decodeMetadata(resource, metadata ?? {});
    return { ok: true, manifest: freezeJson({ ...known, metadata: meta, ...rest }) };
  } catch (error) {
    if (error instanceof ShapeError) return fault(error.message);
    throw error;
  }
}

function decodeMetadata(resource: ApiResource, metadata: unknown): Partial<ObjectMeta> {
  if (!isJsonMap(metadata)) throw new ShapeError('metadata must be an object');
  text(metadata, 'selfLink');
  if (!Array.isArray(field(metadata, 'managedFields') ?? [])) {
    throw new ShapeError('metadata.managedFields must be a list');
  }
  const namespace = text(metadata, 'namespace');
  const meta = {
    name: text(metadata, 'name'),
    generateName: text(metadata, 'generateName'),
    // What is cluster-scoped has none, whatever is sent.
    namespace: resource.namespaced ? namespace : undefined,
    uid: text(metadata, 'uid'),
    resourceVersion: text(metadata, 'resourceVersion'),
    generation: count(metadata, 'generation'),
    creationTimestamp: time(metadata, 'creationTimestamp'),
    deletionTimestamp: time(metadata, 'deletionTimestamp'),
    deletionGracePeriodSeconds: count(metadata, 'deletionGracePeriodSeconds'),
    labels: textMap(metadata, 'labels'),
    annotations: textMap(metadata, 'annotations'),
    ownerReferences: ownerReferences(metadata),
    finalizers: texts(metadata, 'finalizers'),
  };
  return present(meta);
}

/** The fields that have a value. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function text(metadata: JsonMap, key: string): string | undefined {
  return textOf(field(metadata, key), `metadata.${key}`);
}

function textOf(value: unknown, place: string): string | undefined {
  const content = value ?? '';
  if (typeof content !== 'string') throw new ShapeError(`${place} must be a string`);
  return content === '' ? undefined : content;
}

function time(metadata: JsonMap, key: string): Timestamp | undefined {
  const value = text(metadata, key);
  if (value === undefined) return undefined;
  if (parseTimestamp(value) !== undefined) return value;
  throw new ShapeError(`metadata.${key} must be an RFC 3339 time`);
}

function count(metadata: JsonMap, key: string): number | undefined {
  const value = field(metadata, key) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new ShapeError(`metadata.${key} must be a whole number`);
  }
  return value;
}

function textMap(metadata: JsonMap, key: string): Readonly<Record<string, string>> | undefined {
  const value = field(metadata, key) ?? {};
  const entries = isJsonMap(value) ? withoutNulls(Object.entries(value)) : undefined;
  if (!entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    throw new ShapeError(`metadata.${key} must be an object of strings`);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** `null` for a string is the empty one. */
function withoutNulls(entries: readonly [string, unknown][]): [string, unknown][] {
  return entries.map(([key, value]) => [key, value ?? '']);
}

function texts(metadata: JsonMap, key: string): readonly string[] | undefined {
  const value = field(metadata, key) ?? [];
  const items = Array.isArray(value) ? value.map((item): unknown => item ?? '') : undefined;
  if (!items?.every((item): item is string => typeof item === 'string')) {
    throw new ShapeError(`metadata.${key} must be a list of strings`);
  }
  return items.length === 0 ? undefined : items;
}

function ownerReferences(metadata: JsonMap): readonly OwnerReference[] | undefined {
  const value = field(metadata, 'ownerReferences') ?? [];
  if (!Array.isArray(value)) throw new ShapeError('metadata.ownerReferences must be a list');
  return value.length === 0 ? undefined : value.map(ownerReference);
}

/** `null` is a reference without content. */
function ownerReference(item: unknown, index: number): OwnerReference {
  const at = `metadata.ownerReferences[${index}]`;
  const value = item ?? {};
  if (!isJsonMap(value)) throw new ShapeError(`${at} must be an object`);
  const part = (key: string): string => {
    const content = field(value, key) ?? '';
    if (typeof content !== 'string') throw new ShapeError(`${at}.${key} must be a string`);
    return content;
  };
  const flag = (key: string): boolean | undefined => {
    const content = field(value, key) ?? undefined;
    if (content !== undefined && typeof content !== 'boolean') {
      throw new ShapeError(`${at}.${key} must be true or false`);
    }
    return content;
  };
  const flags = { controller: flag('controller'), blockOwnerDeletion: flag('blockOwnerDeletion') };
  return {
    apiVersion: part('apiVersion'),
    kind: part('kind'),
    name: part('name'),
    uid: part('uid'),
    ...present(flags),
  };
}
