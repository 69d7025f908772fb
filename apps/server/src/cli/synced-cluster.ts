import { groupResource, kindName } from '@gcscope/gc-core';
import type { KindHealth, Millis } from '@gcscope/gc-core/wire';
import { joined } from '@gcscope/gc-core/wire';
import { ClusterUnreachableError } from '../cluster/access/connection.ts';
import type { OpenCluster } from './cluster-source.ts';

/** A kind that has not been read by then is left unread. */
const LONGEST_WAIT: Millis = 60_000;

/** The sentence to say when the cluster did not answer the first time it was asked; `undefined` when it did. */
export async function firstFailure({ asked, cluster }: OpenCluster): Promise<string | undefined> {
  await asked;
  cluster.live.settle();
  const { state, message = 'it does not answer' } = cluster.health;
  return state === 'stale'
    ? `The cluster at ${cluster.info.server} cannot be read: ${message}.`
    : undefined;
}

/**
 * Waits until every kind has been read or has failed; resolves with the kinds that are not read, as `<Kind>.<group>`, except
 * those that are `ignored`, as `group/resource`.
 * Throws `ClusterUnreachableError` when the cluster does not answer.
 */
export async function syncedCluster(
  opened: OpenCluster,
  ignored: readonly string[] = [],
): Promise<string[]> {
  const { cluster } = opened;
  const why = await firstFailure(opened);
  if (why !== undefined) throw new ClusterUnreachableError(why);
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      unsubscribe();
      cancel();
      resolve();
    };
    const check = (): void => {
      if (!cluster.health.kinds.some(isOnTheWay)) finish();
    };
    const unsubscribe = cluster.subscribe({ frame: () => {}, health: check });
    const cancel = cluster.clock.setTimeout(finish, LONGEST_WAIT);
    check();
  });
  cluster.live.settle();
  return cluster.health.kinds.flatMap((kind) => {
    if (ignored.includes(groupResource(kind))) return [];
    if (kind.state !== 'synced') return [kindName(kind)];
    const { namespaces } = kind;
    return namespaces ? [`${kindName(kind)} (outside of ${joined(namespaces)})`] : [];
  });
}

function isOnTheWay({ state }: KindHealth): boolean {
  return state === 'listing' || state === 'backoff' || state === 'stale';
}
