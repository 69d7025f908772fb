import type { Millis } from '@gcscope/gc-core/wire';
import { request } from 'undici';
import { sleep, systemClock } from '../clock.ts';
import { ClusterUnreachableError } from '../cluster/access/connection.ts';
import { connectionFault } from '../cluster/access/connection-fault.ts';
import { type CredentialSource, requestHeaders } from '../cluster/access/credentials.ts';
import { AgentPool } from '../cluster/access/http-agent.ts';
import { type Fields, fieldsOf } from '../cluster/answers/decode-meta.ts';

/** The whole answer to a request; of what is no JSON object the body is empty. */
export interface ServerAnswer {
  readonly code: number;
  readonly body: Fields;
}

/** What may be asked of an API server about one object or collection. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Which server, as whom. */
interface ObjectRequestsOptions {
  readonly server: string;
  readonly credentials: CredentialSource;
  /** 0 is no limit. */
  readonly requestTimeout: Millis;
}

/** A server that has too much to do, or changes what it serves, has not carried out the request: it is sent again. */
const TRIES = 6;

/** Sends the requests of a scenario, which change objects. */
export class ObjectRequests {
  readonly #options: ObjectRequestsOptions;
  readonly #agents = new AgentPool();

  constructor(options: ObjectRequestsOptions) {
    this.#options = options;
  }

  /**
   * Sends one request and reads the answer, whatever its status; `body` goes as JSON (PATCH: a merge patch). What the
   * server did not take (401 once, 429) is sent again. Rejects with `ClusterUnreachableError` when there is no answer.
   */
  async send(method: Method, path: string, body?: object): Promise<ServerAnswer> {
    let answer = await this.#sendOnce(method, path, body);
    if (answer.code === 401) {
      this.#options.credentials.renew();
      answer = await this.#sendOnce(method, path, body);
    }
    for (let tries = 1; answer.code === 429 && tries < TRIES; tries++) {
      await sleep(systemClock, 500 * tries, new AbortController().signal);
      answer = await this.#sendOnce(method, path, body);
    }
    return answer;
  }

  /** Lets running requests end. */
  close(): Promise<void> {
    return this.#agents.close();
  }

  async #sendOnce(method: Method, path: string, body: object | undefined): Promise<ServerAnswer> {
    const { server, credentials, requestTimeout } = this.#options;
    try {
      const current = await credentials.current();
      const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const response = await request(`${server}${path}`, {
        method,
        dispatcher: this.#agents.dispatcher(current.security),
        headers: requestHeaders(current, {
          accept: 'application/json',
          ...(body ? { 'content-type': contentType } : {}),
        }),
        headersTimeout: requestTimeout,
        bodyTimeout: requestTimeout,
        // Over a connection that was kept nobody knows whether a request that broke off was carried out.
        reset: method !== 'GET',
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.body.text();
      return { code: response.statusCode, body: parsed(text) };
    } catch (error) {
      throw new ClusterUnreachableError(
        `gcscope cannot write to the cluster: ${connectionFault(error, server).message}.`,
      );
    }
  }
}

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** `422 Invalid: spec is missing`: an answer that was not hoped for. */
export function refusalText({ code, body }: ServerAnswer): string {
  const { reason, message } = body;
  const words = [reason, message].filter((each) => typeof each === 'string' && each !== '');
  return `${code} ${words.length > 0 ? words.join(': ') : 'without a reason'}`;
}
