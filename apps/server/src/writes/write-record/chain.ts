import { createHash } from 'node:crypto';
import { parseJson } from '../../base/parse-json.ts';

/** The result of reading the lines of a record. */
export interface ChainReading {
  /** Requests that were about to be sent. */
  readonly writes: number;
  readonly unanswered: number;
  /** The number of the last line; 0 for an empty record. */
  readonly seq: number;
  /** The hash of the last line; empty for an empty record. */
  readonly last: string;
}

/** A sentence about the first line at which the chain breaks. */
export interface ChainFault {
  readonly fault: string;
}

/** The hash of a line or a text, in hex. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** No line of a record is nearly as long. */
const LONGEST_LINE = 1_000_000;
const LINE_END = 0x0a;

interface Line {
  readonly seq: number;
  readonly previous: string;
  readonly event: 'request' | 'answer' | 'no-answer';
  readonly of: number;
}

/** Reads a record, piece by piece, and finds the first line that does not follow the one before it. */
export class Chain {
  #rest = Buffer.alloc(0);
  #seq = 0;
  #last = '';
  #writes = 0;
  readonly #open = new Set<number>();
  #fault: string | undefined;

  /** Reads on. */
  read(piece: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      this.#take(bytes.subarray(from, end));
      from = end + 1;
    }
    this.#rest = bytes.subarray(from);
    if (this.#rest.length <= LONGEST_LINE) return;
    this.#fault ??= `Line ${this.#seq + 1} is too long for a line of a record.`;
    this.#rest = Buffer.alloc(0);
  }

  /** Ends the reading and returns its result. */
  end(): ChainReading | ChainFault {
    if (this.#fault === undefined && this.#rest.length > 0) {
      const line = this.#seq + 1;
      return {
        fault: `Line ${line}, the last one, is torn: it has no end. gcscope was killed while it wrote the line, or the file was cut.`,
      };
    }
    if (this.#fault !== undefined) return { fault: this.#fault };
    const unanswered = this.#open.size;
    return { writes: this.#writes, unanswered, seq: this.#seq, last: this.#last };
  }

  #take(bytes: Buffer): void {
    if (this.#fault !== undefined) return;
    const line = lineIn(bytes);
    const at = this.#seq + 1;
    this.#fault = line
      ? this.#faultOf(line, at)
      : `Line ${at} was changed: it is not a line of a record of writes.`;
    if (!line || this.#fault !== undefined) return;
    this.#seq = at;
    this.#last = sha256(bytes);
    if (line.event === 'request') {
      this.#writes++;
      this.#open.add(at);
    } else this.#open.delete(line.of);
  }

  #faultOf({ seq, previous, event, of }: Line, at: number): string | undefined {
    if (seq !== at) {
      return `Line ${at} is out of order: it says that it is line ${seq}. Lines were removed, inserted or moved here.`;
    }
    if (previous !== this.#last) {
      return at === 1
        ? 'Line 1 was changed: it names a line before it.'
        : `Line ${at - 1} was changed, or its hash in line ${at}: they do not fit together.`;
    }
    if (event === 'request' || this.#open.has(of)) return undefined;
    return `Line ${at} was changed: it answers line ${of}, which is not a request without an answer.`;
  }
}

function lineIn(bytes: Buffer): Line | undefined {
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null) return undefined;
  const { seq, previous, event, of } = value as Readonly<Record<string, unknown>>;
  if (typeof seq !== 'number' || typeof previous !== 'string') return undefined;
  if (event === 'request') return { seq, previous, event, of: 0 };
  if ((event !== 'answer' && event !== 'no-answer') || typeof of !== 'number') return undefined;
  return { seq, previous, event, of };
}
