import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiResult, CollectionResult } from '../../src/apiserver/api-result.ts';
import {
  ApiServer,
  type ApiServerOptions,
  type StoredEvent,
} from '../../src/apiserver/api-server.ts';
import { type ApiResource, apiVersionOf } from '../../src/meta/api-resource.ts';
import type { ApiStatus } from '../../src/meta/api-status-error.ts';
import { invariant } from '../../src/meta/invariant.ts';
import type { ApiObject, ObjectMeta } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

const cog = { group: 'gc.example.com', resource: 'cogs', kind: 'Cog', namespaced: true };

/** The built-in kinds and one custom resource in two versions, `v2` preferred. */
const table: ResourceTable = ResourceTable.builtIn([
  { ...cog, version: 'v2', custom: true },
  { ...cog, version: 'v1', custom: true },
]);

/** The resource of a kind: `kind('apps/v1', 'Deployment')`. */
export function kind(apiVersion: string, name: string): ApiResource {
  const resource = table.forKind(apiVersion, name);
  invariant(resource, `${apiVersion} ${name} is not in the table`);
  return resource;
}

export const configMaps: ApiResource = kind('v1', 'ConfigMap');
export const pods: ApiResource = kind('v1', 'Pod');
export const namespaces: ApiResource = kind('v1', 'Namespace');
export const deployments: ApiResource = kind('apps/v1', 'Deployment');
export const cogs: ApiResource = kind('gc.example.com/v1', 'Cog');

/** A server whose clock stands at 2026-11-21T12:00:00Z until it is set, with everything it stored. */
export interface TestServer {
  readonly server: ApiServer;
  readonly events: StoredEvent[];
  readonly clock: { now: number };
  /** Creates an object in namespace `ns`, or none if cluster-scoped; returns where it is. */
  add(
    resource: ApiResource,
    name: string,
    metadata?: Partial<ObjectMeta>,
    rest?: object,
  ): RequestTarget;
  /** The stored object, `undefined` when it is gone. */
  read(target: RequestTarget): ApiObject | undefined;
  /** `<type> <name>` of each event since the last call. */
  takeEvents(): string[];
}

export const START = 1_795_262_400_000;

export function testServer(options: Partial<ApiServerOptions> = {}): TestServer {
  const clock = { now: START };
  const now = (): number => clock.now;
  const server = new ApiServer({ release: RELEASES['v1.36'], table, now, ...options });
  const events: StoredEvent[] = [];
  server.subscribe((event) => events.push(event));
  let taken = 0;
  return {
    server,
    events,
    clock,
    add(resource, name, metadata = {}, rest = {}) {
      const target = targetOf(resource, name);
      const sent = manifest(resource, name, metadata, rest);
      objectOf(server.create(resource, target.namespace, sent));
      return target;
    },
    read(target) {
      const result = server.get(target);
      return result.ok ? objectOf(result) : undefined;
    },
    takeEvents() {
      const fresh = events.slice(taken);
      taken = events.length;
      return fresh.map(({ type, object }) => `${type} ${object.metadata.name}`);
    },
  };
}

/** Where the object of this name is, in namespace `ns` or in none. */
export function targetOf(resource: ApiResource, name: string): RequestTarget {
  return { resource, namespace: resource.namespaced ? 'ns' : '', name };
}

/** The `Status` of a failure, as the API server answers it. */
export function failure(
  code: number,
  reason: string,
  message: string,
  details: NonNullable<ApiStatus['details']>,
): object {
  const coordinates = { kind: 'Status', apiVersion: 'v1', metadata: {} };
  return { ...coordinates, status: 'Failure', message, reason, details, code };
}

/** A finalizer that nobody removes. */
export const HOLD: Pick<ObjectMeta, 'finalizers'> = { finalizers: ['example.com/hold'] };

/** What a user would send. */
export function manifest(
  resource: ApiResource,
  name: string,
  metadata: Partial<ObjectMeta> = {},
  rest: object = {},
): ApiObject {
  const meta = { name, ...metadata } as ObjectMeta;
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: meta, ...rest };
}

/** The object of an answer that succeeded with one. */
export function objectOf(result: ApiResult): ApiObject {
  invariant(result.ok, `refused: ${JSON.stringify(result)}`);
  invariant(result.object.kind !== 'Status', 'a Status instead of an object');
  return result.object as ApiObject;
}

/** The Status of an answer, of success or of failure. */
export function statusOf(result: ApiResult | CollectionResult): ApiStatus {
  if (!result.ok) return result.status;
  invariant('object' in result, 'a list instead of a Status');
  invariant(result.object.kind === 'Status', 'an object instead of a Status');
  return result.object as ApiStatus;
}
