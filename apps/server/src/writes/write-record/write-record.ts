import { sha256 } from './chain.ts';
import { RecordUnwrittenError, unwritten } from './errors.ts';
import { RecordFile } from './record-file.ts';
import { fieldsOfRequest, type WriteOrigin, type WrittenRequest } from './written-request.ts';

/** The outcome of a request, without texts of the server that may quote an object. */
export interface WriteAnswer {
  readonly code: number;
  /** The reason in a `Status`. */
  readonly reason: string | undefined;
  /** The header `Audit-Id`: the entry in the audit log of the API server. */
  readonly auditId: string | undefined;
  readonly uid: string | undefined;
}

/** A request that is recorded. What came of it is written in its own time. */
export interface RecordedWrite {
  answered(answer: WriteAnswer): void;
  /** Why there is no answer. */
  unanswered(message: string): void;
}

/** Where a sender records its writes. */
export interface WriteLog {
  /** Resolves once the request is on disk: only then may it be sent. Rejects with `RecordUnwrittenError`. */
  begin(request: WrittenRequest): Promise<RecordedWrite>;
}

/** Longer reasons come from no API server. */
const LONGEST_TEXT = 300;

/** The record of what a command writes to a cluster: a chain of lines, each with the hash of the one before it. */
export class WriteRecord {
  /** Resolves when it cannot be written; never rejects. */
  readonly failed: Promise<RecordUnwrittenError>;
  readonly #path: string;
  readonly #file: RecordFile;
  readonly #today: () => Date;
  #fail: (fault: RecordUnwrittenError) => void = () => undefined;
  #fault: RecordUnwrittenError | undefined;
  #seq: number;
  #last: string;

  private constructor(path: string, file: RecordFile, today: () => Date) {
    this.#path = path;
    this.#file = file;
    this.#today = today;
    this.#seq = file.before.seq;
    this.#last = file.before.last;
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
  }

  /** Begins a record or continues one. Rejects with `RecordUnwrittenError` or `RecordBrokenError`. */
  static async open(path: string, today: () => Date = () => new Date()): Promise<WriteRecord> {
    return new WriteRecord(path, await RecordFile.open(path), today);
  }

  /** Throws `RecordUnwrittenError` if something could not be written. */
  requireWhole(): void {
    if (this.#fault) throw this.#fault;
  }

  /** The log for requests of this origin. */
  of(origin: WriteOrigin): WriteLog {
    return {
      begin: async (request) => {
        const { seq, written } = this.#append('request', fieldsOfRequest(origin, request));
        await written;
        return {
          answered: ({ code, reason, auditId, uid }) => {
            const texts = { reason: cut(reason), auditId: cut(auditId), uid: cut(uid) };
            this.#note('answer', { of: seq, code, ...texts });
          },
          unanswered: (message) => this.#note('no-answer', { of: seq, message: cut(message) }),
        };
      },
    };
  }

  /** Writes what waits, and lets the file go. Never rejects: `requireWhole` says what went wrong. */
  async close(): Promise<void> {
    try {
      await this.#file.close();
    } catch (error) {
      this.#blame(error);
    }
  }

  /** A failed note leaves the request without an answer, and stops the next write. */
  #note(event: 'answer' | 'no-answer', fields: object): void {
    this.#append(event, fields).written.catch(() => undefined);
  }

  #append(
    event: 'request' | 'answer' | 'no-answer',
    fields: object,
  ): { readonly seq: number; readonly written: Promise<void> } {
    const seq = ++this.#seq;
    const time = this.#today().toISOString();
    const line = JSON.stringify({ seq, time, event, ...fields, previous: this.#last });
    this.#last = sha256(line);
    const written = this.#file.append(line, event === 'request').catch((error: unknown) => {
      throw this.#blame(error);
    });
    return { seq, written };
  }

  #blame(error: unknown): RecordUnwrittenError {
    const fault = error instanceof RecordUnwrittenError ? error : unwritten(this.#path, error);
    this.#fault ??= fault;
    this.#fail(fault);
    return fault;
  }
}

function cut(text: string | undefined): string | undefined {
  return text?.slice(0, LONGEST_TEXT);
}
