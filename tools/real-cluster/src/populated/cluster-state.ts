import { describeAnswer } from '../api-client.ts';
import { listMetadata, type ObjectMetadata } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';

/** An object as the API server has it. */
export interface RealObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMetadata;
}

/** All objects that the collector watches, by uid. */
export type ClusterState = ReadonlyMap<string, RealObject>;

interface Group {
  readonly preferredVersion: { readonly groupVersion: string };
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** Written every few seconds by the holder. */
const RENEWED = 'Lease';

/** Reads every kind that can be deleted, listed and watched (MO-01), in its preferred version, but for Events (MO-03) and Leases. */
export async function readCluster(cluster: RealCluster): Promise<ClusterState> {
  const { groups } = (await read(cluster, '/apis')) as { readonly groups: readonly Group[] };
  const versions = ['v1', ...groups.map((group) => group.preferredVersion.groupVersion)];
  const objects = await Promise.all(versions.map((version) => readVersion(cluster, version)));
  return new Map(objects.flat().map((object) => [object.metadata.uid, object]));
}

async function readVersion(cluster: RealCluster, apiVersion: string): Promise<RealObject[]> {
  const path = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const { resources } = (await read(cluster, path)) as { readonly resources: readonly Resource[] };
  const lists = resources
    .filter(({ verbs }) => ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb)))
    .filter(({ kind }) => kind !== 'Event' && kind !== RENEWED)
    .map(async ({ name, kind }) => {
      const items = await listMetadata(cluster, `${path}/${name}`);
      return items.map((metadata): RealObject => ({ apiVersion, kind, metadata }));
    });
  return (await Promise.all(lists)).flat();
}

async function read(cluster: RealCluster, path: string): Promise<unknown> {
  const answer = await cluster.request('GET', path);
  if (answer.code !== 200) throw new Error(`${path}: ${describeAnswer(answer)}`);
  return answer.body;
}

/** `ConfigMap shop/web`. */
export function nameOf({ kind, metadata: { namespace, name } }: RealObject): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

function isTerminating(object: RealObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

/** Whether it went, or was deleted, on the way from one state to the other. */
export function hasMoved(object: RealObject, after: ClusterState): boolean {
  const end = after.get(object.metadata.uid);
  return end === undefined || (isTerminating(end) && !isTerminating(object));
}

/** What became of an object, in few words. */
export function endOf(end: RealObject | undefined): string {
  if (!end) return 'gone';
  const { finalizers = [], ownerReferences = [] } = end.metadata;
  const owners = ownerReferences.map(({ kind, name }) => `${kind} ${name}`);
  return [
    isTerminating(end) ? 'in Terminating' : 'lives',
    ...(finalizers.length > 0 ? [`finalizers ${finalizers.join(', ')}`] : []),
    ...(owners.length > 0 ? [`owners ${owners.join(', ')}`] : []),
  ].join('; ');
}
