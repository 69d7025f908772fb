import { randomUUID } from 'node:crypto';
import type { GraphDelta, Millis, StreamPosition } from '@gcscope/gc-core/wire';
import { eventOf, type StreamEvent } from './stream-event.ts';

/** How much of the recent past is kept for browsers that come back. */
export interface DeltaLogLimits {
  readonly bytes: number;
  readonly age: Millis;
  /** A larger frame is not kept: the snapshot serves as well. */
  readonly frameBytes: number;
}

const DELTA_LOG_LIMITS: DeltaLogLimits = {
  bytes: 64 * 1024 * 1024,
  age: 5 * 60_000,
  frameBytes: 1024 * 1024,
};

/** A frame as it is sent, with the position that is reached by it. */
export interface LoggedFrame {
  readonly seq: number;
  readonly at: Millis;
  readonly event: StreamEvent;
}

/**
 * The recent frames of the stream, each serialised once. Positions are `<epoch>-<seq>`; the epoch is this log's own, so
 * that the position of another process, or of this one before a restart, is never mistaken for one of ours.
 */
export class DeltaLog {
  readonly #epoch: string;
  readonly #limits: DeltaLogLimits;
  #frames: LoggedFrame[] = [];
  #bytes = 0;
  #seq = 0;
  #isHeld = false;

  constructor(limits: DeltaLogLimits = DELTA_LOG_LIMITS, epoch: string = randomUUID().slice(0, 8)) {
    this.#limits = limits;
    this.#epoch = epoch;
  }

  /** The position of the last frame. */
  get position(): StreamPosition {
    return `${this.#epoch}-${this.#seq}`;
  }

  /** The delta is part of what the next position stands for, and has no frame: readers fetch the snapshot then. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Gives the delta the next position and keeps its frame. */
  append(delta: GraphDelta, now: Millis): void {
    this.#seq++;
    const { position } = this;
    const event = this.#isHeld ? undefined : eventOf({ type: 'delta', position, delta }, position);
    this.#isHeld = false;
    if (event === undefined || event.plain.length > this.#limits.frameBytes) {
      this.#frames = [];
      this.#bytes = 0;
      return;
    }
    this.#frames.push({ seq: this.#seq, at: now, event });
    this.#bytes += event.plain.length;
    this.#trim(now);
  }

  /** The number of the last frame. */
  get seq(): number {
    return this.#seq;
  }

  /** The frames after `position`, ready to be sent; `resync` when they are not all at hand. */
  since(position: StreamPosition): readonly LoggedFrame[] | 'resync' {
    const seq = this.seqOf(position);
    return seq === undefined ? 'resync' : this.after(seq);
  }

  /** The frames after that of this number. */
  after(seq: number): readonly LoggedFrame[] | 'resync' {
    if (seq > this.#seq) return 'resync';
    if (seq === this.#seq) return [];
    const first = this.#frames[0];
    if (!first || first.seq > seq + 1) return 'resync';
    return this.#frames.slice(seq + 1 - first.seq);
  }

  /** The number of the frame with this position; `undefined` if it is not of this log. */
  seqOf(position: StreamPosition): number | undefined {
    const prefix = `${this.#epoch}-`;
    if (!position.startsWith(prefix)) return undefined;
    const seq = position.slice(prefix.length);
    return /^(0|[1-9]\d{0,14})$/.test(seq) ? Number(seq) : undefined;
  }

  #trim(now: Millis): void {
    let drop = 0;
    for (const frame of this.#frames) {
      const fits = this.#bytes <= this.#limits.bytes && frame.at >= now - this.#limits.age;
      if (fits) break;
      this.#bytes -= frame.event.plain.length;
      drop++;
    }
    if (drop > 0) this.#frames = this.#frames.slice(drop);
  }
}
