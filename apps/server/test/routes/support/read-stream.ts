import type { GraphDelta } from '@gcscope/gc-core/wire';

/** One event of the stream. */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

/** A small reader of server-sent events. */
export class StreamReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #controller: AbortController;
  #text = '';

  private constructor(response: Response, controller: AbortController) {
    if (!response.body) throw new Error('The answer has no body.');
    this.response = response;
    this.#controller = controller;
    this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const controller = new AbortController();
    return new StreamReader(await fetch(url, { headers, signal: controller.signal }), controller);
  }

  /** The next event; `undefined` at the end. Comments and retry lines are passed over. */
  async next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const event = parse(block);
      if (event) return event;
    }
  }

  /** The next event of this name. */
  async nextNamed(name: string): Promise<StreamEvent | undefined> {
    for (let event = await this.next(); event; event = await this.next()) {
      if (event.name === name) return event;
    }
    return undefined;
  }

  /** The next block up to an empty line, as it came. */
  async block(): Promise<string | undefined> {
    for (let end = this.#text.indexOf('\n\n'); end < 0; end = this.#text.indexOf('\n\n')) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
    const end = this.#text.indexOf('\n\n');
    const block = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 2);
    return block;
  }

  close(): void {
    this.#controller.abort();
  }
}

export function deltaOf(event: StreamEvent | undefined): GraphDelta {
  return JSON.parse(event?.data ?? '{}') as GraphDelta;
}

function parse(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const name = fields.get('event');
  return name === undefined
    ? undefined
    : { id: fields.get('id') ?? '', name, data: fields.get('data') ?? '' };
}
