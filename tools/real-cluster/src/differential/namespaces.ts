import type { NamespaceStatus } from '@gcscope/gc-core/wire';
import { describeAnswer } from '../api-client.ts';
import type { ObjectMetadata } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { FINALIZERS } from './world.ts';
import { isTerminating, type StoredObject, type WorldState } from './world-state.ts';

/** The next pass takes them away (NS-09). */
const COLLECTORS: readonly string[] = FINALIZERS.slice(1);

/** A Namespace as the real server has it. */
export interface ReadNamespace {
  readonly metadata: ObjectMetadata;
  readonly status: NamespaceStatus;
}

/** All Namespaces of the cluster, with what they say beside their metadata. */
export async function readNamespaces(cluster: RealCluster): Promise<ReadNamespace[]> {
  const answer = await cluster.request('GET', '/api/v1/namespaces');
  if (answer.code !== 200) throw new Error(`Namespaces: ${describeAnswer(answer)}`);
  const { items } = answer.body as { readonly items: readonly ListedNamespace[] };
  return items.map(({ metadata, spec, status }) => {
    const { finalizers = [] } = spec;
    const { conditions = [] } = status;
    return { metadata, status: { finalizers, conditions } };
  });
}

interface ListedNamespace {
  readonly metadata: ObjectMetadata;
  readonly spec: Partial<Pick<NamespaceStatus, 'finalizers'>>;
  readonly status: Partial<Pick<NamespaceStatus, 'conditions'>>;
}

/**
 * Whether all that is left in a Namespace in deletion waits for a component other than its controller, which has made a pass
 * (NS-12). While a Pod is left nothing else need be touched (NS-07).
 */
export function isAtRest(
  content: readonly (ObjectMetadata & { readonly kind?: string })[],
  { conditions }: NamespaceStatus,
): boolean {
  if (content.length === 0 || conditions.length === 0) return false;
  const pods = content.filter(({ kind }) => kind === 'Pod');
  return (pods.length > 0 ? pods : content).every((each) => {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = each;
    if (deletionTimestamp === undefined) return false;
    return (
      deletionGracePeriodSeconds > 0 ||
      (finalizers.length > 0 && !finalizers.some((each) => COLLECTORS.includes(each)))
    );
  });
}

/** What the Namespaces of a world say beside their metadata, by name. */
export function namespaceStatuses(state: WorldState): ReadonlyMap<string, NamespaceStatus> {
  return new Map(
    [...state.values()].flatMap(({ identity, status }) =>
      status ? [[identity.name, status] as const] : [],
    ),
  );
}

/** The Namespace of the world that an object lives in and that is being emptied. */
export function emptiedHome(
  { identity }: StoredObject,
  state: WorldState,
): StoredObject | undefined {
  if (identity.namespace === '') return undefined;
  return [...state.values()].find((each) => {
    return isNamespace(each) && each.identity.name === identity.namespace && isTerminating(each);
  });
}

/** Whether nothing is left in a Namespace of the world. */
export function isEmpty({ identity: { name } }: StoredObject, state: WorldState): boolean {
  return ![...state.values()].some(({ identity }) => identity.namespace === name);
}

/** Whether the object is a Namespace. */
export function isNamespace({ identity: { apiVersion, kind } }: StoredObject): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}
