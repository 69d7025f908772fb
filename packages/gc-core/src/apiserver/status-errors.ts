import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiStatus, failureStatus } from '../meta/api-status-error.ts';
import { jsonText, quoted } from './fault-values.ts';

/** One fault of a field, as it stands in the message and the causes of a 422. */
export interface FieldError {
  readonly field: string;
  readonly reason:
    | 'FieldValueInvalid'
    | 'FieldValueRequired'
    | 'FieldValueForbidden'
    | 'FieldValueTooLong'
    | 'FieldValueNotSupported';
  /** The text after the field's name: `Invalid value: "…": …`. */
  readonly message: string;
}

/** A field that has a value which cannot be: a plain text, or what is written alike in every release. */
export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  const shown = typeof value === 'string' ? quoted(value) : jsonText(value);
  return invalidShown(field, shown, detail);
}

/** A field that has a value which cannot be, shown in the words of a release. */
export function invalidShown(field: string, shown: string, detail: string): FieldError {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shown}: ${detail}` };
}

/** A field that has more than is taken. */
export function tooLongValue(field: string, detail: string): FieldError {
  return { field, reason: 'FieldValueTooLong', message: `Too long: ${detail}` };
}

/** A field that must have a value. */
export function requiredValue(field: string, detail: string): FieldError {
  return { field, reason: 'FieldValueRequired', message: `Required value: ${detail}` };
}

/** A field that may not have this value now. */
export function forbiddenValue(field: string, detail: string): FieldError {
  return { field, reason: 'FieldValueForbidden', message: `Forbidden: ${detail}` };
}

/** A field whose value, shown in the words of a release, is not one of a list. */
export function unsupportedValue(
  field: string,
  shown: string,
  supported: readonly string[],
): FieldError {
  const list = supported.map(quoted).join(', ');
  const message = `Unsupported value: ${shown}: supported values: ${list}`;
  return { field, reason: 'FieldValueNotSupported', message };
}

/** 422. The message names each fault once, the causes repeat what validation repeats (VA-07). */
export function invalid(
  subject: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): ApiStatus {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const { group, kind } = subject;
  const message = `${qualified(kind, group)} ${quoted(name)} is invalid: ${list}`;
  const causes = errors.map(({ reason, message, field }) => ({ reason, message, field }));
  return failureStatus('Invalid', message, { ...details(name, group, kind), causes });
}

/** 404 of an object. */
export function notFound(
  resource: Pick<ApiResource, 'group' | 'resource'>,
  name: string,
): ApiStatus {
  const { group, resource: plural } = resource;
  const message = `${qualified(plural, group)} ${quoted(name)} not found`;
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
  resource: ApiResource,
  name: string,
  { isBeingDeleted, isGenerated }: { isBeingDeleted: boolean; isGenerated: boolean },
): ApiStatus {
  const { group, resource: plural } = resource;
  const text =
    (isBeingDeleted ? 'object is being deleted: ' : '') +
    `${qualified(plural, group)} ${quoted(name)} already exists`;
  const about = details(name, group, plural);
  if (!isGenerated) return failureStatus('AlreadyExists', text, about);
  const message = `${text}, the server was not able to generate a unique name for the object`;
  return failureStatus('AlreadyExists', message, { ...about, retryAfterSeconds: 1 });
}

/** 409. `called` is the word for what is in conflict: the Kind for preconditions, the plural for updates (API-04). */
export function conflict(
  resource: ApiResource,
  called: string,
  name: string,
  reason: string,
): ApiStatus {
  const { group } = resource;
  const subject = `${qualified(called, group)} ${quoted(name)}`;
  const message = `Operation cannot be fulfilled on ${subject}: ${reason}`;
  return failureStatus('Conflict', message, details(name, group, called));
}

/** 403. Without a name the resource is meant: the request names no object. */
export function forbidden(
  resource: ApiResource,
  name: string,
  reason: string,
  causes?: NonNullable<ApiStatus['details']>['causes'],
): ApiStatus {
  const { group, resource: plural } = resource;
  const what = qualified(plural, group);
  const subject = name === '' ? what : `${what} ${quoted(name)}`;
  const message = `${subject} is forbidden: ${reason}`;
  const more = causes ? { causes } : {};
  return failureStatus('Forbidden', message, { ...details(name, group, plural), ...more });
}

/** 400. */
export function badRequest(message: string): ApiStatus {
  return failureStatus('BadRequest', message);
}

/** 500 of a text that the server could not read; it names no reason. */
export function unreadable(message: string): ApiStatus {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 };
}

function qualified(word: string, group: string): string {
  return group === '' ? word : `${word}.${group}`;
}

/** What is empty is left out, as the API does. */
function details(name: string, group: string, kind: string): NonNullable<ApiStatus['details']> {
  const known = Object.entries({ name, group, kind }).filter(([, text]) => text !== '');
  return Object.fromEntries(known);
}
