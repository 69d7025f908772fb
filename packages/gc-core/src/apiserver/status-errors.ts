import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';

/** One fault of a field, as it stands in the message and the causes of a 422. */
export interface FieldError {
  readonly field: string;
  readonly reason:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueForbidden'
    | 'FieldValueTooLong'
    | 'FieldValueNotSupported';
  /** The fault, and the allowed values. */
  readonly message: string;
}

/** Longer values are left out of messages. */
const LONGEST_SHOWN = 80;

/** A field with a value that is not allowed; the message shows a short text. */
export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  const isShown = typeof value === 'string' && value !== '' && value.length <= LONGEST_SHOWN;
  const message = isShown ? `${JSON.stringify(value)}: ${detail}` : detail;
  return { field, reason: 'FieldValueInvalid', message };
}

/** A field whose value is not one of a list. */
export function unsupportedValue(field: string, supported: readonly string[]): FieldError {
  const message = `unsupported value; supported are ${supported.join(', ')}`;
  return { field, reason: 'FieldValueNotSupported', message };
}

/** 422. The message and the causes name each fault once. */
export function invalid(
  subject: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiStatus {
  const { group, kind } = subject;
  const faults = new Map(errors.map((error) => [`${error.field}: ${error.message}`, error]));
  const message = `${called(kind, group, name)} is invalid: ${[...faults.keys()].join('; ')}`;
  return failureStatus('Invalid', message, {
    ...details(name, group, kind),
    causes: [...faults.values()],
  });
}

/** 404 of an object. */
export function notFound(
  { group, resource: plural }: Pick<ApiResource, 'group' | 'resource'>,
  name: string,
): ApiStatus {
  const message = `${called(plural, group, name)} not found`;
  return failureStatus('NotFound', message, details(name, group, plural));
}

/** 404 of a resource or subresource that is not served. */
export function unserved(): ApiStatus {
  return failureStatus('NotFound', 'the server could not find the requested resource', {});
}

/** 405. */
export function methodNotAllowed(): ApiStatus {
  const message = 'the server does not allow this method on the requested resource';
  return failureStatus('MethodNotAllowed', message, {});
}

/** 409 of a create; one with a `generateName` is to be tried again, also where it has a name of its own (API-48). */
export function alreadyExists(
  { group, resource: plural }: ApiResource,
  name: string,
  { isBeingDeleted, isGenerated }: { isBeingDeleted: boolean; isGenerated: boolean },
): ApiStatus {
  const before = isBeingDeleted ? 'object is being deleted: ' : '';
  const message = `${before}${called(plural, group, name)} already exists`;
  const retry = isGenerated ? { retryAfterSeconds: 1 } : {};
  return failureStatus('AlreadyExists', message, { ...details(name, group, plural), ...retry });
}

/** 409. `word` names what is in conflict: the Kind for preconditions, the plural for updates (API-04). */
export function conflict(
  { group }: ApiResource,
  word: string,
  name: string,
  reason: string,
): ApiStatus {
  // A recorded case compares this sentence (evidence/15-preconditions).
  const message = `Operation cannot be fulfilled on ${called(word, group, name)}: ${reason}`;
  return failureStatus('Conflict', message, details(name, group, word));
}

/** 403. Without a name the resource is meant: the request names no object. */
export function forbidden(
  { group, resource: plural }: ApiResource,
  name: string,
  reason: string,
  causes?: NonNullable<ApiStatus['details']>['causes'],
): ApiStatus {
  const message = `${called(plural, group, name)} is forbidden: ${reason}`;
  const more = causes ? { causes } : {};
  return failureStatus('Forbidden', message, { ...details(name, group, plural), ...more });
}

/** 400. */
export function badRequest(message: string): ApiStatus {
  return failureStatus('BadRequest', message);
}

/** 500 of what the server could not read; it names no reason. */
export function unreadable(message: string): ApiStatus {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
}

/** `deployments.apps "web"`. */
function called(word: string, group: string, name: string): string {
  const what = group === '' ? word : `${word}.${group}`;
  return name === '' ? what : `${what} ${JSON.stringify(name)}`;
}

/** Leaves out empty fields, as the API does. */
function details(name: string, group: string, kind: string): NonNullable<ApiStatus['details']> {
  const known = Object.entries({ name, group, kind }).filter(([, text]) => text !== '');
  return Object.fromEntries(known);
}
