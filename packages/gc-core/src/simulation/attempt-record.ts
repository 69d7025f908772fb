import type { WorkerQueueName } from '../collector/collector.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { identityKey } from '../meta/object-reference.ts';

interface Attempted {
  /** How far the world had come when the attempt was over. */
  readonly version: number;
  readonly changed: boolean;
  readonly failed: boolean;
}

/** How the last attempt on each item ended: shows whether another one could end otherwise. */
export class AttemptRecord {
  readonly #attempted = new Map<string, Attempted>();

  /** Whether no attempt was noted. */
  get isEmpty(): boolean {
    return this.#attempted.size === 0;
  }

  note(queue: WorkerQueueName, item: GraphNode, attempted: Attempted): void {
    this.#attempted.set(keyOf(queue, item), attempted);
  }

  /** Whether the last attempt failed or changed nothing, and the world is still at that version. */
  wasFutile(queue: WorkerQueueName, item: GraphNode, version: number): boolean {
    const last = this.#attempted.get(keyOf(queue, item));
    return last?.version === version && (last.failed || !last.changed);
  }

  /** Whether the last attempt failed, and the world is still at that version. */
  hasFailed(queue: WorkerQueueName, item: GraphNode, version: number): boolean {
    const last = this.#attempted.get(keyOf(queue, item));
    return last?.version === version && last.failed;
  }
}

/** A clone under another identity is another attempt (AL-07); the same identity again in the same queue is the same one. */
const keyOf = (queue: WorkerQueueName, item: GraphNode): string =>
  `${queue} ${identityKey(item.identity)}`;
