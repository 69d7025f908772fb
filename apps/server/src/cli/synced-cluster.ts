import type { KindHealth, Millis } from '@gcscope/gc-core/wire';
import { ClusterUnreachableError } from '../cluster/connection.ts';
import type { OpenCluster } from './cluster-source.ts';

/** A kind that has not been read by then is left unread. */
const LONGEST_WAIT: Millis = 60_000;

/**
 * Waits until every kind has been read or has failed; resolves with the kinds that are not read, as `<Kind>.<group>`.
 * Throws `ClusterUnreachableError` when the cluster does not answer.
 */
export async function syncedCluster(opened: OpenCluster, stop: AbortSignal): Promise<string[]> {
  const { cluster } = opened;
  await opened.asked;
  cluster.live.flush();
  if (cluster.health.state === 'stale') {
    const { server } = cluster.info;
    throw new ClusterUnreachableError(
      `The cluster at ${server} cannot be read: ${cluster.health.message ?? 'it does not answer'}.`,
    );
  }
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      unsubscribe();
      cancel();
      stop.removeEventListener('abort', finish);
      resolve();
    };
    const check = (): void => {
      if (!cluster.health.kinds.some(isOnTheWay)) finish();
    };
    const unsubscribe = cluster.subscribe({ frame: () => {}, health: check });
    const cancel = cluster.clock.setTimeout(finish, LONGEST_WAIT);
    stop.addEventListener('abort', finish);
    check();
  });
  cluster.live.flush();
  const unread = cluster.health.kinds.filter((kind) => kind.state !== 'synced');
  return unread.map(({ group, kind }) => (group === '' ? kind : `${kind}.${group}`));
}

function isOnTheWay({ state }: KindHealth): boolean {
  return state === 'listing' || state === 'backoff';
}
