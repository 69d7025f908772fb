import { constants, deflateRawSync } from 'node:zlib';
import type { Frame, StreamPosition } from '@gcscope/gc-core/wire';

/** The header of a gzip stream: no name, no time, unknown system. */
export const GZIP_HEAD: Buffer = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** A part of the stream as it is sent: made once, and compressed once, for all readers. */
export class StreamEvent {
  readonly plain: Buffer;
  #deflated: Buffer | undefined;

  constructor(text: string) {
    this.plain = Buffer.from(text);
  }

  /** A block for streams that began with `GZIP_HEAD`. It refers to no block before it, so it continues any of them. */
  get deflated(): Buffer {
    this.#deflated ??= deflateRawSync(this.plain, { finishFlush: constants.Z_SYNC_FLUSH });
    return this.#deflated;
  }
}

/** A frame as a server-sent event. JSON has no bare line breaks, so one `data` line holds it. */
export function eventOf(frame: Frame, id?: StreamPosition): StreamEvent {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return new StreamEvent(
    `${head}event: ${frame.type}\ndata: ${JSON.stringify(frameData(frame))}\n\n`,
  );
}

function frameData(frame: Frame): unknown {
  switch (frame.type) {
    case 'delta':
      return frame.delta;
    case 'health':
      return frame.health;
    case 'resync':
    case 'bye':
      return {};
  }
}
