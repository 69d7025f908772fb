import type { Dispatcher } from 'undici';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** An answer with all of its body. */
export interface WholeAnswer {
  readonly code: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/**
 * Sends a request and resolves with the whole answer; rejects when none comes or the signal is aborted. undici's
 * `request` makes a stream of each body, which takes longer than all else that it does.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let abort = (): void => undefined;
    let code = 0;
    let headers: Headers = {};
    const pieces: Buffer[] = [];
    const onAbort = (): void => abort();
    const ended = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new Error('the request was given up'));
        // It may have waited for a connection.
        if (signal.aborted) abort();
      },
      onResponseStart: (_, statusCode, received) => {
        code = statusCode;
        headers = received;
      },
      onResponseData: (_, piece) => {
        pieces.push(piece);
      },
      onResponseEnd: () => {
        ended();
        const [first] = pieces;
        resolve({
          code,
          headers,
          bytes: first && pieces.length === 1 ? first : Buffer.concat(pieces),
        });
      },
      onResponseError: (_, error) => {
        ended();
        reject(error);
      },
    });
  });
}
