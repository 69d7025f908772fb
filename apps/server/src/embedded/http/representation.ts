import type { ApiObject, ApiStatus } from '@gcscope/gc-core';

/** Whether it is the answer to a request and no object. */
export function isStatus(answer: ApiObject | ApiStatus): answer is ApiStatus {
  return answer.kind === 'Status' && answer.apiVersion === 'v1' && 'status' in answer;
}

/** `PartialObjectMetadata`: the metadata alone. */
export function partialObjectMetadata(object: ApiObject): ApiObject {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: object.metadata,
  };
}

/** Order of a list: namespace, then name, byte by byte as in etcd. */
export function compareObjects(a: ApiObject, b: ApiObject): number {
  const left = objectKey(a);
  const right = objectKey(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The key an object is stored under within its resource. */
export function objectKey({ metadata: { namespace = '', name } }: ApiObject): string {
  return `${namespace}/${name}`;
}
