import type { Millis } from '@gcscope/gc-core/wire';
import { type Dispatcher, request } from 'undici';
import { takenInTurns } from '../../base/in-turns.ts';
import { parseJson } from '../../base/parse-json.ts';
import type {
  Anonymity,
  ApiClient,
  ApiFailure,
  Encoding,
  JsonAnswer,
  RequestOptions,
  StreamAnswer,
  TextAnswer,
} from '../answers/api-answer.ts';
import { parsePruned, parsePrunedItems } from '../answers/decode-json.ts';
import { readStatus, unwrap } from '../answers/protobuf-metadata.ts';
import { statusFailure } from '../answers/status-failure.ts';
import type { ReaderCounts } from '../reflect/reader-counts.ts';
import { connectionFault } from './connection-fault.ts';
import { type CredentialSource, type Credentials, requestHeaders } from './credentials.ts';
import { AgentPool } from './http-agent.ts';
import { wipeParserMemory } from './parser-memory.ts';
import { readWhole } from './response-body.ts';

/** Bytes of a whole JSON answer: aggregated discovery of thousands of kinds stays below. */
const BODY_LIMIT = 67_108_864;
/** Bytes of an error's body that are read. */
const ERROR_BODY_LIMIT = 65_536;
const HEADERS_TIMEOUT: Millis = 60_000;

export interface ApiClientOptions {
  /** URL, with a path when the server sits behind one. */
  readonly server: string;
  readonly credentials: CredentialSource;
  /** For answers of limited size; 0 is no limit. */
  readonly requestTimeout: Millis;
  /** Answers are counted here. */
  readonly counts?: ReaderCounts;
}

const JSON_CONTENT = /^application\/json\b/;
const PROTOBUF_CONTENT = /^application\/vnd\.kubernetes\.protobuf\b/;
const ANY_ENCODING = /^application\/(json|vnd\.kubernetes\.protobuf)\b/;
const TEXT_CONTENT = /^text\//;

interface ContentOptions extends RequestOptions {
  /** Types that are taken; without it JSON. */
  readonly content?: RegExp;
}

type Answer =
  | {
      readonly type: 'ok';
      readonly encoding: Encoding;
      readonly body: Dispatcher.ResponseData['body'];
    }
  | ApiFailure;

type WholeAnswer = { readonly type: 'ok'; readonly body: Buffer } | ApiFailure;

/** Reads from an API server over pooled connections. Its only HTTP method is GET; redirects are not followed. */
export class HttpApiClient implements ApiClient {
  readonly #options: ApiClientOptions;
  readonly #agents = new AgentPool();
  readonly #stopWiping = wipeParserMemory();

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  async getJson(path: string, options: RequestOptions): Promise<JsonAnswer> {
    const answer = await this.#getWhole(path, options, JSON_CONTENT);
    if (answer.type !== 'ok') return answer;
    const body = parseBody(answer.body, options);
    // The members that were left out are overwritten.
    answer.body.fill(0);
    return body === undefined
      ? { type: 'unreadable', message: `the answer to ${path} is not valid JSON` }
      : { type: 'ok', body };
  }

  async getText(path: string, options: RequestOptions): Promise<TextAnswer> {
    const answer = await this.#getWhole(path, options, TEXT_CONTENT);
    return answer.type === 'ok' ? { type: 'ok', body: answer.body.toString('utf8') } : answer;
  }

  async getStream(path: string, options: RequestOptions): Promise<StreamAnswer> {
    const content = ANY_ENCODING;
    const idle = options.idleTimeout ?? 0;
    const answer = await this.#get(path, { ...options, content }, HEADERS_TIMEOUT, idle);
    if (answer.type !== 'ok') return answer;
    return { type: 'ok', encoding: answer.encoding, chunks: takenInTurns(answer.body) };
  }

  reconnect(): void {
    this.#agents.renew();
  }

  /** Lets running requests end; resolves when they have. */
  async close(): Promise<void> {
    await this.#agents.close();
    this.#stopWiping();
  }

  async #getWhole(path: string, options: RequestOptions, content: RegExp): Promise<WholeAnswer> {
    const timeout = this.#options.requestTimeout;
    const answer = await this.#get(path, { ...options, content }, timeout, timeout);
    if (answer.type !== 'ok') return answer;
    try {
      const body = await readWhole(answer.body, BODY_LIMIT);
      return body === undefined
        ? { type: 'unreadable', message: `the answer to ${path} is too large` }
        : { type: 'ok', body };
    } catch (error) {
      return this.#failureOf(error, options.signal);
    }
  }

  /** Asks once more with fresh credentials after a 401: a token may have run out meanwhile. */
  async #get(
    path: string,
    options: ContentOptions,
    headersTimeout: Millis,
    bodyTimeout: Millis,
  ): Promise<Answer> {
    const first = await this.#getOnce(path, options, headersTimeout, bodyTimeout);
    if (first.type !== 'status' || first.code !== 401) return first;
    this.#options.credentials.renew();
    return this.#getOnce(path, options, headersTimeout, bodyTimeout);
  }

  async #getOnce(
    path: string,
    { accept, signal, content = JSON_CONTENT }: ContentOptions,
    headersTimeout: Millis,
    bodyTimeout: Millis,
  ): Promise<Answer> {
    if (signal.aborted) return { type: 'aborted' };
    try {
      const credentials = await this.#options.credentials.current();
      const response = await request(`${this.#options.server}${path}`, {
        method: 'GET',
        dispatcher: this.#agents.dispatcher(credentials.security),
        headers: requestHeaders(credentials, { accept, 'accept-encoding': 'identity' }),
        signal,
        headersTimeout,
        bodyTimeout,
      }).catch((error: unknown) => {
        if (!signal.aborted) this.#options.counts?.answered('<error>');
        throw error;
      });
      this.#options.counts?.answered(response.statusCode);
      const answer = await this.#accept(path, response, content);
      if (answer.type !== 'status' || answer.code !== 401) return answer;
      const anonymous = anonymityOf(credentials, this.#options.server);
      return anonymous === undefined ? answer : { ...answer, anonymous };
    } catch (error) {
      return this.#failureOf(error, signal);
    }
  }

  async #accept(path: string, response: Dispatcher.ResponseData, content: RegExp): Promise<Answer> {
    const { statusCode, headers, body } = response;
    // A body that is aborted before it is read would end the process; readers get the error all the same.
    body.on('error', () => undefined);
    const type = String(headers['content-type'] ?? '');
    const encoding = PROTOBUF_CONTENT.test(type) ? 'protobuf' : 'json';
    if (statusCode === 200) {
      if (content.test(type)) return { type: 'ok', encoding, body };
      body.destroy();
      return {
        type: 'unreadable',
        message: `the answer to ${path} is not in a format of Kubernetes: no API server answers at ${this.#options.server}`,
      };
    }
    const bytes = await readWhole(body, ERROR_BODY_LIMIT);
    // A proxy's page is not shown: it is long and says nothing about the cluster.
    const status = bytes && ANY_ENCODING.test(type) ? readStatusBody(bytes, encoding) : undefined;
    const retryAfter = headers['retry-after'];
    return statusFailure(
      statusCode,
      status,
      typeof retryAfter === 'string' ? retryAfter : undefined,
    );
  }

  #failureOf(error: unknown, signal: AbortSignal): ApiFailure {
    if (signal.aborted) return { type: 'aborted' };
    return connectionFault(error, this.#options.server);
  }
}

function anonymityOf({ headers, security }: Credentials, server: string): Anonymity | undefined {
  if (headers.has('authorization') || security.cert !== undefined) return undefined;
  return server.startsWith('http:') ? 'plain-http' : 'none-configured';
}

function readStatusBody(bytes: Buffer, encoding: Encoding): unknown {
  if (encoding === 'json') return parseJson(bytes);
  try {
    return readStatus(unwrap(bytes).raw);
  } catch {
    return undefined;
  }
}

function parseBody(bytes: Buffer, { shape, items }: RequestOptions): unknown {
  if (items) return parsePrunedItems(bytes, items);
  return shape ? parsePruned(bytes, shape) : parseJson(bytes);
}
