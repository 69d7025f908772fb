import { explain, type GraphNode, isUnserved, kubectlObject, summaryOf } from '@gcscope/gc-core';
import {
  compare,
  type GoneObject,
  type NodeRecord,
  type ObjectDetails,
  type Uid,
} from '@gcscope/gc-core/wire';
import { aftermathOf } from './aftermath.ts';
import type { LiveCluster } from './live-cluster.ts';
import type { LiveGraph } from './live-graph.ts';

/** Dependents that an answer lists at most. */
const DEPENDENTS_SHOWN = 500;

/** Everything about one object, as it is or as it last was; `undefined` for a uid that this process never saw. */
export function objectDetails(cluster: LiveCluster, uid: Uid): ObjectDetails | undefined {
  cluster.live.flush();
  const gone = cluster.history.tombstone(uid);
  if (gone) return detailsAfterwards(cluster, gone);
  const node = cluster.live.graph.get(uid);
  return node && detailsOf(cluster, node);
}

function detailsOf(cluster: LiveCluster, node: GraphNode): ObjectDetails {
  const { live, history } = cluster;
  const record = { ...node.toRecord(), summary: summaryOf(node, live.view) };
  return {
    record,
    explanation: explain(node, live.view),
    ...namedByKubectl(record, live),
    ...ownersOf(record, cluster),
    ...dependentsOf(node, live),
    history: history.of(node.uid),
  };
}

function detailsAfterwards(cluster: LiveCluster, gone: GoneObject): ObjectDetails {
  const { live, history } = cluster;
  const { record, at, text } = gone;
  const { uid, apiVersion, kind, namespace, name } = record;
  return {
    record,
    gone: { at, text },
    aftermath: aftermathOf(cluster, gone),
    explanation: {
      object: { uid, apiVersion, kind, namespace, name },
      verdict: 'goes',
      sentence: text,
      because: [],
      unread: [],
    },
    ...namedByKubectl(record, live),
    ...ownersOf(record, cluster),
    ...dependentsOf(live.graph.get(uid), live),
    history: history.of(uid),
  };
}

function namedByKubectl(record: NodeRecord, { view }: LiveGraph): Pick<ObjectDetails, 'kubectl'> {
  return isUnserved(record, view) ? {} : { kubectl: kubectlObject(record, view) };
}

function ownersOf(
  { owners }: NodeRecord,
  { live, history }: LiveCluster,
): Pick<ObjectDetails, 'owners' | 'goneOwners'> {
  const uids = [...new Set(owners.map((reference) => reference.uid))];
  const goneOwners = uids.flatMap((uid) => history.tombstone(uid) ?? []);
  const left = uids.filter((uid) => !history.tombstone(uid));
  return { owners: left.flatMap((uid) => live.records.get(uid) ?? []), goneOwners };
}

/** The dependents; for a removed object, only those observed after its removal. */
function dependentsOf(
  node: GraphNode | undefined,
  live: LiveGraph,
): Pick<ObjectDetails, 'dependents' | 'dependentsTotal'> {
  const nodes = [...(node?.dependents ?? [])];
  const dependents = nodes.flatMap(({ uid }) => live.records.get(uid) ?? []).sort(byName);
  return {
    dependents: dependents.slice(0, DEPENDENTS_SHOWN),
    dependentsTotal: dependents.length,
  };
}

function byName(a: NodeRecord, b: NodeRecord): number {
  return (
    compare(a.kind, b.kind) ||
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name) ||
    compare(a.uid, b.uid)
  );
}
