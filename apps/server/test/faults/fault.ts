import type { ServerResponse } from 'node:http';
import type { FakeResource, SeenRequest } from '../support/fake-api-server.ts';
import { PODS } from '../support/reflector-run.ts';
import type { FaultyCluster } from './faulty-cluster.ts';

export const JOBS: FakeResource = { ...PODS, group: 'batch', resource: 'jobs', kind: 'Job' };
export const NODES: FakeResource = { ...PODS, resource: 'nodes', kind: 'Node' };

/** One of the ways in which reading a cluster goes wrong. */
export interface Fault {
  readonly name: string;
  /** Lets the fault happen, and asserts that it did. Changes come while it lasts. */
  readonly happen: (faulty: FaultyCluster) => Promise<void>;
  /** For how long a kind may be shown as read although it is not as on the server; without it the usual time. */
  readonly longestLie?: number;
  /** So long after it everything is read again. */
  readonly longestCatchingUp?: number;
  /** The clock runs on by minutes meanwhile. */
  readonly takesMinutes?: true;
}

export function put({ server }: FaultyCluster, name: string, resource: FakeResource = PODS): void {
  // As in a cluster, a name is of one object, and no uid comes twice.
  const known = server.list(resource).find((each) => each.name === name);
  const uid = known?.uid ?? `u-${name}-${server.version}`;
  server.put(resource, { namespace: 'shop', name, uid });
}

/** Something is created, changed and deleted. */
export function change(faulty: FaultyCluster): void {
  const { server } = faulty;
  for (const { uid } of server.list(PODS).slice(0, 1)) server.remove(PODS, uid);
  put(faulty, `new-${server.version}`);
  put(faulty, 'kept');
}

export function isOf({ path }: SeenRequest, { resource }: FakeResource): boolean {
  return path.endsWith(`/${resource}`);
}

/** Whether it asks for all objects, in one of the two ways. */
export function isListed({ query }: SeenRequest): boolean {
  return !query.has('watch') || query.has('sendInitialEvents');
}

export const all = (): boolean => true;

/** While it lasts, these requests are answered so. */
export async function during(
  faulty: FaultyCluster,
  concerns: (request: SeenRequest) => boolean,
  respond: (response: ServerResponse, request: SeenRequest) => void,
  time: number,
): Promise<void> {
  let fired = 0;
  faulty.server.answering = (response, request) => {
    if (!concerns(request)) return false;
    fired++;
    respond(response, request);
    return true;
  };
  faulty.server.endWatches();
  change(faulty);
  // After another fault requests may be waiting.
  await faulty.until(() => fired > 0);
  await faulty.pass(time);
  change(faulty);
  faulty.server.answering = undefined;
}
