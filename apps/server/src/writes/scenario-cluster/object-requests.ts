import type { Millis } from '@gcscope/gc-core/wire';
import { request } from 'undici';
import { sleep, systemClock } from '../../base/clock.ts';
import { parseJson } from '../../base/parse-json.ts';
import { ClusterUnreachableError } from '../../cluster/access/connection.ts';
import { connectionFault } from '../../cluster/access/connection-fault.ts';
import { type CredentialSource, requestHeaders } from '../../cluster/access/credentials.ts';
import { AgentPool } from '../../cluster/access/http-agent.ts';
import { type Fields, fieldsOf, textOf } from '../../cluster/answers/decode-meta.ts';
import { RecordUnwrittenError } from '../write-record/errors.ts';
import type { RecordedWrite, WriteAnswer, WriteLog } from '../write-record/write-record.ts';
import { isWrite } from '../write-record/written-request.ts';

/** The whole answer to a request; of what is no JSON object the body is empty. */
export interface ServerAnswer {
  readonly code: number;
  readonly body: Fields;
}

/** The methods of a request about one object or collection. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface ObjectRequestsOptions {
  readonly server: string;
  readonly credentials: CredentialSource;
  /** 0 is no limit. */
  readonly requestTimeout: Millis;
  /** Each write is recorded there before it is sent. */
  readonly log?: WriteLog | undefined;
}

/** A server that has too much to do, or changes what it serves, has not carried out the request: it is sent again. */
const TRIES = 6;

/** Sends the requests of a scenario, which change objects. */
export class ObjectRequests {
  readonly #options: ObjectRequestsOptions;
  readonly #agents: AgentPool;

  constructor(options: ObjectRequestsOptions, agents: AgentPool = new AgentPool()) {
    this.#options = options;
    this.#agents = agents;
  }

  /** The same over the same connections, with the writes recorded there. */
  recordedIn(log: WriteLog | undefined): ObjectRequests {
    return new ObjectRequests({ ...this.#options, log }, this.#agents);
  }

  /**
   * Sends one request and reads the answer, whatever its status; `body` goes as JSON (PATCH: a merge patch). What the
   * server did not take (401 once, 429) is sent again. Rejects with `ClusterUnreachableError` when there is no answer,
   * and with `RecordUnwrittenError` for a write that could not be recorded, and was not sent.
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

  async #sendOnce(method: Method, path: string, asked: object | undefined): Promise<ServerAnswer> {
    const { server, credentials, requestTimeout, log } = this.#options;
    const sent = asked && JSON.stringify(asked);
    let recorded: RecordedWrite | undefined;
    try {
      const current = await credentials.current();
      if (isWrite(method)) recorded = await log?.begin({ method, path, body: sent });
      const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const response = await request(`${server}${path}`, {
        method,
        dispatcher: this.#agents.dispatcher(current.security),
        headers: requestHeaders(current, {
          accept: 'application/json',
          ...(sent ? { 'content-type': contentType } : {}),
        }),
        headersTimeout: requestTimeout,
        bodyTimeout: requestTimeout,
        // If a request on a kept connection breaks off, it may or may not have been carried out. So writes use no kept connection.
        reset: method !== 'GET',
        ...(sent ? { body: sent } : {}),
      });
      const body = fieldsOf(parseJson(Buffer.from(await response.body.arrayBuffer()))) ?? {};
      const answer = { code: response.statusCode, body };
      recorded?.answered({
        ...factsOf(answer),
        auditId: textOf(response.headers['audit-id']) || undefined,
      });
      return answer;
    } catch (error) {
      if (error instanceof RecordUnwrittenError) throw error;
      const { message } = connectionFault(error, server);
      recorded?.unanswered(message);
      throw new ClusterUnreachableError(`gcscope cannot write to the cluster: ${message}.`);
    }
  }
}

/** The recorded facts of an answer: outside of a `Status`, `reason` may be any text. */
function factsOf({ code, body }: ServerAnswer): Omit<WriteAnswer, 'auditId'> {
  const isStatus = body.kind === 'Status';
  const about = fieldsOf(isStatus ? body.details : body.metadata);
  return {
    code,
    reason: isStatus ? textOf(body.reason) || undefined : undefined,
    uid: textOf(about?.uid) || undefined,
  };
}

/** `422 Invalid: spec is missing`: an answer that was not hoped for. */
export function refusalText({ code, body }: ServerAnswer): string {
  const { reason, message } = body;
  const words = [reason, message].filter((each) => typeof each === 'string' && each !== '');
  return `${code} ${words.length > 0 ? words.join(': ') : 'without a reason'}`;
}
