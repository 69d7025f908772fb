import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiObject, WatchEventType } from '../../src/meta/object-meta.ts';
import type { ObjectReference } from '../../src/meta/object-reference.ts';
import { UNWATCHED } from './unwatched-objects.ts';

const EVIDENCE = join(import.meta.dirname, 'evidence');
const COLLECTOR = 'system:serviceaccount:kube-system:generic-garbage-collector';

/** Microseconds since midnight: log and audit log were written on one day, by one clock. */
export type Micros = number;

/** A line of the collector, without its header. */
interface RecordedLine {
  readonly at: Micros;
  readonly process: string;
  readonly text: string;
}

/** A request of the collector, at the time of its answer. */
export interface RecordedRequest {
  readonly at: Micros;
  readonly verb: string;
  readonly path: string;
  readonly body: unknown;
  readonly code: number;
  readonly message: string | undefined;
}

/** A request of anybody that stored something, at the time of its answer. */
interface RecordedWrite {
  readonly at: Micros;
  readonly path: string;
}

/** One stored state of an object. `at` is when a client saw it, in seconds since the start of the case. */
export interface RecordedVersion {
  readonly at: number;
  readonly type: WatchEventType;
  readonly object: ApiObject;
}

/** A debug graph that was asked for, `at` seconds after the start of the case. */
export interface RecordedDrawing {
  readonly at: number;
  readonly file: string;
  readonly dot: string;
}

/** What was recorded of one case. */
export interface Recording {
  readonly name: string;
  readonly lines: readonly RecordedLine[];
  /** Lines that were left out of the log, by their beginning, and how many. */
  readonly omitted: ReadonlyMap<string, number>;
  readonly requests: readonly RecordedRequest[];
  readonly writes: readonly RecordedWrite[];
  /** Requests of the client and of the collector that were to change something, also those that failed. */
  readonly attempts: readonly (RecordedRequest & { readonly collector: boolean })[];
  readonly versions: ReadonlyMap<string, readonly RecordedVersion[]>;
  readonly drawings: readonly RecordedDrawing[];
}

/** No case: what a replay is before its first. */
export const NO_RECORDING: Recording = {
  name: '',
  lines: [],
  omitted: new Map(),
  requests: [],
  writes: [],
  attempts: [],
  versions: new Map(),
  drawings: [],
};

/** All recorded cases in the order in which they happened. */
export function readRecordings(): Recording[] {
  return recordedCases()
    .map((name) => readRecording(name))
    .toSorted((a, b) => (a.lines[0]?.at ?? 0) - (b.lines[0]?.at ?? 0));
}

function recordedCases(): string[] {
  return readdirSync(EVIDENCE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

function readRecording(name: string): Recording {
  const log = linesOf(name, 'kcm.log');
  const audit = linesOf(name, 'audit.jsonl').map((line) => JSON.parse(line) as AuditEntry);
  return {
    name,
    lines: log.flatMap((line) => collectorLine(line) ?? []),
    omitted: new Map(log.flatMap((line) => omittedLines(line) ?? [])),
    requests: audit.filter(({ user }) => user === COLLECTOR).map(requestOf),
    writes: audit
      .filter(({ verb, code }) => verb !== 'get' && code < 300)
      .map(({ t, uri }) => ({ at: auditTime(t), path: uri.replace(/\/status$/, '') })),
    attempts: audit
      .filter(({ verb, user }) => verb !== 'get' && (user === COLLECTOR || user === 'admin'))
      .map((entry) => ({ ...requestOf(entry), collector: entry.user === COLLECTOR })),
    versions: versionsByUid([...linesOf(name, 'objects.jsonl'), ...(UNWATCHED.get(name) ?? [])]),
    drawings: drawingsOf(name),
  };
}

function drawingsOf(name: string): RecordedDrawing[] {
  if (!existsSync(join(EVIDENCE, name, 'commands.jsonl'))) return [];
  return linesOf(name, 'commands.jsonl').map((line) => {
    const { t, cmd } = JSON.parse(line) as { t: string; cmd: string };
    const file = cmd.replace('debug graph -> ', '');
    return { at: Number(t), file, dot: readFileSync(join(EVIDENCE, name, file), 'utf8') };
  });
}

function linesOf(name: string, file: string): string[] {
  return readFileSync(join(EVIDENCE, name, file), 'utf8')
    .split('\n')
    .filter(Boolean);
}

interface AuditEntry {
  readonly t: string;
  readonly verb: string;
  readonly uri: string;
  readonly user: string;
  readonly code: number;
  readonly body?: { readonly kind?: string };
  readonly message?: string;
}

const LINE =
  /^[IWEF]\d{4} (?<time>[\d:.]+) +(?<process>\d+) (?<file>graph_builder|garbagecollector)\.go:\d+\] (?<text>.*)$/;

function collectorLine(line: string): RecordedLine | undefined {
  const { time, process, text } = LINE.exec(line)?.groups ?? {};
  if (time === undefined || process === undefined || text === undefined) return undefined;
  return { at: micros(time), process, text };
}

function omittedLines(line: string): [string, number][] | undefined {
  const match = /^# (\d+) more: (.*)$/.exec(line);
  if (!match) return undefined;
  const [, count = '0', text = ''] = match;
  const collectors = /^(?:"(?:Processing item|error syncing item|Unhandled Error)"|garbage )/;
  return collectors.test(text) ? [[text, Number(count)]] : undefined;
}

function requestOf({ t, verb, uri, code, body, message }: AuditEntry): RecordedRequest {
  // The audit log shows the internal version of DeleteOptions; on the wire it is v1.
  const sent = body?.kind === 'DeleteOptions' ? { ...body, apiVersion: 'v1' } : body;
  return { at: auditTime(t), verb, path: uri, body: sent, code, message };
}

function auditTime(t: string): Micros {
  return micros(t.slice(11, -1));
}

function versionsByUid(lines: readonly string[]): Map<string, RecordedVersion[]> {
  const versions = new Map<string, RecordedVersion[]>();
  for (const line of lines) {
    const { t, type, object } = JSON.parse(line) as {
      t: string;
      type: WatchEventType;
      object: ApiObject;
    };
    const { uid } = object.metadata;
    versions.set(uid, [...(versions.get(uid) ?? []), { at: Number(t), type, object }]);
  }
  return versions;
}

function micros(time: string): Micros {
  const [hours = '0', minutes = '0', seconds = '0'] = time.split(':');
  return (Number(hours) * 3600 + Number(minutes) * 60) * 1e6 + Math.round(Number(seconds) * 1e6);
}

/** The message of a line. */
export function messageOf(text: string): string {
  return /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
}

/** A quoted or bare field of a line. */
export function fieldOf(text: string, key: string): string {
  const match = new RegExp(` ${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|(\\S+))`).exec(text);
  return match?.[1] ?? match?.[2] ?? '';
}

/** The identity in the field `item`. */
export function itemOf(text: string): string {
  return fieldOf(text, 'item');
}

/** Namespace and name in the text form of an identity. */
export function identityOf(text: string): { namespace: string; name: string } {
  const match = /, namespace: (.*), name: (.*), uid: /.exec(text);
  return { namespace: match?.[1] ?? '', name: match?.[2] ?? '' };
}

/** The identity that an event line speaks of. */
export function eventIdentity(text: string): ObjectReference {
  const object = fieldOf(text, 'object');
  const slash = object.indexOf('/');
  return {
    apiVersion: fieldOf(text, 'apiVersion'),
    kind: fieldOf(text, 'kind'),
    namespace: slash < 0 ? '' : object.slice(0, slash),
    name: object.slice(slash + 1),
    uid: fieldOf(text, 'uid'),
  };
}
