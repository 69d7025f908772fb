import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { constants, createGunzip, inflateRawSync } from 'node:zlib';
import {
  type GraphDelta,
  type NodeRecord,
  type PackedSnapshot,
  type Uid,
  unpackNodes,
} from '@gcscope/gc-core/wire';

/** One of so many readers looks at its frames; of the others, only the last one is looked at, in the end. */
const LOOKED_AT = 50;
/** A compressed frame is larger, a compressed ping smaller. */
const SHORTEST_FRAME = 60;
/** When a change was made, as the moving server writes it. */
const MADE_AT = /\bt-(\d{13})-\d+/;

/** Pages of a browser, as the server sees them: those that read the stream, and those that opened it and never read. */
export class StreamReaders {
  /** Milliseconds from a change in the cluster to its frame in a page, in the order in which they came. */
  readonly delays: number[] = [];
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #responses: IncomingMessage[] = [];
  readonly #mute: Socket[] = [];
  readonly #graphs: Map<Uid, string>[] = [];
  /** Of each reader that looks at its frames, the position of the last one. */
  readonly #positions = new Map<number, string>();
  /** Of each other reader, what came last. */
  readonly #last = new Map<number, Buffer>();
  /** Readers that the server ended. */
  ended = 0;
  #isClosing = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Opens so many pages. */
  async open(reading: number, mute: number): Promise<void> {
    const snapshot = (await (await fetch(`${this.#url}/api/v1/snapshot`)).json()) as PackedSnapshot;
    const nodes = unpackNodes(snapshot.nodes);
    for (let at = 0; at < reading; at++) {
      const graph =
        at % LOOKED_AT === 0 ? new Map(nodes.map((node) => [node.uid, madeAt(node)])) : undefined;
      if (graph) this.#graphs.push(graph);
      await this.#read(at, snapshot.position, graph);
    }
    for (let at = 0; at < mute; at++) this.#mute.push(this.#neverRead(snapshot.position));
  }

  /** Pods that a page shows otherwise than they are, or not at all, or still; and pages that are behind another. */
  lost(pods: ReadonlyMap<Uid, string>): number {
    const positions = [...this.#positions.values(), ...[...this.#last.values()].map(positionIn)];
    const [first] = positions;
    const behind = positions.filter((position) => position !== first).length;
    const wrong = this.#graphs.map((graph) => {
      const gone = [...graph.keys()].filter((uid) => !uid.startsWith('rs-') && !pods.has(uid));
      const other = [...pods].filter(([uid, text]) => graph.get(uid) !== madeIn(text));
      return gone.length + other.length;
    });
    return behind + wrong.reduce((sum, count) => sum + count, 0);
  }

  close(): void {
    this.#isClosing = true;
    for (const response of this.#responses) response.destroy();
    for (const socket of this.#mute) socket.destroy();
    this.#agent.destroy();
  }

  #read(at: number, from: string, graph: Map<Uid, string> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(
        `${this.#url}/api/v1/stream?from=${from}`,
        { agent: this.#agent, headers: { 'accept-encoding': 'gzip' } },
        (response) => {
          this.#responses.push(response);
          if (graph) this.#lookAt(at, response, graph);
          else {
            response.on('data', (bytes: Buffer) => {
              if (bytes.length > SHORTEST_FRAME) this.#last.set(at, bytes);
            });
          }
          response.on('error', () => {});
          response.on('close', () => {
            if (!this.#isClosing) this.ended++;
          });
          resolve();
        },
      );
      request.on('error', (error) => (this.#isClosing ? undefined : reject(error)));
    });
  }

  #lookAt(at: number, response: IncomingMessage, graph: Map<Uid, string>): void {
    let rest = '';
    const text = response.pipe(createGunzip()).setEncoding('utf8');
    text.on('error', () => {});
    text.on('data', (piece: string) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(at, block, graph);
    });
  }

  #take(at: number, block: string, graph: Map<Uid, string>): void {
    const position = /^id: (.*)$/m.exec(block)?.[1];
    if (position === undefined) return;
    this.#positions.set(at, position);
    const now = Date.now();
    const delta = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as GraphDelta;
    for (const uid of delta.removes) graph.delete(uid);
    for (const record of delta.upserts) {
      const made = madeAt(record);
      // A verdict that follows is no news of the change.
      if (made !== '' && graph.get(record.uid) !== made) this.delays.push(now - Number(made));
      graph.set(record.uid, made);
    }
  }

  #neverRead(from: string): Socket {
    const { hostname, port, host } = new URL(this.#url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`GET /api/v1/stream?from=${from} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    return socket;
  }
}

/** The last position that a piece of the compressed stream holds. Its frames refer to nothing before them. */
function positionIn(bytes: Buffer): string | undefined {
  const text = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  return [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1];
}

function madeAt({ name, finalizers }: NodeRecord): string {
  return madeIn(finalizers[0] ?? name);
}

/** Empty for a Pod that was there before. */
function madeIn(text: string): string {
  return MADE_AT.exec(text)?.[1] ?? '';
}
