import type { ObjectMeta } from '../meta/object-meta.ts';
import { freezeJson } from './json-value.ts';

/** Metadata that is being put together. */
type WritableMeta = { -readonly [K in keyof ObjectMeta]: ObjectMeta[K] };

/**
 * A copy of the metadata in the order in which the API writes them, with immutable parts. Field by field: it is done with
 * every change of an object, and to spread what is frozen takes three times as long.
 */
export function orderedMetadata(
  from: ObjectMeta,
  resourceVersion: string | undefined = from.resourceVersion,
): WritableMeta {
  const to = { name: from.name } as WritableMeta;
  if (from.generateName !== undefined) to.generateName = from.generateName;
  if (from.namespace !== undefined) to.namespace = from.namespace;
  if (from.selfLink !== undefined) to.selfLink = from.selfLink;
  to.uid = from.uid;
  if (resourceVersion !== undefined) to.resourceVersion = resourceVersion;
  if (from.generation !== undefined) to.generation = from.generation;
  if (from.creationTimestamp !== undefined) to.creationTimestamp = from.creationTimestamp;
  if (from.deletionTimestamp !== undefined) to.deletionTimestamp = from.deletionTimestamp;
  const grace = from.deletionGracePeriodSeconds;
  if (grace !== undefined) to.deletionGracePeriodSeconds = grace;
  if (from.labels !== undefined) to.labels = freezeJson(from.labels);
  if (from.annotations !== undefined) to.annotations = freezeJson(from.annotations);
  if (from.ownerReferences !== undefined) to.ownerReferences = freezeJson(from.ownerReferences);
  if (from.finalizers !== undefined) to.finalizers = freezeJson(from.finalizers);
  return to;
}
