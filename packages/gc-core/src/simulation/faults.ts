import { type ApiAnswer, type ApiRequest, requestText } from '../collector/object-client.ts';
import { failureStatus, REASON_CODES, type StatusReason } from '../meta/api-status-error.ts';

/** An answer to be given in the server's place. */
interface Fault {
  /** As `requestText` writes it. */
  readonly request: string;
  readonly answer: StatusReason;
  /** Runs just before the answer; absent where the server simply fails. */
  readonly before?: (() => void) | undefined;
  times: number;
}

/** Requests that are answered in the server's place, with an error. */
export class Faults {
  #inForce: readonly Fault[] = [];

  /** Another list whenever a fault has begun or ended. */
  get inForce(): readonly unknown[] {
    return this.#inForce;
  }

  /** The next requests of this text are answered so. */
  add(fault: Fault): void {
    this.#inForce = [...this.#inForce, fault];
  }

  /** The error that the request would get now; not one that only follows from what happens just before it. */
  reasonFor(request: ApiRequest): StatusReason | undefined {
    const fault = this.#find(request);
    return fault?.before ? undefined : fault?.answer;
  }

  /** The answer in the server's place; one less is left of the fault. */
  take(request: ApiRequest): ApiAnswer | undefined {
    const fault = this.#find(request);
    if (!fault) return undefined;
    if (--fault.times === 0) this.#inForce = this.#inForce.filter((each) => each !== fault);
    fault.before?.();
    const { answer } = fault;
    const text = `the API server answered ${REASON_CODES[answer]} ${answer}`;
    return { ok: false, status: failureStatus(answer, text) };
  }

  #find(request: ApiRequest): Fault | undefined {
    if (this.#inForce.length === 0) return undefined;
    const text = requestText(request);
    return this.#inForce.find((each) => each.request === text);
  }
}
