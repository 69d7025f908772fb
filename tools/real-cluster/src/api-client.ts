import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';

/** A whole answer; `body` is parsed if the server calls it JSON, else the text. */
export interface ApiAnswer {
  readonly code: number;
  readonly body: unknown;
  /** The `Warning` headers, if there are any. */
  readonly warning?: string;
}

const CONTENT_TYPES = new Map([['PATCH', 'application/merge-patch+json']]);

/** What is sent: the whole request but for the server. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly payload: string | undefined;
}

/**
 * Requests to one server of the cluster as one user. A GET goes over one of at most 16 kept connections. Everything else
 * goes over a connection of its own: a kept one may be closed already, and then it is unknown whether the server has done
 * what was asked. TLS resumes its session there, which costs a tenth of a millisecond.
 */
export class ApiClient {
  readonly #server: string;
  readonly #token: string;
  readonly #kept: Agent;
  readonly #fresh: Agent;

  /** `server` as in `https://127.0.0.1:6443`; `ca` in PEM. */
  constructor(server: string, token: string, ca: string) {
    this.#server = server;
    this.#token = token;
    this.#kept = new Agent({ ca, keepAlive: true, maxSockets: 16 });
    this.#fresh = new Agent({ ca });
  }

  /**
   * Sends one request and reads the whole answer, whatever its status: of a watch, which has to end by `timeoutSeconds`,
   * the body is the list of its events. `body` is
   * sent as JSON (PATCH: a merge patch unless `headers` say otherwise). Rejects only when there is
   * no answer. A GET that a kept connection leaves without one is sent once more over a fresh one;
   * nothing else is ever sent twice.
   */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = {},
  ): Promise<ApiAnswer> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const all: OutgoingHttpHeaders = {
      authorization: `Bearer ${this.#token}`,
      accept: 'application/json',
    };
    if (payload !== undefined) {
      all['content-type'] = CONTENT_TYPES.get(method) ?? 'application/json';
      all['content-length'] = Buffer.byteLength(payload);
    }
    const sent = { method, path, headers: { ...all, ...headers }, payload };
    return method === 'GET' ? this.#read(sent) : this.#send(sent, this.#fresh);
  }

  /** Closes the kept connections. */
  close(): void {
    this.#kept.destroy();
  }

  async #read(sent: Sent): Promise<ApiAnswer> {
    try {
      return await this.#send(sent, this.#kept);
    } catch (error) {
      if (!(error instanceof ClosedConnectionError)) throw error;
      return this.#send(sent, this.#fresh);
    }
  }

  #send({ method, path, headers, payload }: Sent, agent: Agent): Promise<ApiAnswer> {
    return new Promise((resolve, reject) => {
      let hasBegun = false;
      const call = request(`${this.#server}${path}`, { method, agent, headers }, (response) => {
        hasBegun = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const json = response.headers['content-type']?.startsWith('application/json') === true;
          const { warning } = response.headers;
          resolve({
            code: response.statusCode ?? 0,
            body: json ? parseAnswer(path, text) : text,
            ...(warning === undefined ? {} : { warning }),
          });
        });
      });
      call.on('error', (error) => {
        reject(call.reusedSocket && !hasBegun ? new ClosedConnectionError(error) : error);
      });
      call.end(payload);
    });
  }
}

/** The JSON of an answer to a request with this path: a watch answers with a line for each event. */
export function parseAnswer(path: string, text: string): unknown {
  if (!/[?&]watch=true(?:&|$)/.test(path)) return JSON.parse(text);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** A kept connection broke before an answer began: the server closed it while nothing was asked. */
class ClosedConnectionError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** `404 NotFound: configmaps "a" not found`: an answer that was not hoped for, for error messages. */
export function describeAnswer({ code, body }: ApiAnswer): string {
  if (typeof body !== 'object' || body === null) return `${code}: ${String(body).trim()}`;
  const { reason, message } = body as { readonly reason?: unknown; readonly message?: unknown };
  return `${code} ${String(reason ?? '')}: ${String(message ?? '')}`;
}
