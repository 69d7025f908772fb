import { trusted } from '../worker/trusted-script.ts';
import { ApiError } from './api.ts';
import type { OpenStream } from './graph-stream.ts';
import type { FromHub, ToHub } from './stream-hub.ts';
import workerUrl from './stream-worker.ts?sharedworker&url';

/** After this time without an answer, the tab gives up on the worker. */
const PATIENCE_MILLIS = 5000;

/**
 * Opens the stream through a worker that all tabs of the browser share: a server allows a browser six connections, and
 * each open stream takes one. Where there is no such worker, the tab reads a stream of its own, by `openAlone`.
 */
export function sharedStream(openAlone: OpenStream): OpenStream {
  const worker = startWorker();
  if (!worker) return openAlone;
  const tab = new HubTab(worker.port, openAlone);
  worker.onerror = () => tab.giveUp();
  // The browser may keep the page for its back button; a page that is shown again opens the stream again.
  window.addEventListener('pagehide', () => tab.leave());
  return tab.open;
}

/** Some browsers have no SharedWorker; others refuse it where pages may store nothing. */
function startWorker(): SharedWorker | undefined {
  const options = { type: 'module', name: 'gcscope stream' } as const;
  try {
    return new SharedWorker(trusted(workerUrl, 'gcscope-stream'), options);
  } catch {
    return undefined;
  }
}

/** The running parts of one opening. */
interface Opening {
  readonly take: (message: FromHub) => void;
  /** Ends it from outside. */
  readonly end: () => void;
}

/** A tab as it talks to the hub: one opening at a time. */
export class HubTab {
  readonly #port: MessagePort;
  readonly #openAlone: OpenStream;
  #id = 0;
  #opening: Opening | undefined;
  #isAlone = false;

  constructor(port: MessagePort, openAlone: OpenStream) {
    this.#port = port;
    this.#openAlone = openAlone;
    port.onmessage = ({ data }: MessageEvent<FromHub>) => {
      if (data.id === this.#id) this.#opening?.take(data);
    };
  }

  readonly open: OpenStream = (from, signal) => {
    if (this.#isAlone) return this.#openAlone(from, signal);
    this.#id += 1;
    this.#send({ type: 'open', id: this.#id, from });
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.giveUp(), PATIENCE_MILLIS);
      const { readable, writable } = new TextEncoderStream();
      const body = writable.getWriter();
      let isOpen = false;
      const fail = (error: unknown): void => {
        clearTimeout(patience);
        this.#close();
        void body.abort(error);
        if (this.#isAlone && !isOpen && !signal.aborted) resolve(this.#openAlone(from, signal));
        else reject(error);
      };
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      const opening: Opening = {
        end: () => fail(new ApiError('unreachable', 'The stream ended.')),
        take: (message) => {
          switch (message.type) {
            case 'here':
              clearTimeout(patience);
              break;
            case 'opened':
              isOpen = true;
              resolve(new Response(readable));
              break;
            case 'text':
              // Refused once nobody reads it.
              body.write(message.text).catch(() => undefined);
              break;
            case 'ended':
              // The reader may be gone.
              body.close().catch(() => undefined);
              break;
            case 'failed':
              fail(new ApiError(message.code, message.message));
              break;
            default:
              message satisfies never;
          }
        },
      };
      this.#opening = opening;
      body.closed.catch(() => {
        if (this.#opening === opening) this.#close();
      });
    });
  };

  /** The page goes away. */
  leave(): void {
    this.#opening?.end();
  }

  /** There is no hub: from now on the tab reads a stream of its own. */
  giveUp(): void {
    this.#isAlone = true;
    this.#opening?.end();
  }

  #close(): void {
    if (!this.#opening) return;
    this.#opening = undefined;
    this.#send({ type: 'close' });
  }

  #send(message: ToHub): void {
    this.#port.postMessage(message);
  }
}
