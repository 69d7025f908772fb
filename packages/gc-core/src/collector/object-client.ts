import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import { invariant } from '../meta/invariant.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';

/** The object of a request; the namespace is empty for cluster-scoped resources. */
interface RequestAddress {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
}

/** Media types of the two patches the collector sends (PA-01). */
type PatchContentType = 'application/strategic-merge-patch+json' | 'application/merge-patch+json';

/** One API request of a worker. */
export type ApiRequest =
  /** `after`: how long a worker waits before it tries again what was a conflict (CF-06). */
  | (RequestAddress & { readonly verb: 'get'; readonly after?: Millis })
  | (RequestAddress & { readonly verb: 'delete'; readonly options: DeleteOptions })
  /** A PUT of the whole object (FR-09, PG-36). */
  | (RequestAddress & { readonly verb: 'update'; readonly object: ApiObject })
  | (RequestAddress & {
      readonly verb: 'patch';
      readonly contentType: PatchContentType;
      readonly body: Readonly<Record<string, unknown>>;
    });

/** The answer: the object (for a removal the server's Status), or why not. */
export type ApiAnswer =
  | { readonly ok: true; readonly object: ApiObject | ApiStatus }
  | { readonly ok: false; readonly status: ApiStatus };

/** The port through which the collector acts. */
export interface ObjectClient {
  send(request: ApiRequest): ApiAnswer;
}

/** Sends the next request of a pass to which nobody gave the answer. */
export function sendNext(client: ObjectClient | undefined, request: ApiRequest): ApiAnswer {
  invariant(client, 'A collector without client has to be given the answers.');
  return client.send(request);
}

/** Finds the resource of a kind; `undefined` is a REST-mapping error. `ResourceTable` fits. */
export interface RestMapper {
  forKind(apiVersion: string, kind: string): ApiResource | undefined;
}

/** The request as one line: `delete v1/pods ns1/podname1`. */
export function requestText(request: ApiRequest): string {
  const { verb, resource, namespace, name } = request;
  const where = namespace === '' ? name : `${namespace}/${name}`;
  return `${verb} ${apiVersionOf(resource)}/${resource.resource} ${where}`;
}

/** The URL path of a request (HT-02). */
export function requestPath(request: RequestAddress): string {
  const { resource, namespace, name } = request;
  const root =
    resource.group === ''
      ? `/api/${resource.version}`
      : `/apis/${resource.group}/${resource.version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}${scope}/${resource.resource}/${encodeURIComponent(name)}`;
}
