import { performance } from 'node:perf_hooks';
import type { Graph } from '../src/graph/graph.ts';
import { auditStepwise } from '../src/insight/audit/audit.ts';
import type { PlayableView } from '../src/insight/cluster-view.ts';
import { forecast } from '../src/insight/forecast/forecast.ts';
import { answerOf } from '../src/meta/answer-of.ts';
import type { OwnerReference } from '../src/meta/object-reference.ts';
import { RELEASES } from '../src/meta/releases.ts';
import { ResourceTable } from '../src/meta/resource-table.ts';
import { emptyGraph } from './built-graph.ts';
import { ChangeStream } from './change-stream.ts';

/** ReplicaSets below the Deployment whose deletion is foretold. */
const REPLICA_SETS = 10;

/** Milliseconds of a forecast for all policies of a Deployment with so many Pods, `rounds` times. */
export function forecastTimes(pods: number, rounds: number): number[] {
  const { graph, process } = emptyGraph();
  let serial = 0;
  /** The object as an API server has it; returns the reference that names it as owner. */
  const put = (apiVersion: string, kind: string, name: string, owner?: OwnerReference) => {
    const uid = `3f0c8a52-9d41-4b7e-8c15-${(++serial).toString(16).padStart(12, '0')}`;
    const names = { namespace: 'shop', name, uid };
    const versions = { resourceVersion: String(serial), creationTimestamp: '2026-01-01T00:00:00Z' };
    const meta = { ...names, ...versions, ...(owner ? { ownerReferences: [owner] } : {}) };
    process({ type: 'ADDED', identity: { apiVersion, kind, ...names }, meta });
    return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
  };
  const web = put('apps/v1', 'Deployment', 'web');
  for (let set = 0; set < REPLICA_SETS; set++) {
    const owner = put('apps/v1', 'ReplicaSet', `web-${set}`, web);
    for (let pod = 0; pod < pods / REPLICA_SETS; pod++)
      put('v1', 'Pod', `${owner.name}-${pod}`, owner);
  }
  const target = graph.get(web.uid);
  if (!target) throw new Error('The Deployment is not in the graph.');
  const view = viewOf(graph);
  const run = (): number => {
    const start = performance.now();
    forecast([target], view);
    return performance.now() - start;
  };
  // The first runs compile the code: no one waits for that twice.
  for (let round = 0; round < 3; round++) run();
  return Array.from({ length: rounds }, run);
}

/** Milliseconds of an audit of so many objects, `rounds` times. */
export function auditTimes(objects: number, rounds: number): number[] {
  const { graph, process } = emptyGraph();
  const stream = new ChangeStream(objects);
  for (let done = 0; done < objects; done += 100) {
    for (const change of stream.begin(100)) process(change);
  }
  const view = viewOf(graph);
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    answerOf(auditStepwise(graph.nodes(), view));
    return performance.now() - start;
  });
}

/** Names are not looked up: the references of these clusters hold. */
function viewOf(graph: Graph): PlayableView {
  const table = ResourceTable.builtIn();
  const { resources } = table;
  const facts = { resources, now: 1_767_225_600_000, groups: new Set(['', 'apps']) };
  return {
    release: RELEASES['v1.36'],
    get: (uid) => graph.get(uid),
    byName: () => undefined,
    mapping: (apiVersion, kind) => table.forKind(apiVersion, kind) ?? 'unserved',
    isRead: () => true,
    unreadKinds: () => [],
    provesAbsence: () => true,
    isQueued: () => false,
    // No Namespace and no definition is there.
    contentOf: () => [],
    deletionFacts: () => facts,
  };
}
