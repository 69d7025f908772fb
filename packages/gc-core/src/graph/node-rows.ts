import type { OwnerReference } from '../meta/object-reference.ts';
import type { LastSeen } from './last-seen.ts';

/** What a graph keeps of its ordinary nodes as a row of numbers, by position; `undefined` of all others. */
export interface NodeRows {
  ownersAt(position: number): readonly OwnerReference[] | undefined;
  finalizersAt(position: number): readonly string[] | undefined;
  lastSeen(position: number): LastSeen | undefined;
  /** The row says nothing about the node from now on. */
  forgetRow(position: number): void;
}
