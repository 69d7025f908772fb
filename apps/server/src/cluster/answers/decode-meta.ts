import type { ObjectMeta, OwnerReference } from '@gcscope/gc-core';
import type { DecodedObject, Labels } from './decoded.ts';

/** Characters of the longest name, uid or finalizer that is kept. */
const TEXT_LIMIT = 131_072;
const OWNERS_LIMIT = 10_000;
const FINALIZERS_LIMIT = 50_000;

/** A JSON object whose fields are unchecked. Only ever read by literal names. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members of a `PartialObjectMetadata`; an object of a kind has more. */
const MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/**
 * The parts of a `PartialObjectMetadata` that deletion depends on, copied field by field: never annotations or managedFields,
 * labels only if they are asked for. Never throws; an object over a limit or with a field of the wrong type is malformed.
 */
export function decodeObject(value: unknown, withLabels = false): DecodedObject {
  const object = fieldsOf(value) ?? {};
  const { kind, metadata } = object;
  if (kind !== undefined && kind !== 'PartialObjectMetadata') {
    return { type: 'unsupported', message: wrongKind(kind) };
  }
  for (const member in object) {
    if (!MEMBERS.has(member)) return { type: 'unsupported', message: fullObject() };
  }
  const fields = fieldsOf(metadata);
  if (!fields) return { type: 'malformed', reason: 'it has no metadata', key: '' };
  return checkMetadata(fields, withLabels ? labelsOf(fields) : undefined);
}

/** Metadata whose fields have the names of JSON, checked and copied. */
export function checkMetadata(metadata: Fields, labels: Labels | undefined): DecodedObject {
  const reason = faultOf(metadata);
  if (reason !== undefined) {
    return {
      type: 'malformed',
      reason,
      key: `${textOf(metadata.namespace)}/${textOf(metadata.name)}`,
    };
  }
  const meta = pickMeta(metadata);
  return labels ? { type: 'object', meta, labels } : { type: 'object', meta };
}

function labelsOf(metadata: Fields): Labels {
  return Object.entries(fieldsOf(metadata.labels) ?? {}).map(([name, value]) => [
    name,
    textOf(value),
  ]);
}

/** The first field that cannot be used, in words. */
function faultOf(metadata: Fields): string | undefined {
  return scalarFault(metadata) ?? finalizersFault(metadata) ?? ownersFault(metadata);
}

function scalarFault(metadata: Fields): string | undefined {
  const { name, uid, generation, deletionGracePeriodSeconds: grace } = metadata;
  if (!isText(name) || name === '') return unusable('name');
  if (!isText(uid) || uid === '') return unusable('uid');
  if (!isTextOrAbsent(metadata.namespace)) return unusable('namespace');
  if (!isTextOrAbsent(metadata.resourceVersion)) return unusable('resourceVersion');
  if (!isTextOrAbsent(metadata.creationTimestamp)) return unusable('creationTimestamp');
  if (!isTextOrAbsent(metadata.deletionTimestamp)) return unusable('deletionTimestamp');
  if (!Number.isSafeInteger(generation ?? 0)) return 'its generation is not a whole number';
  return Number.isSafeInteger(grace ?? 0)
    ? undefined
    : 'its deletionGracePeriodSeconds is not a whole number';
}

function unusable(field: string): string {
  return `its ${field} is not a usable string`;
}

function finalizersFault(metadata: Fields): string | undefined {
  const finalizers = metadata.finalizers ?? [];
  if (!Array.isArray(finalizers) || !finalizers.every(isText))
    return 'its finalizers are not strings';
  return finalizers.length > FINALIZERS_LIMIT
    ? `it has over ${FINALIZERS_LIMIT} finalizers`
    : undefined;
}

function ownersFault(metadata: Fields): string | undefined {
  const owners = metadata.ownerReferences ?? [];
  if (!Array.isArray(owners) || !owners.every(isOwnerReference)) {
    return 'its ownerReferences are not owner references';
  }
  return owners.length > OWNERS_LIMIT ? `it has over ${OWNERS_LIMIT} ownerReferences` : undefined;
}

function isOwnerReference(value: unknown): boolean {
  const owner = fieldsOf(value);
  if (!owner) return false;
  const { controller, blockOwnerDeletion } = owner;
  const hasTexts =
    isText(owner.apiVersion) && isText(owner.kind) && isText(owner.name) && isText(owner.uid);
  return hasTexts && isFlagOrAbsent(controller) && isFlagOrAbsent(blockOwnerDeletion);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Checked by `faultOf` before. */
function pickMeta(metadata: Fields): ObjectMeta {
  const meta: Writable<ObjectMeta> = { name: textOf(metadata.name), uid: textOf(metadata.uid) };
  if (isPresent(metadata.namespace)) meta.namespace = metadata.namespace;
  if (isPresent(metadata.resourceVersion)) meta.resourceVersion = metadata.resourceVersion;
  // Servers leave a zero out of JSON and write it in protobuf.
  if (typeof metadata.generation === 'number' && metadata.generation !== 0)
    meta.generation = metadata.generation;
  if (isPresent(metadata.creationTimestamp)) meta.creationTimestamp = metadata.creationTimestamp;
  if (isPresent(metadata.deletionTimestamp)) meta.deletionTimestamp = metadata.deletionTimestamp;
  if (typeof metadata.deletionGracePeriodSeconds === 'number') {
    meta.deletionGracePeriodSeconds = metadata.deletionGracePeriodSeconds;
  }
  const { ownerReferences: owners, finalizers } = metadata;
  if (Array.isArray(owners) && owners.length > 0) meta.ownerReferences = owners.map(pickOwner);
  if (Array.isArray(finalizers) && finalizers.length > 0) meta.finalizers = finalizers.map(textOf);
  return meta;
}

function pickOwner(value: unknown): OwnerReference {
  const fields = fieldsOf(value) ?? {};
  const owner: Writable<OwnerReference> = {
    apiVersion: textOf(fields.apiVersion),
    kind: textOf(fields.kind),
    name: textOf(fields.name),
    uid: textOf(fields.uid),
  };
  if (typeof fields.controller === 'boolean') owner.controller = fields.controller;
  if (typeof fields.blockOwnerDeletion === 'boolean') {
    owner.blockOwnerDeletion = fields.blockOwnerDeletion;
  }
  return owner;
}

function isPresent(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Why a kind cannot be read whose server puts whole objects where metadata should be. */
export function fullObject(): string {
  return wrongKind('whole objects');
}

/** Why a kind cannot be read whose server ignores the request for metadata only. */
export function wrongKind(kind: unknown): string {
  const text = typeof kind === 'string' ? kind.slice(0, 100) : 'something without a kind';
  return `The server answers with ${text} instead of metadata only, so this kind is not read.`;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || isText(value);
}

function isFlagOrAbsent(value: unknown): boolean {
  return typeof (value ?? false) === 'boolean';
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= TEXT_LIMIT;
}

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list; none for anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

/** The value as a JSON object, if it is one. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}
