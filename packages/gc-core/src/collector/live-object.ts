import type { ApiResource } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { identityText, type ObjectReference } from '../meta/object-reference.ts';
import type { WorkerContext } from './attempt.ts';
import type { ApiAnswer, ApiRequest } from './object-client.ts';

/** Why a worker could not go on with an item; `outcomeOf` makes forget or requeue of it (AD-W7..10). */
export type Failure =
  | { readonly type: 'no-mapping'; readonly rule: 'AD-04' | 'CL-03'; readonly text: string }
  | { readonly type: 'never'; readonly rule: 'AD-05' | 'CL-04' }
  | { readonly type: 'gone'; readonly rule: 'AD-07' | 'AD-09' | 'DE-06' }
  | { readonly type: 'status'; readonly rule: string; readonly text: string };

/** Where an object is found: resource and namespace, which is empty for cluster-scoped types (AD-06). */
export interface Address {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/** The address of an identity, or why it has none (AD-04..06). */
export function addressOf(
  identity: ObjectReference,
  { restMapper, release }: Pick<WorkerContext, 'restMapper' | 'release'>,
): { readonly address: Address } | { readonly failure: Failure } {
  const resource = restMapper.forKind(identity.apiVersion, identity.kind);
  if (!resource) {
    const text = noMappingText(identity.apiVersion, identity.kind);
    return { failure: { type: 'no-mapping', rule: 'AD-04', text } };
  }
  const isAsked = !release.leavesNamespacedOwnersOfClusterScopedAlone;
  if (resource.namespaced && identity.namespace === '' && !isAsked) {
    return { failure: { type: 'never', rule: 'AD-05' } };
  }
  const namespace = resource.namespaced ? identity.namespace : '';
  return { address: { resource, namespace, name: identity.name } };
}

/** The log message for a kind without REST mapping (AD-W9). */
export function noMappingText(apiVersion: string, kind: string): string {
  return `unable to get REST mapping for ${apiVersion}/${kind}.`;
}

/** The metadata of a successful answer that carries an object. */
export function metaOf(answer: ApiAnswer & { ok: true }): ObjectMeta {
  // A GET, or a request that leaves the object, is always answered with metadata. Only a removal is answered with a Status, which no caller
  // reads.
  return answer.object.metadata as ObjectMeta;
}

/** The message of a failed answer. */
export function errorText(status: ApiStatus): string {
  return status.message ?? status.reason ?? 'unknown error';
}

/** The request that reads an object live. */
export function getAt({ resource, namespace, name }: Address): ApiRequest {
  return { verb: 'get', resource, namespace, name };
}

/** The object's metadata in the answer, `undefined` for 404, or a failure. */
export function liveIn(
  answer: ApiAnswer,
  rule: string,
): { readonly live: ObjectMeta | undefined } | { readonly failure: Failure } {
  if (answer.ok) return { live: metaOf(answer) };
  if (answer.status.reason === 'NotFound') return { live: undefined };
  return { failure: { type: 'status', rule, text: errorText(answer.status) } };
}

/** The failure of an address in words, for errors that name the object. */
export function failureText(failure: Failure, identity: ObjectReference): string {
  if (failure.type === 'no-mapping' || failure.type === 'status') return failure.text;
  return failure.type === 'never'
    ? `cannot look up ${identityText(identity)} without a namespace`
    : `${identityText(identity)} is gone`;
}
