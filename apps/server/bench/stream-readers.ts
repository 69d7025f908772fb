import { connect, type Socket } from 'node:net';
import { constants, inflateRawSync } from 'node:zlib';
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
/** Ends each block of the compressed stream. */
const BLOCK_END = Buffer.from([0, 0, 0xff, 0xff]);
/** The bytes of a gzip stream before its first block. */
const GZIP_HEAD_LENGTH = 10;
/** When a change was made, as the moving server writes it. */
const MADE_AT = /\bt-(\d{13})-\d+/;

/**
 * Pages of a browser, as the server sees them: those that read the stream, and those that opened it and never read. They are bare
 * connections that share one buffer: a thousand HTTP clients in this process would be later than the server.
 */
export class StreamReaders {
  /** Milliseconds from a change in the cluster to its frame in a page, in the order in which they came. */
  readonly delays: number[] = [];
  readonly #url: string;
  readonly #buffer = Buffer.alloc(64 * 1024);
  readonly #sockets: Socket[] = [];
  readonly #graphs: Map<Uid, string>[] = [];
  /** Position of the last frame, for each reader that reads its frames. */
  readonly #positions = new Map<number, string>();
  /** The last bytes, for each other reader. */
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
    for (let at = 0; at < mute; at++) this.#ask(connect(this.#address), snapshot.position, false);
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
    for (const socket of this.#sockets) socket.destroy();
  }

  get #address(): { host: string; port: number } {
    const { hostname, port } = new URL(this.#url);
    return { host: hostname, port: Number(port) };
  }

  #read(at: number, from: string, graph: Map<Uid, string> | undefined): Promise<void> {
    return new Promise((resolve) => {
      const take = graph ? this.#lookAt(at, graph) : this.#keepLast(at);
      const callback = (length: number): boolean => {
        take(this.#buffer.subarray(0, length));
        resolve();
        return true;
      };
      const socket = connect({ ...this.#address, onread: { buffer: this.#buffer, callback } });
      socket.on('close', () => {
        if (!this.#isClosing) this.ended++;
      });
      this.#ask(socket, from, true);
    });
  }

  #keepLast(at: number): (bytes: Buffer) => void {
    return (bytes) => {
      if (bytes.length > SHORTEST_FRAME) this.#last.set(at, Buffer.from(bytes));
    };
  }

  #lookAt(at: number, graph: Map<Uid, string>): (bytes: Buffer) => void {
    let rest: Buffer = Buffer.alloc(0);
    let isHead = true;
    return (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      const headEnd = isHead ? rest.indexOf('\r\n\r\n') : -4;
      if (isHead && headEnd === -1) return;
      if (!rest.subarray(-BLOCK_END.length).equals(BLOCK_END)) return;
      const blocks = isHead ? rest.subarray(headEnd + 4 + GZIP_HEAD_LENGTH) : rest;
      isHead = false;
      rest = Buffer.alloc(0);
      for (const block of textOf(blocks).split('\n\n')) this.#take(at, block, graph);
    };
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

  /** Asks for the stream; of a socket without `onread`, nothing is read. */
  #ask(socket: Socket, from: string, gzip: boolean): void {
    const { host } = new URL(this.#url);
    this.#sockets.push(socket);
    socket.on('error', () => {});
    const accept = gzip ? 'Accept-Encoding: gzip\r\n' : '';
    socket.write(`GET /api/v1/stream?from=${from} HTTP/1.1\r\nHost: ${host}\r\n${accept}\r\n`);
  }
}

/** The last position that a piece of the compressed stream holds. Its frames refer to nothing before them. */
function positionIn(bytes: Buffer): string | undefined {
  return [...textOf(bytes).matchAll(/^id: (.*)$/gm)].at(-1)?.[1];
}

function textOf(blocks: Buffer): string {
  return inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
}

function madeAt({ name, finalizers }: NodeRecord): string {
  return madeIn(finalizers[0] ?? name);
}

/** Empty for a Pod that was there before. */
function madeIn(text: string): string {
  return MADE_AT.exec(text)?.[1] ?? '';
}
