import { type GraphNode, isNamespace } from '@gcscope/gc-core';
import type { NamespaceCondition, NamespaceStatus } from '@gcscope/gc-core/wire';
import type { ApiClient } from '../cluster/answers/api-answer.ts';
import { fieldsOf, textOf, textsOf } from '../cluster/answers/decode-meta.ts';
import type { JsonShape } from '../cluster/answers/json-pruner.ts';
import type { LiveGraph } from '../live/live-graph.ts';

/** Reads what a Namespace says beside its metadata; `undefined` when it cannot be read. */
export type NamespaceReader = (name: string) => Promise<NamespaceStatus | undefined>;

/** Namespaces that hang are few; an answer that waits for more than these would be late. */
const MOST_READ = 50;
const TIME_LIMIT = 5000;
const CONDITIONS_LIMIT = 50;
const SHAPE: JsonShape = new Map([
  ['spec', new Map([['finalizers', 'whole']])],
  ['status', new Map([['conditions', 'whole']])],
]);

/** One GET per Namespace, when it is asked for: nothing but metadata is watched. */
export function namespaceReader(client: ApiClient): NamespaceReader {
  return async (name) => {
    const answer = await client.getJson(`/api/v1/namespaces/${encodeURIComponent(name)}`, {
      accept: 'application/json',
      shape: SHAPE,
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    return answer.type === 'ok' ? decodeStatus(answer.body) : undefined;
  };
}

/** Reads those of the Namespaces that are being deleted: the live graph knows from then on what they say. */
export async function readTerminatingNamespaces(
  live: LiveGraph,
  read: NamespaceReader | undefined,
  nodes: Iterable<GraphNode> = live.graph.nodes(),
): Promise<void> {
  if (!read) return;
  const asked: GraphNode[] = [];
  for (const node of nodes) {
    if (node.beingDeleted && isNamespace(node.identity)) asked.push(node);
  }
  await Promise.all(
    asked.slice(0, MOST_READ).map(async (node) => {
      const status = await read(node.name);
      if (status) live.learnNamespace(node, status);
    }),
  );
  live.flush();
}

function decodeStatus(body: unknown): NamespaceStatus {
  const namespace = fieldsOf(body);
  const finalizers = fieldsOf(namespace?.spec)?.finalizers;
  const conditions = fieldsOf(namespace?.status)?.conditions;
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
