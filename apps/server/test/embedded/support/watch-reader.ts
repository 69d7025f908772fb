/** One line of a watch. */
export interface WatchLine {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly metadata: {
      readonly name?: string;
      readonly resourceVersion?: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
    readonly [field: string]: unknown;
  };
}

/** An open watch, read line by line. */
export class WatchReader {
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  readonly #decoder = new TextDecoder();
  #rest = '';

  private constructor(body: ReadableStreamDefaultReader<Uint8Array>, abort: AbortController) {
    this.#body = body;
    this.#abort = abort;
  }

  static async open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WatchReader> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    if (!response.ok || !response.body) throw new Error(`${response.status} for ${url}`);
    return new WatchReader(response.body.getReader(), abort);
  }

  /** The next event; `undefined` at the end of the stream. */
  async next(): Promise<WatchLine | undefined> {
    let newline = this.#rest.indexOf('\n');
    while (newline < 0) {
      const { done, value } = await this.#body.read();
      if (done) return undefined;
      this.#rest += this.#decoder.decode(value, { stream: true });
      newline = this.#rest.indexOf('\n');
    }
    const line = this.#rest.slice(0, newline);
    this.#rest = this.#rest.slice(newline + 1);
    return JSON.parse(line) as WatchLine;
  }

  /** Type and name of the next `count` events. */
  async take(count: number): Promise<string[]> {
    const seen: string[] = [];
    while (seen.length < count) {
      const event = await this.next();
      if (!event) break;
      seen.push(`${event.type} ${event.object.metadata.name ?? event.object.kind}`);
    }
    return seen;
  }

  close(): void {
    this.#abort.abort();
  }
}
