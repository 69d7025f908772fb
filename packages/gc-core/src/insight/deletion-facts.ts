import type { GraphNode } from '../graph/graph-node.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import {
  formatTimestamp,
  type Millis,
  parseTimestamp,
  type Timestamp,
} from '../meta/object-meta.ts';
import type { NamespaceStatus } from '../wire/terminating.ts';

/** Facts about deletions in a cluster beside the view; each is optional. */
export interface DeletionFacts {
  /** Absent: how long something has lasted is not known. */
  readonly now?: Millis;
  /** How long components beside the collector may take; default: `PATIENCE`. */
  readonly patience?: Millis;
  /** The resources that the cluster serves, preferred versions first; absent: no advice is tried on a fork. */
  readonly resources?: readonly ApiResource[];
  /** API groups that are served; absent while discovery is incomplete. */
  readonly groups?: ReadonlySet<string>;
  /** Spec and status of Namespaces that are being deleted, by name, as far as they could be read. */
  readonly namespaces?: ReadonlyMap<string, NamespaceStatus>;
  /** The same of CustomResourceDefinitions, which have conditions alone. */
  readonly definitions?: ReadonlyMap<string, NamespaceStatus>;
  /** The same of APIServices whose API group cannot be discovered, by name: `v1beta1.metrics.k8s.io`. */
  readonly apiServices?: ReadonlyMap<string, NamespaceStatus>;
}

/** A component that has not acted by then is taken not to act by itself. */
export const PATIENCE: Millis = 300_000;

/** By then the namespace controller has made its first pass (NS-16). */
export const FIRST_PASS: Millis = 10_000;

export interface DeletionAge {
  /** When it was asked for. */
  readonly since?: Timestamp;
  /** Milliseconds since then; 0 when it cannot be told. */
  readonly age: Millis;
  /** Milliseconds since the end of the grace period, negative before it; absent without one. */
  readonly overdue?: Millis;
}

/** The deletionTimestamp is the end of the grace period, not its beginning (API-51). */
export function ageOf(node: GraphNode, now: Millis | undefined): DeletionAge {
  const span = spanOf(node);
  if (!span) return { age: 0, ...(node.deletion?.deletionGracePeriodSeconds && { overdue: -1 }) };
  const { start, end } = span;
  const overdue = end > start ? { overdue: now === undefined ? -1 : now - end } : {};
  if (now === undefined) return { age: 0, ...overdue };
  return { since: formatTimestamp(start), age: Math.max(0, now - start), ...overdue };
}

function spanOf(node: GraphNode): { readonly start: Millis; readonly end: Millis } | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = node.deletion ?? {};
  const end = deletionTimestamp === undefined ? undefined : parseTimestamp(deletionTimestamp);
  return end === undefined ? undefined : { start: end - deletionGracePeriodSeconds * 1000, end };
}

/** When what blocks an object in deletion can next become something else, although nothing changes; infinite if never. */
export function nextTurn(node: GraphNode, now: Millis): Millis {
  const span = spanOf(node);
  if (!span) return Number.POSITIVE_INFINITY;
  const { start, end } = span;
  const turns = [start + FIRST_PASS, start + PATIENCE, end, end + PATIENCE];
  return Math.min(...turns.filter((turn) => turn > now));
}
