import { ApiServer, type ApiServerOptions } from '../../src/apiserver/api-server.ts';
import { field, isJsonMap } from '../../src/apiserver/json-value.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import {
  NamespaceController,
  type NamespacePass,
} from '../../src/simulation/namespace-controller.ts';

export const START: number = 1_795_262_400_000;
/** A server with a controller, on a clock that moves by `wait`. */
export class World {
  readonly server: ApiServer;
  readonly controller: NamespaceController;
  readonly passes: NamespacePass[] = [];
  now = START;

  constructor(objects: readonly ApiObject[], options: Partial<ApiServerOptions> = {}) {
    const { release = RELEASES['v1.36'], table = ResourceTable.builtIn() } = options;
    const now = (): number => this.now;
    this.server = new ApiServer({ release, table, now, ...options });
    this.server.put(objects);
    const onPass = (pass: NamespacePass): void => void this.passes.push(pass);
    this.controller = new NamespaceController({ apiServer: this.server, release, now, onPass });
  }

  /** Moves on by this many milliseconds, making each pass at its time; returns when they were, from the start. */
  wait(millis: number): number[] {
    const until = this.now + millis;
    const times: number[] = [];
    for (;;) {
      const due = this.controller.nextDue();
      if (due === undefined || due > until) break;
      this.now = Math.max(this.now, due);
      if (this.controller.pass()) times.push(this.now - START);
    }
    this.now = until;
    return times;
  }

  /** Deletes namespace `a`; `millis` later, returns when passes were made, from the start. */
  deleteHome(millis = 5_000): number[] {
    this.delete('v1', 'Namespace', 'a');
    return this.wait(millis);
  }

  at(apiVersion: string, kind: string, name: string): ApiObject | undefined {
    const resource = this.server.table.forKind(apiVersion, kind);
    if (!resource) return undefined;
    const answer = this.server.get({
      resource,
      namespace: resource.namespaced ? 'a' : '',
      name,
    });
    return answer.ok ? (answer.object as ApiObject) : undefined;
  }

  get namespace(): ApiObject | undefined {
    return this.at('v1', 'Namespace', 'a');
  }

  /** `<type>=<status> <reason>: <message>`, and the time of the last transition. */
  conditions(): { text: string; at: string }[] {
    const status = this.namespace?.status;
    const list = isJsonMap(status) ? field(status, 'conditions') : undefined;
    return (Array.isArray(list) ? list : []).map((each: Record<string, string>) => ({
      text: `${each.type}=${each.status} ${each.reason}: ${each.message}`,
      at: each.lastTransitionTime ?? '',
    }));
  }

  delete(apiVersion: string, kind: string, name: string, grace?: number): void {
    const resource = this.server.table.forKind(apiVersion, kind);
    if (!resource) return;
    const namespace = resource.namespaced ? 'a' : '';
    const options = grace === undefined ? {} : { gracePeriodSeconds: grace };
    this.server.delete({ resource, namespace, name }, options);
  }

  patch(apiVersion: string, kind: string, name: string, body: object): void {
    const resource = this.server.table.forKind(apiVersion, kind);
    if (!resource) return;
    const namespace = resource.namespaced ? 'a' : '';
    this.server.patch({ resource, namespace, name }, 'merge', body);
  }
}

/** A core object in namespace `a`. */
export function object(
  kind: string,
  name: string,
  meta: object = {},
  rest: object = {},
): ApiObject {
  const metadata = { name, namespace: 'a', uid: `${kind}-${name}`, ...meta };
  return { apiVersion: 'v1', kind, metadata, ...rest };
}

/** Namespace `a`. */
export const home = (rest: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'a', uid: 'ns-a' },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
  ...rest,
});
/** A Pod that has a node. */
export const running = (name: string, spec: object = {}): ApiObject =>
  object('Pod', name, {}, { spec: { nodeName: 'n', ...spec } });
export const HELD: { finalizers: string[] } = { finalizers: ['example.com/hold'] };

/** An APIService that says whether its group is served. */
export function apiService(group: string, isAvailable: boolean): ApiObject {
  const status = isAvailable ? 'True' : 'False';
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `v1beta1.${group}`, uid: group },
    spec: { group, version: 'v1beta1' },
    status: { conditions: [{ type: 'Available', status }] },
  };
}
