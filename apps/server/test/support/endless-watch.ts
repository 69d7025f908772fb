import type { ApiClient, StreamAnswer } from '../../src/cluster/answers/api-answer.ts';
import { isProtobuf, wire } from './wire.ts';

/**
 * An API server without a network, for more requests than sockets can carry: its lists are empty, and its watches bring
 * `pieces` until there are no more, one a watch or all in one. The last watch stays open.
 */
export class EndlessWatch implements ApiClient {
  /** Asked for before the pieces were over. */
  lists = 0;
  #isOver = false;
  readonly #pieces: Iterator<Uint8Array>;
  readonly #inOne: boolean;

  constructor(pieces: Iterable<Uint8Array>, { inOne }: { readonly inOne: boolean }) {
    this.#pieces = pieces[Symbol.iterator]();
    this.#inOne = inOne;
  }

  async getStream(path: string, { signal }: { signal: AbortSignal }): Promise<StreamAnswer> {
    const isWatch = path.includes('watch=true');
    if (!isWatch && !this.#isOver) this.lists++;
    const chunks = isWatch ? this.#watch(signal) : emptyList();
    return { type: 'ok', encoding: isProtobuf ? 'protobuf' : 'json', chunks };
  }

  getJson(): never {
    throw new Error('Nothing asks this server for a document.');
  }

  getText(): never {
    throw new Error('Nothing asks this server for a text.');
  }

  reconnect(): void {}

  async *#watch(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    do {
      const { value, done } = this.#pieces.next();
      if (done === true) {
        this.#isOver = true;
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      } else yield value;
    } while (this.#inOne);
  }
}

async function* emptyList(): AsyncGenerator<Uint8Array> {
  yield wire.list({ resourceVersion: '100' }, []);
}
