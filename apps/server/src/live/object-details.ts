import { explain, type GraphNode, kubectlObject, standingOf } from '@gcscope/gc-core';
import type { NodeRecord, ObjectDetails, Uid } from '@gcscope/gc-core/wire';
import type { Tombstone } from './history.ts';
import type { LiveCluster } from './live-cluster.ts';
import type { LiveGraph } from './live-graph.ts';

/** What an answer lists at most. */
const DEPENDENTS_SHOWN = 500;

/** Everything about one object, as it is or as it last was; `undefined` for a uid that this process never saw. */
export function objectDetails(cluster: LiveCluster, uid: Uid): ObjectDetails | undefined {
  cluster.live.flush();
  const node = cluster.live.graph.get(uid);
  if (node) return detailsOf(cluster, node);
  const tombstone = cluster.history.tombstone(uid);
  return tombstone && detailsAfterwards(cluster, tombstone);
}

function detailsOf({ live, history }: LiveCluster, node: GraphNode): ObjectDetails {
  const record = { ...node.toRecord(), standing: standingOf(node, live.view) };
  const dependents = [...node.dependents].flatMap((each) => live.records.get(each.uid) ?? []);
  dependents.sort(byName);
  return {
    record,
    explanation: explain(node, live.view),
    kubectl: kubectlObject(record, live.view),
    owners: ownersOf(record, live),
    dependents: dependents.slice(0, DEPENDENTS_SHOWN),
    dependentsTotal: dependents.length,
    history: history.of(node.uid),
  };
}

function detailsAfterwards({ live, history }: LiveCluster, tombstone: Tombstone): ObjectDetails {
  const { record, at, text } = tombstone;
  const { uid, apiVersion, kind, namespace, name } = record;
  return {
    record,
    gone: { at, text },
    explanation: {
      object: { uid, apiVersion, kind, namespace, name },
      verdict: 'goes',
      sentence: text,
      because: [],
      unread: [],
    },
    kubectl: kubectlObject(record, live.view),
    owners: ownersOf(record, live),
    dependents: [],
    dependentsTotal: 0,
    history: history.of(uid),
  };
}

function ownersOf(record: NodeRecord, live: LiveGraph): NodeRecord[] {
  const uids = new Set(record.owners.map((reference) => reference.uid));
  return [...uids].flatMap((uid) => live.records.get(uid) ?? []);
}

function byName(a: NodeRecord, b: NodeRecord): number {
  const [left, right] = [
    [a.kind, a.namespace, a.name, a.uid],
    [b.kind, b.namespace, b.name, b.uid],
  ];
  for (let at = 0; at < left.length; at++) {
    const [x = '', y = ''] = [left[at], right[at]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
