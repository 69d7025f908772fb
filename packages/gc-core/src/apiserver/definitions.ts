import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { CLEANUP_FINALIZER } from '../meta/finalizers.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { ObjectRegistry } from './object-registry.ts';
import { forbidden } from './status-errors.ts';

/** Storage key of the kind CustomResourceDefinition. */
export const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';

/** Whether the API server deletes the objects of the definition, or will (FN-04). */
export function isCleanedUp({ metadata }: ApiObject): boolean {
  const { deletionTimestamp, finalizers = [] } = metadata;
  return deletionTimestamp !== undefined && finalizers.includes(CLEANUP_FINALIZER);
}

/** The 403 of creating an object whose kind is being cleaned up, or `undefined` (API-69). */
export function refuseTerminatingKind(
  registry: ObjectRegistry,
  resource: ApiResource,
  name: string,
): ApiStatus | undefined {
  if (resource.custom !== true) return undefined;
  const definition = registry.stored(DEFINITIONS, '', `${resource.resource}.${resource.group}`);
  if (!definition || !isCleanedUp(definition)) return undefined;
  const reason = 'create not allowed while custom resource definition is terminating';
  return forbidden(resource, name, reason);
}
