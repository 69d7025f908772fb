import { type GraphNode, isNamespace } from '@gcscope/gc-core';
import type { GraphDelta, Millis, Uid } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';
import { type NamespaceReader, readTerminatingNamespaces } from './namespace-reader.ts';

/** After a change: several that come together are read together. */
const SOON: Millis = 250;
/** Conditions may change while the metadata says nothing of it. */
const AGAIN: Millis = 30_000;

/**
 * Reads what Namespaces in deletion say beside their metadata, as soon as one is seen and again while it is there: a Namespace
 * that a condition keeps is blocked before anybody asks. Until the returned function is called.
 */
export function followNamespaces(cluster: LiveCluster, read: NamespaceReader): () => void {
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
    await readTerminatingNamespaces(live, read, nodes);
    if (!cancel && terminating.size > 0) schedule(AGAIN);
  };
  const take = ({ upserts, removes }: GraphDelta): void => {
    for (const uid of removes) terminating.delete(uid);
    const found = upserts.filter((each) => each.beingDeleted && isNamespace(each));
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
