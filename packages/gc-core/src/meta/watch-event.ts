/** What happened to an object, in the order the server stored it. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';
