import type { ObjectMeta } from '@gcscope/gc-core';
import { type ApiAnswer, describeAnswer } from './api-client.ts';
import type { RealCluster } from './real-cluster.ts';

/** The metadata of an object as a real API server answers it. */
export type ObjectMetadata = ObjectMeta &
  Required<Pick<ObjectMeta, 'resourceVersion' | 'creationTimestamp'>>;

/** The `propagationPolicy` of DeleteOptions. */
export type DeletePropagation = 'Background' | 'Foreground' | 'Orphan';

/** Where objects of a resource are listed and created; without a namespace those of all. */
export function collectionPath(
  { apiVersion, resource }: { readonly apiVersion: string; readonly resource: string },
  namespace: string,
): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const home = namespace === '' ? '' : `/namespaces/${namespace}`;
  return `${root}${home}/${resource}`;
}

const AS_METADATA_LIST =
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** The metadata of every object under `path`, for example `/apis/apps/v1/namespaces/a/deployments`. */
export async function listMetadata(cluster: RealCluster, path: string): Promise<ObjectMetadata[]> {
  const answer = await cluster.request('GET', path, undefined, { accept: AS_METADATA_LIST });
  const { items } = expectCode(`list ${path}`, answer, [200]) as {
    readonly items: readonly { readonly metadata: ObjectMetadata }[] | null;
  };
  // An empty list of metadata is answered as null.
  return (items ?? []).map(({ metadata }) => metadata);
}

/** Creates `object` in the collection `path`; rejects unless the answer is 201. */
export async function createObject(
  cluster: RealCluster,
  path: string,
  object: object,
): Promise<ObjectMetadata> {
  const answer = await cluster.request('POST', path, object);
  const created = expectCode(`create in ${path}`, answer, [201]);
  return (created as { readonly metadata: ObjectMetadata }).metadata;
}

/**
 * Deletes the object at `path` with this policy; resolves when the API server has accepted it (200
 * or 202), which is the beginning of the end of its dependents. Rejects on any other answer.
 */
export async function deleteObject(
  cluster: RealCluster,
  path: string,
  propagationPolicy: DeletePropagation,
): Promise<void> {
  const options = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy };
  expectCode(`delete ${path}`, await cluster.request('DELETE', path, options), [200, 202]);
}

function expectCode(what: string, answer: ApiAnswer, codes: readonly number[]): unknown {
  if (!codes.includes(answer.code)) throw new Error(`${what}: ${describeAnswer(answer)}`);
  return answer.body;
}
