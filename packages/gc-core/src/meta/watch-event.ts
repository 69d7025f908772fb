import type { ApiObject } from './object-meta.ts';

/** What happened to an object, in the order the server stored it. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One stored change (API-70: the object of DELETED is the last stored state with the removal's resourceVersion). */
export interface WatchEvent {
  readonly type: WatchEventType;
  readonly object: ApiObject;
}
