import { goQuote } from '../meta/go-quote.ts';
import type { KubeletProfile } from './kubelet-releases.ts';

/** An Event that the kubelet reports. */
export interface KubeletEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The node itself, or the pod of a container that is stopped (C-14). */
  readonly on: 'Node' | { readonly podUid: string };
}

/** A line of the kubelet's log, without its header. */
export interface KubeletLogLine {
  readonly severity: 'info' | 'error';
  /** The `-v` from which on it is written; 0 for errors, which always are. */
  readonly level: 0 | 1 | 4;
  readonly message: string;
  /** Named values; none where the release writes sentences. */
  readonly fields: readonly (readonly [key: string, value: string | number])[];
}

/** The event as a scenario writes it. */
export function eventText({ type, reason, message }: KubeletEvent): string {
  return `${type} ${reason} ${message}`;
}

/** The line as a scenario writes it: `error` or `V(<level>)`, then message and values as in the log. */
export function logLineText({ severity, level, message, fields }: KubeletLogLine): string {
  const values = fields.map(
    ([key, value]) => ` ${key}=${typeof value === 'number' ? value : goQuote(value)}`,
  );
  return `${severity === 'error' ? 'error' : `V(${level})`} ${message}${values.join('')}`;
}

/** Events and log lines of one run, in order. */
export class Report {
  readonly events: KubeletEvent[] = [];
  readonly logLines: KubeletLogLine[] = [];
  readonly #release: KubeletProfile;

  constructor(release: KubeletProfile) {
    this.#release = release;
  }

  warn(reason: string, message: string): void {
    this.events.push({ type: 'Warning', reason, message, on: 'Node' });
  }

  /** The Event on the pod whose container is stopped (C-12.1). */
  killing(podUid: string, container: string): void {
    const message = `Stopping container ${container}`;
    this.events.push({ type: 'Normal', reason: 'Killing', message, on: { podUid } });
  }

  /** A line whose words are known of releases with named values only. */
  info(level: 0 | 1 | 4, message: string, ...fields: KubeletLogLine['fields']): void {
    if (!this.#release.structuredLogs) return;
    this.logLines.push({ severity: 'info', level, message, fields });
  }

  error(message: string, error: string, ...fields: KubeletLogLine['fields']): void {
    if (!this.#release.structuredLogs) return;
    this.logLines.push({
      severity: 'error',
      level: 0,
      message,
      fields: [['err', error], ...fields],
    });
  }

  /** How a loop's run ended; both forms of the line are known (C-14, I-10). */
  succeeded(what: 'Container' | 'Image', failedBefore: boolean): void {
    const message = `${what} garbage collection succeeded`;
    this.logLines.push({ severity: 'info', level: failedBefore ? 1 : 4, message, fields: [] });
  }

  /** As `succeeded`. */
  failed(message: string, error: string): void {
    const line = this.#release.structuredLogs
      ? { message, fields: [['err', error] as const] }
      : { message: `${message}: ${error}`, fields: [] };
    this.logLines.push({ severity: 'error', level: 0, ...line });
  }
}
