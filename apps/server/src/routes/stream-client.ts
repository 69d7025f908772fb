import type { Socket } from 'node:net';
import type { Millis, StreamPosition } from '@gcscope/gc-core/wire';
import type { LiveCluster, LiveListener } from '../live/live-cluster.ts';
import { eventOf, GZIP_HEAD, StreamEvent } from '../live/stream-event.ts';
import type { StreamCounts } from '../telemetry/stream-counts.ts';

/** More than this unsent: the client reads too slowly, nothing is added until it has caught up. */
const LAGGING_BYTES = 1024 * 1024;
/** A client that has not caught up for so long is let go. */
const LAGGING_TIME: Millis = 30_000;
/** Never hold more than this for one client. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Shortest idle time of common proxies. */
const PING_INTERVAL: Millis = 15_000;

const PING = new StreamEvent(': ping\n\n');
/** The comment makes proxies pass the headers on at once. */
const HELLO = new StreamEvent('retry: 2000\n: gcscope\n\n');
const RESYNC = eventOf({ type: 'resync' });

/** Where a client writes: with a thousand readers, the layers of a response above the connection cost more than the rest. */
export type StreamSink = Pick<Socket, 'write' | 'end' | 'destroy' | 'writableLength'> & {
  on(event: 'drain', listener: () => void): unknown;
};

/** The request of one reader. */
export interface StreamRequest {
  /** Where it goes on; without one, from now. */
  readonly position?: StreamPosition | undefined;
  /** Whether it can read gzip. */
  readonly gzip: boolean;
}

/**
 * One reader of the stream. It is sent the frames after its position, in order and without a gap, or `resync` when they
 * are not at hand; what it has not read yet waits in the log, not in memory of its own.
 */
export class StreamClient implements LiveListener {
  readonly #sink: StreamSink;
  readonly #cluster: LiveCluster;
  readonly #counts: StreamCounts;
  readonly #gzip: boolean;
  /** The number of its last frame; `undefined` if its position is not of this process. */
  #seq: number | undefined;
  #healthDue = true;
  #lagging = false;
  #ended = false;
  /** A frame was sent, so its position was known at first. */
  #sentAny = false;
  #cancelPing: () => void = () => {};
  #cancelLagging: () => void = () => {};

  constructor(
    sink: StreamSink,
    cluster: LiveCluster,
    { position, gzip }: StreamRequest,
    counts: StreamCounts,
  ) {
    this.#sink = sink;
    this.#cluster = cluster;
    this.#counts = counts;
    this.#gzip = gzip;
    this.#seq = position === undefined ? cluster.log.seq : cluster.log.seqOf(position);
    counts.clients++;
  }

  /** Begins to send; the headers must have been written. */
  start(): void {
    this.#sink.on('drain', () => this.#caughtUp());
    // The first frames may end it, and the pings with it.
    this.#schedulePing();
    if (this.#gzip) this.#sink.write(GZIP_HEAD);
    this.#write(HELLO);
    this.#pump();
  }

  frame(): void {
    this.#pump();
  }

  health(): void {
    this.#healthDue = true;
    this.#pump();
  }

  /** The server goes away: says so, with a time to come back that spreads the readers. */
  bye(retry: Millis): void {
    this.#end(new StreamEvent(`retry: ${retry}\n${eventOf({ type: 'bye' }).plain}`));
  }

  /** The reader sees something else from now on: the snapshot says what. */
  resync(): void {
    this.#end(RESYNC);
  }

  /** The reader is gone. */
  closed(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#counts.clients--;
    this.#setLagging(false);
    this.#cancelPing();
    this.#cancelLagging();
  }

  #pump(): void {
    if (this.#ended || this.#lagging) return;
    const frames = this.#seq === undefined ? 'resync' : this.#cluster.log.after(this.#seq);
    if (frames === 'resync') {
      this.#counts.resyncs[this.#sentAny ? 'behind' : 'unknown']++;
      this.resync();
      return;
    }
    for (const { event, seq } of frames) {
      this.#write(event);
      this.#counts.frames++;
      this.#seq = seq;
      this.#sentAny = true;
      if (this.#lagging) return;
    }
    if (!this.#healthDue) return;
    this.#healthDue = false;
    this.#write(this.#cluster.healthEvent());
  }

  #write(event: StreamEvent): void {
    if (this.#ended) return;
    const bytes = this.#bytesOf(event);
    this.#sink.write(bytes);
    this.#counts.bytes += bytes.length;
    const unsent = this.#sink.writableLength;
    if (unsent > MOST_BYTES) this.#drop();
    else if (unsent > LAGGING_BYTES && !this.#lagging) {
      this.#setLagging(true);
      this.#cancelLagging = this.#cluster.clock.setTimeout(() => this.#drop(), LAGGING_TIME);
    }
  }

  #caughtUp(): void {
    this.#setLagging(false);
    this.#cancelLagging();
    this.#pump();
  }

  #setLagging(lagging: boolean): void {
    if (this.#lagging === lagging) return;
    this.#lagging = lagging;
    this.#counts.lagging += lagging ? 1 : -1;
  }

  #schedulePing(): void {
    this.#cancelPing = this.#cluster.clock.setTimeout(() => {
      if (!this.#lagging) this.#write(PING);
      if (!this.#ended) this.#schedulePing();
    }, PING_INTERVAL);
  }

  #end(last: StreamEvent): void {
    if (this.#ended) return;
    this.closed();
    this.#sink.end(this.#bytesOf(last));
  }

  #bytesOf(event: StreamEvent): Buffer {
    return this.#gzip ? event.deflated : event.plain;
  }

  #drop(): void {
    this.#counts.dropped++;
    this.closed();
    this.#sink.destroy();
  }
}
