import type { Uid } from '@gcscope/gc-core/wire';
import type { RealCluster } from '../real-cluster.ts';
import { readNamespaces } from './namespaces.ts';
import { allLeft, type Play } from './play.ts';
import type { StoredObject, WorldState } from './world-state.ts';

/** What the real server has of each world, in the worlds' order. */
export async function readStates(
  cluster: RealCluster,
  plays: readonly Play[],
): Promise<WorldState[]> {
  const [left, namespaces] = await Promise.all([allLeft(cluster), readNamespaces(cluster)]);
  const statuses = new Map(namespaces.map(({ metadata, status }) => [metadata.uid, status]));
  return plays.map((play) => {
    const state = new Map<Uid, StoredObject>();
    for (const { apiVersion, kind, ...meta } of left) {
      const { namespace = '', name, uid } = meta;
      const number = play.numberOf(uid);
      if (number === undefined) continue;
      const identity = { apiVersion, kind, namespace, name, uid };
      const onNode = kind === 'Pod' && play.world.objects[number]?.onNode === true;
      const status = kind === 'Namespace' ? statuses.get(uid) : undefined;
      state.set(uid, { identity, meta, onNode, ...(status ? { status } : {}) });
    }
    return state;
  });
}
