import { type GraphNode, objectName } from '@gcscope/gc-core';
import { plainText, type Uid } from '@gcscope/gc-core/wire';
import { RequestError } from '../base/errors.ts';
import type { LiveCluster } from '../live/live-cluster.ts';

/** The answer to a forecast or a simulation of its deletion. */
export const NOTHING_TO_DELETE = 'The object no longer exists.';

const REMEMBERED = 'Its page shows its last known state.';

/** The object with this uid. Throws the answer of `missingObject` when it is gone or was never seen. */
export function livingObject(cluster: LiveCluster, uid: Uid, ifGone: string): GraphNode {
  const node = cluster.live.graph.get(uid);
  if (node && !cluster.history.tombstone(uid)) return node;
  throw missingObject(cluster, uid, ifGone);
}

/**
 * Why there is no object with this uid: it is gone, since when and how, or it was never seen, which may mean that little
 * or nothing has been read. `ifGone`: what that means for the request.
 */
export function missingObject(
  cluster: LiveCluster,
  uid: Uid,
  ifGone: string = REMEMBERED,
): RequestError {
  const gone = cluster.history.tombstone(uid);
  if (gone) {
    const since = `${objectName(gone.record)} has been gone since ${gone.at}`;
    return new RequestError(
      410,
      'uid-gone',
      plainText(gone.text).replace(/^Gone/, () => since),
      ifGone,
    );
  }
  const title = 'gcscope has seen no object with this uid.';
  return new RequestError(404, 'uid-unknown', title, whyUnseen(cluster));
}

function whyUnseen({ health, live }: LiveCluster): string {
  const { state, message = 'the cluster does not answer' } = health;
  if (state === 'syncing') return 'gcscope is still reading the cluster: try again in a moment.';
  if (state === 'live') {
    return 'It may have been deleted before gcscope started, or belong to another cluster. Search by name instead.';
  }
  return live.graph.size === 0
    ? `gcscope has not read anything from the cluster yet: ${message}.`
    : `It may be newer than the last data from the cluster, which does not answer now: ${message}.`;
}
