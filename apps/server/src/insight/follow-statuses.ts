import { type GraphNode, isContainer } from '@gcscope/gc-core';
import type { GraphDelta, Millis, Uid } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';
import { readStatuses, type StatusReader } from './status-reader.ts';

/** After a change: several that come together are read together. */
const SOON: Millis = 250;
/** Conditions may change while the metadata says nothing of it. */
const AGAIN: Millis = 30_000;

/**
 * Reads what Namespaces and CustomResourceDefinitions in deletion say beside their metadata, as soon as one is seen and again while it
 * is there: what a condition keeps is blocked before the first question. Until the returned function is called.
 */
export function followStatuses(cluster: LiveCluster, read: StatusReader): () => void {
  const { live, clock } = cluster;
  const terminating = new Set<Uid>();
  let cancel: (() => void) | undefined;
  let isStopped = false;
  const schedule = (delay: Millis): void => {
    cancel?.();
    if (!isStopped) cancel = clock.setTimeout(() => void look(), delay);
  };
  const look = async (): Promise<void> => {
    cancel = undefined;
    const nodes = [...terminating].flatMap((uid): readonly GraphNode[] => {
      const node = live.graph.get(uid);
      return node ? [node] : [];
    });
    await readStatuses(live, read, nodes);
    if (!cancel && terminating.size > 0) schedule(AGAIN);
  };
  const take = ({ upserts, removes }: GraphDelta): void => {
    for (const uid of removes) terminating.delete(uid);
    const found = upserts.filter((each) => each.beingDeleted && isContainer(each));
    for (const { uid } of found) terminating.add(uid);
    if (found.length > 0) schedule(SOON);
  };
  take({ upserts: [...live.records.values()], removes: [] });
  const leave = cluster.subscribe({ frame: take, health: () => {} });
  return () => {
    isStopped = true;
    cancel?.();
    leave();
  };
}
