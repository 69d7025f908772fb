import type { ObjectMeta, ObjectReference } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { listMetadata } from '../objects.ts';
import type { RealCluster } from '../real-cluster.ts';
import { collectionPath, type Play } from './play.ts';
import { KINDS } from './world.ts';

/** An object as the server has it. */
export interface StoredObject {
  readonly identity: ObjectReference;
  readonly meta: ObjectMeta;
  /** A Pod that is given grace when it is deleted. */
  readonly onNode: boolean;
}

/** The objects of a world by their uids. */
export type WorldState = ReadonlyMap<Uid, StoredObject>;

/** Whether the object is being deleted. */
export function isTerminating({ meta }: StoredObject): boolean {
  return meta.deletionTimestamp !== undefined;
}

/** What the real server has of each world, in the worlds' order. */
export async function readStates(
  cluster: RealCluster,
  plays: readonly Play[],
): Promise<WorldState[]> {
  const lists = await Promise.all(
    KINDS.map(async (each) => {
      const { apiVersion, kind } = each;
      const metas = await listMetadata(cluster, collectionPath(each, ''));
      return metas.map((meta) => ({ apiVersion, kind, meta }));
    }),
  );
  const found = lists.flat();
  return plays.map((play) => {
    const state = new Map<Uid, StoredObject>();
    for (const { apiVersion, kind, meta } of found) {
      const { namespace = '', name, uid } = meta;
      const number = play.numberOf(uid);
      if (number === undefined) continue;
      const identity = { apiVersion, kind, namespace, name, uid };
      const onNode = kind === 'Pod' && play.world.objects[number]?.onNode === true;
      state.set(uid, { identity, meta, onNode });
    }
    return state;
  });
}
