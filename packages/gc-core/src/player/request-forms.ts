import type { Manifest } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import { code, say } from '../meta/sentence.ts';
import type { Act } from '../simulation/step-recorder.ts';

/** A request as a step shows it; the caller adds how to send it. */
export type DescribedRequest = Omit<Act, 'run'>;

/** A DELETE of the object at this path, as it goes over the wire. */
export function deleteForm(path: string, options: DeleteOptions): Act['request'] {
  const body = JSON.stringify({ kind: 'DeleteOptions', apiVersion: 'v1', ...options });
  return { method: 'DELETE', path, body };
}

/** A JSON merge patch of the object at this path. */
export function patchForm(path: string, body: unknown): Act['request'] {
  const contentType = 'application/merge-patch+json';
  return { method: 'PATCH', path, contentType, body: JSON.stringify(body) };
}

/** The POST that creates the object which will be at this path. */
export function createForm(path: string, manifest: Manifest): Act['request'] {
  return { method: 'POST', path: path.replace(/\/[^/]*$/, ''), body: JSON.stringify(manifest) };
}

/** The controller behind a finalizer has done its work; `body` is its patch. */
export function finalizerRemoval(
  subject: ObjectReference,
  path: string,
  finalizers: readonly string[],
  finalizer: string,
): { readonly body: unknown; readonly described: DescribedRequest } {
  const left = finalizers.filter((each) => each !== finalizer);
  const body = { metadata: { finalizers: left.length > 0 ? left : null } };
  const sentence = say`The controller behind ${code(finalizer)} removes this finalizer from ${subject}.`;
  const request = patchForm(path, body);
  return { body, described: { actor: 'controller', rule: 'API-35', sentence, subject, request } };
}

/** The final DELETE of the kubelet that has ended a Pod, and its options. */
export function finalDeletion(
  subject: ObjectReference,
  path: string,
): { readonly options: DeleteOptions; readonly described: DescribedRequest } {
  const options = { gracePeriodSeconds: 0, preconditions: { uid: subject.uid } };
  const sentence = say`The kubelet has stopped ${subject} and sends the final DELETE.`;
  const request = deleteForm(path, options);
  return { options, described: { actor: 'kubelet', rule: 'API-54', sentence, subject, request } };
}
