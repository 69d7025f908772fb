import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A request to a graph's process; the answer to `changes` is `ChangeTimes`, to `memory` megabytes. */
export type GraphProcessMessage =
  | { readonly type: 'changes'; readonly count: number }
  | { readonly type: 'memory' };

/** Changes per second. */
export interface ChangeTimes {
  /** The median batch among those during which no other process used the core (see `core-control.ts`). */
  readonly perSecond: number;
  /** The median batch. */
  readonly disturbedToo: number;
  /** All batches, with every pause of the garbage collection: it has to go through all that the graph keeps. */
  readonly withCollections: number;
}

/** A fresh process that holds one graph of so many objects, and nothing else. */
export class GraphRun {
  readonly #child: ChildProcess;

  constructor(graph: 'ours' | 'plain', objects: number, changes: number) {
    this.#child = fork(
      new URL('./graph-process.ts', import.meta.url),
      [graph, String(objects), String(changes)],
      { execArgv: [...process.execArgv, '--expose-gc'], stdio: ['ignore', 2, 2, 'ipc'] },
    );
  }

  /** The graph is built. */
  async built(): Promise<this> {
    await this.#answer();
    return this;
  }

  async changes(count: number): Promise<ChangeTimes> {
    this.#child.send({ type: 'changes', count } satisfies GraphProcessMessage);
    return (await this.#answer()) as ChangeTimes;
  }

  /** Heap and array buffers of the graph, in megabytes. */
  async memory(): Promise<number> {
    this.#child.send({ type: 'memory' } satisfies GraphProcessMessage);
    return (await this.#answer()) as number;
  }

  end(): void {
    this.#child.kill();
  }

  async #answer(): Promise<unknown> {
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('The process of a graph ended before it answered.');
    });
    const [answer] = (await Promise.race([once(this.#child, 'message'), ended])) as unknown[];
    return answer;
  }
}
