import type { ServerResponse } from 'node:http';
import type { Millis, StreamPosition } from '@gcscope/gc-core/wire';
import { eventBytes } from '../live/delta-log.ts';
import type { LiveCluster, LiveListener } from '../live/live-cluster.ts';
import type { StreamCounts } from '../telemetry/stream-counts.ts';

/** More than this unsent: the client reads too slowly, nothing is added until it has caught up. */
const LAGGING_BYTES = 1024 * 1024;
/** A client that has not caught up for so long is let go. */
const LAGGING_TIME: Millis = 30_000;
/** Never hold more than this for one client. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Shortest idle time of common proxies. */
const PING_INTERVAL: Millis = 15_000;

const PING = Buffer.from(': ping\n\n');
/** The comment makes proxies pass the headers on at once. */
const HELLO = Buffer.from('retry: 2000\n: gcscope\n\n');

/**
 * One reader of the stream. It is sent the frames after its position, in order and without a gap, or `resync` when they
 * are not at hand; what it has not read yet waits in the log, not in memory of its own.
 */
export class StreamClient implements LiveListener {
  readonly #response: ServerResponse;
  readonly #cluster: LiveCluster;
  readonly #counts: StreamCounts;
  #position: StreamPosition;
  #healthDue = true;
  #lagging = false;
  #ended = false;
  /** A frame was sent, so its position was known at first. */
  #sentAny = false;
  #cancelPing: () => void = () => {};
  #cancelLagging: () => void = () => {};

  constructor(
    response: ServerResponse,
    cluster: LiveCluster,
    position: StreamPosition,
    counts: StreamCounts,
  ) {
    this.#response = response;
    this.#cluster = cluster;
    this.#position = position;
    this.#counts = counts;
    counts.clients++;
  }

  /** Begins to send; the headers must have been written. */
  start(): void {
    this.#response.on('drain', () => this.#caughtUp());
    // The first frames may end it, and the pings with it.
    this.#schedulePing();
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
    const bye = Buffer.concat([Buffer.from(`retry: ${retry}\n`), eventBytes({ type: 'bye' })]);
    this.#end(bye);
  }

  /** The reader sees something else from now on: the snapshot says what. */
  resync(): void {
    this.#end(eventBytes({ type: 'resync' }));
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
    const frames = this.#cluster.log.since(this.#position);
    if (frames === 'resync') {
      this.#counts.resyncs[this.#sentAny ? 'behind' : 'unknown']++;
      this.resync();
      return;
    }
    for (const { bytes, position } of frames) {
      this.#write(bytes);
      this.#counts.frames++;
      this.#position = position;
      this.#sentAny = true;
      if (this.#lagging) return;
    }
    if (!this.#healthDue) return;
    this.#healthDue = false;
    this.#write(this.#cluster.healthFrame());
  }

  #write(bytes: Buffer): void {
    if (this.#ended) return;
    this.#response.write(bytes);
    this.#counts.bytes += bytes.length;
    const unsent = this.#response.writableLength;
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

  #end(last: Buffer): void {
    if (this.#ended) return;
    this.closed();
    this.#response.end(last);
  }

  #drop(): void {
    this.#counts.dropped++;
    this.closed();
    this.#response.destroy();
  }
}
