import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';

/** A whole answer; `body` is parsed if the server calls it JSON, else the text. */
export interface ApiAnswer {
  readonly code: number;
  readonly body: unknown;
}

const CONTENT_TYPES = new Map([['PATCH', 'application/merge-patch+json']]);

/** Requests to one server of the cluster as one user, over at most 16 kept connections. */
export class ApiClient {
  readonly #server: string;
  readonly #token: string;
  readonly #agent: Agent;

  /** `server` as in `https://127.0.0.1:6443`; `ca` in PEM. */
  constructor(server: string, token: string, ca: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({ ca, keepAlive: true, maxSockets: 16 });
  }

  /**
   * Sends one request and reads the whole answer, whatever its status; not for watches. `body` is
   * sent as JSON (PATCH: a merge patch unless `headers` say otherwise). Rejects only when there is
   * no answer.
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
    return new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, headers: { ...all, ...headers } };
      const call = request(`${this.#server}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const json = response.headers['content-type']?.startsWith('application/json') === true;
          resolve({ code: response.statusCode ?? 0, body: json ? JSON.parse(text) : text });
        });
      });
      call.on('error', reject);
      call.end(payload);
    });
  }

  /** Closes the kept connections. */
  close(): void {
    this.#agent.destroy();
  }
}

/** `404 NotFound: configmaps "a" not found`: an answer that was not hoped for, for error messages. */
export function describeAnswer({ code, body }: ApiAnswer): string {
  if (typeof body !== 'object' || body === null) return `${code}: ${String(body).trim()}`;
  const { reason, message } = body as { readonly reason?: unknown; readonly message?: unknown };
  return `${code} ${String(reason ?? '')}: ${String(message ?? '')}`;
}
