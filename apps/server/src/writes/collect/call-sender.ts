import type { Millis } from '@gcscope/gc-core/wire';
import type { Dispatcher } from 'undici';
import { type Clock, sleep } from '../../base/clock.ts';
import { VERSION } from '../../base/version.ts';
import { connectionFault } from '../../cluster/access/connection-fault.ts';
import { type CredentialSource, requestHeaders } from '../../cluster/access/credentials.ts';
import { AgentPool } from '../../cluster/access/http-agent.ts';
import { RecordUnwrittenError } from '../write-record/errors.ts';
import type { RecordedWrite, WriteLog } from '../write-record/write-record.ts';
import { isWrite } from '../write-record/written-request.ts';
import type { CallAnswer, CollectorCall } from './collector-call.ts';
import { factsOf } from './object-answer.ts';
import { type WholeAnswer, wholeAnswer } from './whole-answer.ts';

/** Why there is no answer, in one sentence. */
export interface NoAnswer {
  readonly type: 'unreachable' | 'stopped';
  readonly message: string;
}

export interface CallSenderOptions {
  readonly server: string;
  readonly credentials: CredentialSource;
  /** 0 is no limit. */
  readonly requestTimeout: Millis;
  /** As many at most; by default one. */
  readonly connections?: number;
  readonly clock: Clock;
  /** Called right before each request is sent: false once another process may act. */
  readonly mayAct: () => boolean;
  /** Each write is recorded there before it is sent; one that cannot be recorded is not sent. */
  readonly log?: WriteLog | undefined;
  /** Hears of each answer. */
  readonly answered?: (method: string, code: number | '<error>') => void;
}

/** By the last part of it, logs of API servers tell the collector from others (CF-03). */
const USER_AGENT = `gcscope/${VERSION} (${process.platform}/${process.arch}) kubernetes/generic-garbage-collector`;
const OWN_HEADERS = { 'accept-encoding': 'identity', 'user-agent': USER_AGENT };
/** How often a request is sent again to a server that is too busy and says when to try again. */
const TRIES = 10;
/** So long the credentials are used without asking their source again, which may read files each time. */
const FRESH: Millis = 1000;
const STOPPED: NoAnswer = { type: 'stopped', message: 'gcscope is stopping' };

type Headers = Readonly<Record<string, string | string[]>>;

/** As whom requests are sent, and over which connections. */
interface Access {
  readonly headers: Headers;
  /** With the types of a call; there are few of them. */
  readonly typed: Map<string, Headers>;
  readonly dispatcher: Dispatcher;
  readonly until: Millis;
}

/** Sends the requests of `collect`: the only place from which they leave. */
export class CallSender {
  readonly #options: CallSenderOptions;
  readonly #origin: string;
  /** The prefix of each path, without a slash at its end. */
  readonly #base: string;
  readonly #agents: AgentPool;
  #access: Access | undefined;

  constructor(options: CallSenderOptions) {
    this.#options = options;
    const { server, connections = 1 } = options;
    const { origin, pathname } = new URL(server);
    this.#origin = origin;
    this.#base = pathname.replace(/\/$/, '');
    this.#agents = new AgentPool({ server, connections });
  }

  /**
   * Sends the call and reads the answer, whatever it is. What the server did not take (401 once; 429 and errors with
   * `Retry-After`) is sent again, after `ready` each time. Never rejects.
   */
  async send(
    call: CollectorCall,
    signal: AbortSignal,
    ready: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  ): Promise<CallAnswer | NoAnswer> {
    let isRenewed = false;
    for (let tries = 0; ; tries++) {
      await ready(signal);
      const answer = await this.#sendOnce(call, signal);
      if (answer.type !== 'answer') return answer;
      const wait = retryWait(answer);
      if (answer.code === 401 && !isRenewed) {
        isRenewed = true;
        this.#options.credentials.renew();
        this.#access = undefined;
      } else if (wait === undefined || tries >= TRIES) return answer;
      else await sleep(this.#options.clock, wait, signal);
    }
  }

  /** Lets running requests end. */
  close(): Promise<void> {
    return this.#agents.close();
  }

  async #sendOnce(call: CollectorCall, signal: AbortSignal): Promise<CallAnswer | NoAnswer> {
    const { server, requestTimeout, answered, mayAct, log } = this.#options;
    let recorded: RecordedWrite | undefined;
    try {
      const access = await this.#current();
      const isStopped = (): boolean => signal.aborted || !mayAct();
      if (isStopped()) return STOPPED;
      const { method } = call;
      if (log && isWrite(method)) recorded = await log.begin(call);
      // To record it took its time.
      if (recorded && isStopped()) {
        recorded.unanswered('it was not sent: gcscope is stopping');
        return STOPPED;
      }
      const request = {
        origin: this.#origin,
        path: this.#base + call.path,
        method,
        headers: headersOf(call, access),
        headersTimeout: requestTimeout,
        bodyTimeout: requestTimeout,
        // The connection is kept, which undici does of itself for no DELETE with a body: each request can be repeated.
        reset: false,
        body: call.body ?? null,
      };
      const whole = await wholeAnswer(access.dispatcher, request, signal);
      answered?.(method, whole.code);
      const answer = callAnswer(whole);
      recorded?.answered({ ...factsOf(answer), auditId: header(whole, 'audit-id') });
      return answer;
    } catch (error) {
      // The owner of the record stops the collector.
      if (error instanceof RecordUnwrittenError) return STOPPED;
      const fault = connectionFault(error, server);
      recorded?.unanswered(signal.aborted ? 'the request was given up' : fault.message);
      if (signal.aborted) return STOPPED;
      answered?.(call.method, '<error>');
      return fault;
    }
  }

  async #current(): Promise<Access> {
    const { credentials, clock } = this.#options;
    if (this.#access && clock.now() < this.#access.until) return this.#access;
    const current = await credentials.current();
    this.#access = {
      headers: requestHeaders(current, OWN_HEADERS),
      typed: new Map(),
      dispatcher: this.#agents.dispatcher(current.security),
      until: clock.now() + FRESH,
    };
    return this.#access;
  }
}

function headersOf({ accept, contentType }: CollectorCall, access: Access): Headers {
  const types = `${accept} ${contentType}`;
  let headers = access.typed.get(types);
  if (!headers) {
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    headers = { ...access.headers, accept, ...type };
    access.typed.set(types, headers);
  }
  return headers;
}

function callAnswer(whole: WholeAnswer): CallAnswer {
  return {
    type: 'answer',
    code: whole.code,
    contentType: header(whole, 'content-type') ?? '',
    bytes: whole.bytes,
    retryAfter: header(whole, 'retry-after'),
    date: header(whole, 'date'),
  };
}

function header({ headers }: WholeAnswer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** How long a server that did not carry out the request wants clients to wait. */
function retryWait({ code, retryAfter }: CallAnswer): Millis | undefined {
  if (retryAfter === undefined || !/^\d{1,5}$/.test(retryAfter)) return undefined;
  return code === 429 || code >= 500 ? Number(retryAfter) * 1000 : undefined;
}
