import { isTooDeep } from '../apiserver/json-value.ts';
import { contentFault } from '../apiserver/kind-types.ts';
import { misfitSentence } from '../apiserver/read-typed.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import { type ApiObject, type Manifest, type Millis, parseTimestamp } from '../meta/object-meta.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import { ScenarioError } from './scenario.ts';

/** The moment of an RFC 3339 time; `path` is its place in the document. Throws `ScenarioError`. */
export function momentOf(text: string, path: readonly (string | number)[] = []): Millis {
  const moment = parseTimestamp(text);
  if (moment === undefined) throw new ScenarioError(`"${text}" is not an RFC 3339 time.`, path);
  return moment;
}

/** An object of the resource as it is in the document, complete enough to be stored. Throws `ScenarioError`. */
export function storedObject(resource: ApiResource, manifest: Manifest): ApiObject {
  const { name, uid } = manifest.metadata;
  if (name === undefined || name === '') {
    throw new ScenarioError('An object needs metadata.name.', ['metadata', 'name']);
  }
  if (uid === undefined || uid === '') {
    throw new ScenarioError(`${manifest.kind} ${name} needs metadata.uid here.`, [
      'metadata',
      'uid',
    ]);
  }
  if (isTooDeep(manifest)) {
    throw new ScenarioError(`${manifest.kind} ${name} is nested too deep, or holds itself.`);
  }
  const wrong = contentFault(resource, manifest);
  if (wrong) throw new ScenarioError(`${misfitSentence(wrong)}.`, wrong.path);
  const { metadata } = manifest;
  for (const field of ['creationTimestamp', 'deletionTimestamp'] as const) {
    const time = metadata[field] ?? undefined;
    if (time !== undefined) momentOf(time, ['metadata', field]);
  }
  const { ownerReferences, ...present } = withoutNulls(metadata);
  const owners = ownerReferences && { ownerReferences: ownerReferences.map(wholeReference) };
  return { ...manifest, metadata: { ...present, ...owners, name, uid } };
}

/** The reference as a Go program reads it: an absent text is empty. */
function wholeReference(reference: Partial<OwnerReference>): OwnerReference {
  return { apiVersion: '', kind: '', name: '', uid: '', ...withoutNulls(reference) };
}

/** The fields but for those that are null, which is the same as absent. */
export function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as T;
}
