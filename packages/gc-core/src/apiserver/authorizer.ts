import { groupResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { RequestTarget } from './api-request.ts';
import { NAMESPACES } from './namespaces.ts';
import { forbidden } from './status-errors.ts';

/** The verbs of requests that change something. */
export type Verb = 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** One question to the authorizer: may this user do that? `*` in a field asks for all of its values at once. */
export interface AccessQuestion {
  readonly user: string;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** Plural. */
  readonly resource: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Empty for a cluster-scoped object, and where all namespaces are meant. */
  readonly namespace: string;
  /** Empty where the request names no object. */
  readonly name: string;
}

/** Whether the user may do it. */
export type Authorizer = (question: AccessQuestion) => boolean;

/** The 403 of a request that its user may not send, or `undefined`; a collection and a new object have no name. */
export function refuseAccess(
  authorize: Authorizer | undefined,
  verb: Verb,
  { resource, namespace: home, name, subresource = '' }: RequestTarget,
  user: string | undefined,
): ApiStatus | undefined {
  if (!authorize || user === undefined) return undefined;
  const { group, version, resource: plural } = resource;
  // A Namespace is asked about as if it were in itself.
  const namespace = groupResource(resource) === NAMESPACES ? name : home;
  const question = { user, verb, group, version, resource: plural, subresource, namespace, name };
  if (authorize(question)) return undefined;
  const path = subresource === '' ? plural : `${plural}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `resource "${path}" in API group "${group}"`;
  return forbidden(resource, name, `User "${user}" cannot ${verb} ${what} ${where}`);
}
