import {
  applyDelta,
  type GraphDelta,
  type NodeRecord,
  type PackedSnapshot,
  type Uid,
  unpackNodes,
} from '@gcscope/gc-core/wire';

/** The graph of a `gcscope serve` as a page follows it: a snapshot, and the deltas of the stream from there on. */
export class FollowedGraph {
  readonly records: Map<Uid, NodeRecord>;
  /** In the order in which they came. */
  readonly deltas: GraphDelta[] = [];
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  private constructor(records: Map<Uid, NodeRecord>) {
    this.records = records;
  }

  /** Resolves when the stream is open. `url` is without a slash at the end. */
  static async open(url: string): Promise<FollowedGraph> {
    const snapshot = (await (await fetch(`${url}/api/v1/snapshot`)).json()) as PackedSnapshot;
    const records = unpackNodes(snapshot.nodes).map((record) => [record.uid, record] as const);
    const graph = new FollowedGraph(new Map(records));
    const { signal } = graph.#stopping;
    const stream = `${url}/api/v1/stream?from=${snapshot.position}`;
    const { body } = await fetch(stream, { signal });
    if (!body) throw new Error('The stream has no body.');
    graph.#ended = graph.#follow(body.pipeThrough(new TextDecoderStream())).catch((error) => {
      if (!signal.aborted) throw error;
    });
    return graph;
  }

  /** Rejects if the stream ended before, or could not be read. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #follow(texts: AsyncIterable<string>): Promise<void> {
    let pending = '';
    for await (const text of texts) {
      const frames = (pending + text).split('\n\n');
      pending = frames.pop() ?? '';
      for (const frame of frames) this.#take(frame);
    }
    throw new Error('gcscope serve ended the stream.');
  }

  #take(frame: string): void {
    const lines = frame.split('\n');
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
    if (!lines.includes('event: delta') || data === undefined) return;
    const delta = JSON.parse(data) as GraphDelta;
    this.deltas.push(delta);
    applyDelta(this.records, delta);
  }
}
