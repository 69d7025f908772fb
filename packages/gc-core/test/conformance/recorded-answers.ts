import { type ApiAnswer, type ApiRequest, requestPath } from '../../src/collector/object-client.ts';
import type { ApiStatus } from '../../src/meta/api-status-error.ts';
import type { ObjectHistory } from './object-history.ts';
import type { RecordedRequest } from './recording.ts';

/** A request that was answered from the recording. */
export interface AnsweredRequest {
  readonly recorded: RecordedRequest;
  /** The body that we sent. */
  readonly body: unknown;
}

/** Recorded answers that nobody has asked for yet, and what was asked. */
export class RecordedAnswers {
  readonly #history: ObjectHistory;
  #unclaimed: RecordedRequest[] = [];
  readonly answered: AnsweredRequest[] = [];
  /** Requests whose answer was not recorded. */
  readonly unknown: string[] = [];
  /** GETs that may have read either of two states. */
  closeCalls = 0;

  constructor(history: ObjectHistory) {
    this.#history = history;
  }

  /** Answers that are there and that nobody has asked for. */
  get unclaimed(): readonly RecordedRequest[] {
    return this.#unclaimed;
  }

  add(request: RecordedRequest): void {
    this.#unclaimed.push(request);
  }

  /** The answer to the request, if it is there by now. */
  claim(request: ApiRequest): ApiAnswer | undefined {
    const recorded = this.#unclaimed.find((each) => isRequest(request, each));
    if (!recorded) return undefined;
    this.#unclaimed = this.#unclaimed.filter((each) => each !== recorded);
    this.answered.push({ recorded, body: bodyOf(request) });
    return this.#answer(request, recorded);
  }

  #answer(request: ApiRequest, { code, message, at }: RecordedRequest): ApiAnswer {
    if (code >= 400) return refusal(code, message);
    const path = requestPath(request);
    if (request.verb === 'get' && this.#history.isCloseCall(path, at)) this.closeCalls++;
    const object = this.#history.storedAt(path, at);
    if (object) return { ok: true, object };
    this.unknown.push(path);
    return refusal(500, `${path} was not recorded`);
  }
}

/** Whether the recorded request is the one that we send. */
export function isRequest(request: ApiRequest, recorded: RecordedRequest): boolean {
  return request.verb === recorded.verb && requestPath(request) === recorded.path;
}

function bodyOf(request: ApiRequest): unknown {
  if (request.verb === 'delete') {
    return { kind: 'DeleteOptions', apiVersion: 'v1', ...request.options };
  }
  return request.verb === 'patch' ? request.body : undefined;
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [404, 'NotFound'],
  [409, 'Conflict'],
  [415, 'UnsupportedMediaType'],
  [500, 'InternalError'],
]);

function refusal(code: number, message = ''): ApiAnswer {
  const reason = REASONS.get(code) ?? 'Unknown';
  const status: ApiStatus = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  };
  return { ok: false, status };
}
