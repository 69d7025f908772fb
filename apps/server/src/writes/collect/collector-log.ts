import { formatText, type LogLine } from '@gcscope/gc-core';
import type { ClusterLog } from '../../cluster/reflect/cluster-log.ts';

/** The values beside a message, in order. */
export type LogValues = Readonly<Record<string, string | number>>;

/** Writes lines as a controller manager writes its own: a header, then a message with named values. */
export class CollectorLog implements ClusterLog {
  readonly verbosity: number;
  readonly #write: (text: string) => void;
  readonly #now: () => Date;

  constructor(
    verbosity: number,
    write: (text: string) => void,
    now: () => Date = () => new Date(),
  ) {
    this.verbosity = verbosity;
    this.#write = write;
    this.#now = now;
  }

  /** Writes the lines that this verbosity includes; errors always. */
  lines(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (line.severity === 'error') this.#put('E', formatText(line));
      else if (line.level <= this.verbosity) this.#put('I', formatText(line));
    }
  }

  /** A message of this level. */
  say(level: number, message: string, values: LogValues = {}): void {
    if (level <= this.verbosity) this.#put('I', textOf(message, values));
  }

  error(message: string, values: LogValues = {}): void {
    this.#put('E', textOf(message, values));
  }

  /** Messages about reading the cluster. */
  debug(fields: object, message: string): void {
    if (this.verbosity >= 4) this.#put('I', textOf(message, { ...fields }));
  }

  info(fields: object, message: string): void {
    this.say(2, message, { ...fields });
  }

  warn(fields: object, message: string): void {
    this.#put('W', textOf(message, { ...fields }));
  }

  #put(severity: 'I' | 'W' | 'E', text: string): void {
    this.#write(`${severity}${headOf(this.#now())} gcscope:1] ${text}\n`);
  }
}

function textOf(message: string, values: LogValues): string {
  const fields = Object.entries(values).map(([key, value]) => ({
    key,
    value: { type: 'text', text: String(value) } as const,
  }));
  return formatText({ form: 'structured', level: 0, severity: 'info', message, fields });
}

/** `1126 05:20:00.123000   12345`: month and day, time, process. */
function headOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':');
  const fraction = String(now.getMilliseconds() * 1000).padStart(6, '0');
  const day = `${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day} ${time}.${fraction} ${String(process.pid).padStart(7)}`;
}
