import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from './trace.ts';

/** Measurements of one moment. */
export interface Look {
  /** Seconds since the changes began. */
  readonly seconds: number;
  /** Memory that the server's Node uses, heap and buffers, in MB. */
  readonly server: number;
  /** Resident memory of the server, in MB. */
  readonly resident: number;
  /** Delay of the server's event loop since the look before, the slowest hundredth, in ms. */
  readonly loopP99: number;
  /** Longest such delay, in ms. */
  readonly loopMax: number;
  /** Time of small requests since the look before, the slowest hundredth, in ms. */
  readonly stall: number;
  /** Heap and backing stores of the page, after a collection of garbage, in MB. */
  readonly page: number;
}

const COLUMNS = {
  server: 'server, MB',
  resident: 'resident, MB',
  loopP99: 'event loop p99, ms',
  loopMax: 'event loop longest, ms',
  stall: 'requests p99, ms',
  page: 'page, MB',
} as const satisfies Partial<Record<keyof Look, string>>;

/** All looks of a run, in a file with one JSON object a line. */
export class SoakRecord {
  readonly file: string;
  readonly looks: Look[] = [];

  /** Records in a temporary folder if none is given. */
  constructor(folder: string | undefined) {
    const where = folder ?? mkdtempSync(join(tmpdir(), 'gcscope-soak-'));
    mkdirSync(where, { recursive: true });
    this.file = join(where, 'soak.jsonl');
    writeFileSync(this.file, '');
  }

  /** Written at once: a run that is interrupted keeps what it saw. */
  add(look: Look): void {
    this.looks.push(look);
    writeFileSync(this.file, `${JSON.stringify(look)}\n`, { flag: 'a' });
  }

  /** Least, median and most of each third, as a table in Markdown. */
  table(): string {
    const rows = Object.entries(COLUMNS).map(([column, title]) => {
      const cells = [0, 1, 2].map((third) => this.#cell(column as keyof Look, third));
      return `| ${title} | ${cells.join(' | ')} |`;
    });
    return [
      '| least, median, most | first third | second | last |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  }

  #cell(column: keyof Look, third: number): string {
    const { length } = this.looks;
    const [from, to] = [third, third + 1].map((at) => Math.round((at * length) / 3));
    const values = this.looks.slice(from, to).map((look) => look[column]);
    return [0, 0.5, 1].map((share) => percentile(values, share).toFixed()).join(', ');
  }
}
