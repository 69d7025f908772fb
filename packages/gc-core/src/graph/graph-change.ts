import type { ObjectMeta, WatchEventType } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';

/** The only way into the graph (upstream: `event`): what a monitor delivered, or what the collector found out itself. */
export interface GraphChange {
  readonly type: WatchEventType;
  /** Kind and apiVersion are the monitor's, name, namespace and uid the object's (DM-01). */
  readonly identity: ObjectReference;
  /** Absent for a virtual change. */
  readonly meta?: ObjectMeta;
  /** The state before, as the monitor last saw it (GB-38); absent for ADDED. Only where a deletion may have begun it has to be there. */
  readonly oldMeta?: ObjectMeta;
  /** A worker found that the object does not exist (always DELETED). */
  readonly virtual?: boolean;
}
