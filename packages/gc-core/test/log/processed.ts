import type { Outcome } from '../../src/collector/attempt.ts';
import type { Processed } from '../../src/collector/collector.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { formatText } from '../../src/log/log-line.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';
import type { WatchEventType } from '../../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../../src/meta/object-reference.ts';
import type { Release } from '../../src/meta/releases.ts';

export const POD: ObjectReference = {
  apiVersion: 'v1',
  kind: 'Pod',
  namespace: 'shop',
  name: 'web',
  uid: 'p-1',
};
export const POD_ID = '[v1/Pod, namespace: shop, name: web, uid: p-1]';

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'set', uid: 'r-1' };
export const SET: ObjectReference = { ...owner, namespace: 'shop' };
export const SET_ID = '[apps/v1/ReplicaSet, namespace: shop, name: set, uid: r-1]';
/** A reference to the ReplicaSet, its fields not in the order in which they are written. */
export const REFERENCE: OwnerReference = { blockOwnerDeletion: true, ...owner };
export const REFERENCE_JSON =
  '{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"set","uid":"r-1","blockOwnerDeletion":true}';
/** The reference as Go dumps it. */
export const DUMP =
  '[]v1.OwnerReference{v1.OwnerReference{APIVersion:"apps/v1", Kind:"ReplicaSet", Name:"set", UID:"r-1", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(0xc000000000)}}';

/** The end of a worker pass over the Pod; with an error it is tried again. */
export function pass(
  rule: string,
  error?: string,
  queue: 'attemptToDelete' | 'attemptToOrphan' = 'attemptToDelete',
): Processed {
  const outcome: Outcome =
    error === undefined ? { action: 'forget', rule } : { action: 'requeue', rule, error };
  return { queue, item: new GraphNode(POD, false), outcome };
}

export function orphaning(rule: string, error?: string): Processed {
  return pass(rule, error, 'attemptToOrphan');
}

/** An event of the Pod. */
export function event(type: WatchEventType, identity: ObjectReference = POD): Processed {
  return { queue: 'graphChanges', change: { type, identity } };
}

/** Each line with its severity and level, as text. */
export function lines(
  release: Release,
  processed: Processed,
  notes: readonly Note[] = [],
): string[] {
  return logLines(processed, notes, release).map(
    (line) => `${line.severity} ${line.level} ${formatText(line)}`,
  );
}
