import {
  apiServiceName,
  type GraphNode,
  isContainer,
  undiscoveredIn,
  undiscoveredVersions,
} from '@gcscope/gc-core';
import type { NamespaceCondition, NamespaceStatus } from '@gcscope/gc-core/wire';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { fieldsOf, textOf, textsOf } from '../cluster/answers/decode-meta.ts';
import { shapeOf } from '../cluster/answers/json-pruner.ts';
import type { LiveGraph } from '../live/live-graph.ts';

/** The kinds of which more than metadata tells why a deletion hangs. */
const PATHS = {
  Namespace: '/api/v1/namespaces',
  CustomResourceDefinition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  APIService: '/apis/apiregistration.k8s.io/v1/apiservices',
} as const;

type StatusKind = keyof typeof PATHS;

/** Reads what an object says beside its metadata; `undefined` when it cannot be read. */
export type StatusReader = (kind: StatusKind, name: string) => Promise<NamespaceStatus | undefined>;

/** Deletions that hang are few; an answer that waits for more than these would be late. */
const MOST_READ = 50;
const TIME_LIMIT = 5000;
const CONDITIONS_LIMIT = 50;
const SHAPE = shapeOf([], { spec: shapeOf(['finalizers']), status: shapeOf(['conditions']) });

/** One GET per object, when it is asked for: nothing but metadata is watched. */
export function statusReader(client: ApiClient): StatusReader {
  return async (kind, name) => {
    const answer = await client.getJson(`${PATHS[kind]}/${encodeURIComponent(name)}`, {
      accept: 'application/json',
      shape: SHAPE,
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    return answer.type === 'ok' ? decodeStatus(answer.body) : undefined;
  };
}

/**
 * Reads those of the Namespaces and CustomResourceDefinitions that are being deleted, and the APIServices that a Namespace waits for:
 * the live graph knows from then on what they say.
 */
export async function readStatuses(
  live: LiveGraph,
  read: StatusReader | undefined,
  nodes: Iterable<GraphNode> = live.graph.nodes(),
): Promise<void> {
  if (!read) return;
  const asked: GraphNode[] = [];
  for (const node of nodes) if (node.beingDeleted && isContainer(node.identity)) asked.push(node);
  const found = await readAll(live, read, asked);
  const services = await readAll(live, read, servicesBehind(live, found));
  const isNews = services.filter(([node, status]) => live.learnStatus(node, status)).length > 0;
  for (const [node, status] of found) {
    live.learnStatus(node, status);
    // Its blockers have changed, although its status has not.
    if (isNews) live.graph.touch(node);
  }
  live.flush();
}

async function readAll(
  { graph }: LiveGraph,
  read: StatusReader,
  nodes: readonly GraphNode[],
): Promise<(readonly [GraphNode, NamespaceStatus])[]> {
  const all = await Promise.all(
    nodes.slice(0, MOST_READ).map(async (node) => {
      const status = await read(node.kind as StatusKind, node.name);
      return status && graph.get(node.uid) === node ? ([node, status] as const) : undefined;
    }),
  );
  return all.filter((each) => each !== undefined);
}

/** The APIServices of the groups that cannot be discovered, as far as they are in the graph: who may not see one hears nothing of it. */
function servicesBehind(
  { graph, names, view }: LiveGraph,
  statuses: readonly (readonly [GraphNode, NamespaceStatus])[],
): GraphNode[] {
  if (statuses.length === 0) return [];
  const versions = new Set(statuses.flatMap(([, status]) => undiscoveredIn(status)));
  for (const { group, version } of undiscoveredVersions(view.kinds)) {
    versions.add(`${group}/${version}`);
  }
  return [...versions].flatMap((version) => {
    const uid = names.get('apiregistration.k8s.io/apiservices', '', apiServiceName(version));
    const node = uid === undefined ? undefined : graph.get(uid);
    return node ? [node] : [];
  });
}

function decodeStatus(body: unknown): NamespaceStatus {
  const object = fieldsOf(body);
  const finalizers = fieldsOf(object?.spec)?.finalizers;
  const conditions = fieldsOf(object?.status)?.conditions;
  const list = Array.isArray(conditions) ? conditions.slice(0, CONDITIONS_LIMIT) : [];
  return {
    finalizers: textsOf(finalizers),
    conditions: list.map(decodeCondition),
  };
}

function decodeCondition(value: unknown): NamespaceCondition {
  const fields = fieldsOf(value) ?? {};
  return {
    type: textOf(fields.type),
    status: textOf(fields.status),
    reason: textOf(fields.reason),
    message: textOf(fields.message),
  };
}
