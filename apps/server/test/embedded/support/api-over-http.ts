import {
  type ApiObject,
  type ApiResource,
  ApiServer,
  DEFAULT_RELEASE,
  RELEASES,
  ResourceTable,
} from '@gcscope/gc-core';
import { systemClock } from '../../../src/base/clock.ts';
import {
  type ApiHttpServer,
  type ApiHttpServerOptions,
  startApiHttpServer,
} from '../../../src/embedded/http/api-http-server.ts';

const DATABASES: ApiResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'databases',
  kind: 'Database',
  namespaced: true,
  custom: true,
};

/** An API server without anybody at work in it, over HTTP. */
export interface ApiOverHttp {
  readonly apiServer: ApiServer;
  readonly url: string;
  /** A request with a JSON body; the answer's code and parsed body. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ code: number; body: Body; headers: Headers }>;
  close(): Promise<void>;
}

/** Any JSON answer of the API, with the fields the tests look at. */
interface Body {
  readonly kind: string;
  readonly [field: string]: unknown;
}

export function configMap(
  name: string,
  namespace: string = 'default',
  metadata: Partial<ApiObject['metadata']> = {},
): ApiObject {
  const uid = `${namespace}-${name}`;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, uid, creationTimestamp: '2026-11-21T13:00:00Z', ...metadata },
    data: { key: 'value' },
  };
}

export async function startApiOverHttp(
  objects: readonly ApiObject[] = [],
  options: Partial<ApiHttpServerOptions> = {},
): Promise<ApiOverHttp> {
  const clock = options.clock ?? systemClock;
  const apiServer = new ApiServer({
    release: RELEASES[DEFAULT_RELEASE],
    table: ResourceTable.builtIn([DATABASES]),
    now: () => clock.now(),
  });
  apiServer.put(objects);
  const http: ApiHttpServer = await startApiHttpServer({ apiServer, clock, ...options });
  return {
    apiServer,
    url: http.url,
    async request(method, path, body, headers = {}) {
      const response = await fetch(`${http.url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        code: response.status,
        body: (await response.json()) as Body,
        headers: response.headers,
      };
    },
    close: () => http.close(),
  };
}
