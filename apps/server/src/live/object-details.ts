import { explain, type GraphNode, parseApiVersion, standingOf } from '@gcscope/gc-core';
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
    kubectl: kubectlName(record, live),
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
    kubectl: kubectlName(record, live),
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

/** `deployments.apps/web -n shop`, safe to paste into a shell whatever the name contains. */
function kubectlName(record: NodeRecord, { served }: LiveGraph): string {
  const { apiVersion, kind, namespace, name } = record;
  const { group } = parseApiVersion(apiVersion);
  const resource = served.table.forKind(apiVersion, kind)?.resource ?? kind.toLowerCase();
  const object = `${resource}${group === '' ? '' : `.${group}`}/${name}`;
  return namespace === '' ? shellWord(object) : `${shellWord(object)} -n ${shellWord(namespace)}`;
}

function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
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
