import type { StreamPosition } from '@gcscope/gc-core/wire';
import { ApiError } from './api.ts';
import { SILENCE_MILLIS, type StreamPorts } from './graph-stream.ts';

/** Messages of a tab to the hub. Each opening has a new `id`. */
export type ToHub =
  | { readonly type: 'open'; readonly id: number; readonly from: StreamPosition }
  | { readonly type: 'close' };

/** Messages of the hub to a reader. */
export type HubMessage =
  | { readonly type: 'opened' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

/** A message with the opening that it is about. `here`: the question has arrived. */
export type FromHub = { readonly id: number } & (HubMessage | { readonly type: 'here' });

/** An opening by one tab. */
export interface Reader {
  readonly from: StreamPosition;
  send(message: HubMessage): void;
}

interface Frame {
  readonly position: StreamPosition;
  readonly text: string;
}

/** The server says something every 15 s. Nobody joins a stream that said nothing for longer: it may be dead. */
const DOUBTFUL_MILLIS = 20_000;
/** Characters of frames that are kept for tabs that come later or read more slowly. */
const KEPT_CHARACTERS = 8_000_000;
const RESYNC = 'event: resync\ndata: {}\n\n';

/** Reads the server's stream once for all tabs of a browser, and gives each the frames after its own position. */
export class StreamHub {
  readonly #ports: Pick<StreamPorts, 'openStream' | 'now' | 'setTimer' | 'clearTimer'>;
  readonly #readers = new Set<Reader>();
  #reading: AbortController | undefined;
  #isOpen = false;
  #lastReceived = 0;
  #silenceTimer: number | undefined;
  /** Frames after this position are kept. */
  #base: StreamPosition = '';
  #frames: Frame[] = [];
  #characters = 0;
  #health: string | undefined;
  /** Epochs of readers that were sent to the snapshot, because the stream has another one. */
  readonly #strange = new Set<string>();

  constructor(ports: Pick<StreamPorts, 'openStream' | 'now' | 'setTimer' | 'clearTimer'>) {
    this.#ports = ports;
  }

  /** Sends the reader the frames after its position, until the reader leaves or the stream ends or fails. */
  join(reader: Reader): void {
    if (this.#isOpen && this.#ports.now() - this.#lastReceived > DOUBTFUL_MILLIS) {
      this.#fail(new Error('The stream fell silent.'));
    }
    // The reader's snapshot is of another epoch: the open stream is still that of the previous server or user.
    if (this.#isOpen && this.#strange.has(epochOf(reader.from))) this.#end({ type: 'ended' });
    this.#readers.add(reader);
    if (this.#isOpen) this.#serve(reader);
    else if (!this.#reading) void this.#read(reader.from);
  }

  /** The last one to leave ends the stream. */
  leave(reader: Reader): void {
    if (this.#readers.delete(reader) && this.#readers.size === 0) this.#stop();
  }

  async #read(from: StreamPosition): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    this.#base = from;
    try {
      const response = await this.#ports.openStream(from, reading.signal);
      reading.signal.throwIfAborted();
      this.#isOpen = true;
      this.#received();
      for (const reader of [...this.#readers]) this.#serve(reader);
      let rest = '';
      for await (const text of piecesOf(response)) {
        if (reading.signal.aborted) return;
        this.#received();
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(`${block}\n\n`);
      }
      if (!reading.signal.aborted) this.#end({ type: 'ended' });
    } catch (error) {
      if (!reading.signal.aborted) this.#fail(error);
    }
  }

  /** The stream is open: the reader gets what it missed, and everything from now on. */
  #serve(reader: Reader): void {
    reader.send({ type: 'opened' });
    const epoch = epochOf(reader.from);
    const isStrange = epoch !== epochOf(this.#base);
    if (isStrange) this.#strange.add(epoch);
    if (isStrange || seqOf(reader.from) < seqOf(this.#base)) {
      reader.send({ type: 'text', text: RESYNC });
      return;
    }
    for (const frame of this.#frames) sendFrame(reader, frame);
    if (this.#health !== undefined) reader.send({ type: 'text', text: this.#health });
  }

  #take(text: string): void {
    const position = /^id: (.*)$/m.exec(text)?.[1];
    if (position !== undefined) {
      const frame = { position, text };
      this.#keep(frame);
      for (const reader of [...this.#readers]) sendFrame(reader, frame);
      return;
    }
    const name = /^event: (.*)$/m.exec(text)?.[1];
    if (name === 'health') this.#health = text;
    for (const reader of [...this.#readers]) reader.send({ type: 'text', text });
    // Readers that come later need another stream.
    if (name === 'resync' || name === 'bye') this.#end({ type: 'ended' });
  }

  #keep(frame: Frame): void {
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    while (this.#characters > KEPT_CHARACTERS) {
      const first = this.#frames.shift();
      if (!first) break;
      this.#base = first.position;
      this.#characters -= first.text.length;
    }
  }

  #received(): void {
    this.#lastReceived = this.#ports.now();
    if (this.#silenceTimer !== undefined) this.#ports.clearTimer(this.#silenceTimer);
    this.#silenceTimer = this.#ports.setTimer(
      () => this.#fail(new Error('The stream was silent for 40 seconds.')),
      SILENCE_MILLIS,
    );
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#end({
      type: 'failed',
      code: error instanceof ApiError ? error.code : 'unreachable',
      message,
    });
  }

  #end(message: HubMessage): void {
    const readers = [...this.#readers];
    this.#readers.clear();
    this.#stop();
    for (const reader of readers) reader.send(message);
  }

  #stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#isOpen = false;
    this.#frames = [];
    this.#characters = 0;
    this.#health = undefined;
    this.#strange.clear();
    if (this.#silenceTimer !== undefined) this.#ports.clearTimer(this.#silenceTimer);
    this.#silenceTimer = undefined;
  }
}

/** Answers the questions of one tab, which come through the port. */
export function serveTab(hub: StreamHub, port: MessagePort): void {
  const send = (message: FromHub): void => port.postMessage(message);
  let reader: Reader | undefined;
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    if (reader) hub.leave(reader);
    reader = undefined;
    if (data.type === 'close') return;
    const { id, from } = data;
    send({ id, type: 'here' });
    reader = { from, send: (message) => send({ ...message, id }) };
    hub.join(reader);
  };
}

/** A reader's snapshot may be newer than the frame. */
function sendFrame(reader: Reader, { position, text }: Frame): void {
  if (seqOf(position) > seqOf(reader.from)) reader.send({ type: 'text', text });
}

async function* piecesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    yield next.value;
  }
}

function epochOf(position: StreamPosition): string {
  return position.slice(0, position.lastIndexOf('-'));
}

function seqOf(position: StreamPosition): number {
  return Number(position.slice(position.lastIndexOf('-') + 1));
}
