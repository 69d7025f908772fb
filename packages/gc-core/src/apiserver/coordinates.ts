import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import type { Coordinates } from './decode-object.ts';
import { type FieldError, invalid, invalidValue } from './status-errors.ts';

/** The faults of a custom resource that says it is something else; the content of a built-in kind shows what it is. */
export function coordinateFaults(resource: ApiResource, given: Coordinates): readonly FieldError[] {
  if (resource.custom !== true) return [];
  const right = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  return (['kind', 'apiVersion'] as const)
    .filter((key) => given[key] !== right[key])
    .map((key) => invalidValue(key, given[key], `must be ${right[key]}`));
}

/** The 422 of an object; a custom resource is called what it says it is. */
export function invalidObject(
  resource: ApiResource,
  given: Coordinates,
  name: string,
  errors: readonly FieldError[],
): ApiStatus {
  const { group } = parseApiVersion(given.apiVersion);
  return invalid(resource.custom === true ? { group, kind: given.kind } : resource, name, errors);
}

/** The 422 of a new object that says it is something else, or `undefined`: it comes before all other faults. */
export function refuseCoordinates(
  resource: ApiResource,
  given: Coordinates,
  name: string,
): ApiStatus | undefined {
  const faults = coordinateFaults(resource, given);
  return faults.length === 0 ? undefined : invalidObject(resource, given, name, faults);
}
