import type { ObjectMeta, ObjectReference } from '@gcscope/gc-core';
import type { NamespaceStatus, Uid } from '@gcscope/gc-core/wire';

/** An object as the server has it. */
export interface StoredObject {
  readonly identity: ObjectReference;
  readonly meta: ObjectMeta;
  /** A Pod that is given grace when it is deleted. */
  readonly onNode: boolean;
  /** What a Namespace says beside its metadata. */
  readonly status?: NamespaceStatus;
}

/** The objects of a world by their uids. */
export type WorldState = ReadonlyMap<Uid, StoredObject>;

/** Whether the object is being deleted. */
export function isTerminating({ meta }: StoredObject): boolean {
  return meta.deletionTimestamp !== undefined;
}
