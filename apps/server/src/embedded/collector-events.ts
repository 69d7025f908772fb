import { createHash } from 'node:crypto';
import { formatTimestamp, type Millis, type ObjectReference } from '@gcscope/gc-core';
import type { ClusterClient } from './cluster-client.ts';
import { number } from './fields.ts';

/** A warning of the collector about an object. */
export interface CollectorWarning {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly involvedObject: ObjectReference;
}

/** Records a warning as an Event: one per object and message, counted when it repeats (EV-03, EV-08). */
export function recordWarning(
  client: ClusterClient,
  now: Millis,
  { type, reason, message, involvedObject }: CollectorWarning,
): void {
  const namespace = involvedObject.namespace === '' ? 'default' : involvedObject.namespace;
  const digest = createHash('sha256').update(`${involvedObject.uid} ${message}`).digest('hex');
  const name = `${involvedObject.name}.${digest.slice(0, 16)}`;
  const lastTimestamp = formatTimestamp(now);
  const known = client.get('v1', 'Event', namespace, name);
  if (known) {
    client.patch(known, { count: number(known, ['count'], 1) + 1, lastTimestamp });
    return;
  }
  client.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject,
    type,
    reason,
    message,
    count: 1,
    firstTimestamp: lastTimestamp,
    lastTimestamp,
    source: { component: 'garbage-collector-controller' },
  });
}
