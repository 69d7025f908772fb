import type { WorkerPass } from '../../src/collector/collector.ts';
import { GarbageCollector } from '../../src/collector/garbage-collector.ts';
import { type ApiAnswer, requestPath } from '../../src/collector/object-client.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { formatText } from '../../src/log/log-line.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ApiObject, ObjectMeta } from '../../src/meta/object-meta.ts';
import { identityText } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import type { ResourceTable } from '../../src/meta/resource-table.ts';
import { shows } from './drawings.ts';
import { ObjectHistory } from './object-history.ts';
import { OmittedPasses, type PassKey } from './omitted-passes.ts';
import { isRequest, RecordedAnswers } from './recorded-answers.ts';
import {
  eventIdentity,
  fieldOf,
  itemOf,
  type Micros,
  messageOf,
  NO_RECORDING,
  type RecordedDrawing,
  type RecordedRequest,
  type Recording,
} from './recording.ts';

import type { Decision, ReplayResult } from './replay-result.ts';

/** A pass under way and what it noted so far. */
interface RunningPass {
  readonly pass: WorkerPass;
  readonly notes: Note[];
}

/** Whether a kind has no REST mapping at a moment; the log does not tell when the mapper forgets or learns one. */
type Unmapped = (kind: string, at: Micros) => boolean;

/** How far the clock of the client that asked for the graph may be off. */
const TOLERANCE: Micros = 20_000;
const EVENT_TYPES = { add: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;

/**
 * Leads our collector through recordings: events and passes when the log has them, answers when the audit log has them.
 * Cases that one process of the real collector went through are led through one of ours, in the same order.
 */
export class Replay {
  readonly #table: ResourceTable;
  readonly #unmapped: Unmapped;
  #process: string | undefined;
  #collector: GarbageCollector;
  #delivered = new Map<string, ObjectMeta>();
  #now: Micros = 0;
  #notes: Note[] = [];
  #answer: ApiAnswer | undefined;
  // State of the case that is replayed:
  #recording = NO_RECORDING;
  #history = new ObjectHistory(NO_RECORDING, () => '');
  #answers = new RecordedAnswers(this.#history);
  #omitted = new OmittedPasses(NO_RECORDING);
  #running: RunningPass[] = [];
  #lines: string[] = [];
  #decisions: Decision[] = [];
  #disagreements: string[] = [];
  #drawings = new Map<RecordedDrawing, 'exactly' | 'allowed' | false>();

  constructor(table: ResourceTable, unmapped: Unmapped) {
    this.#table = table;
    this.#unmapped = unmapped;
    this.#collector = this.#start();
  }

  /** Goes through one case, after those that ended before it began. */
  run(recording: Recording): ReplayResult {
    this.#recording = recording;
    this.#history = new ObjectHistory(recording, (object) => this.#pathOf(object));
    this.#answers = new RecordedAnswers(this.#history);
    this.#omitted = new OmittedPasses(recording);
    [this.#running, this.#lines, this.#decisions, this.#disagreements] = [[], [], [], []];
    this.#drawings = new Map(recording.drawings.map((drawing) => [drawing, false]));
    const { lines, requests } = recording;
    const steps = [
      ...lines.map((line, index) => ({ at: line.at, run: () => this.#line(index) })),
      ...requests.map((request) => ({ at: request.at, run: () => this.#request(request) })),
    ].toSorted((a, b) => a.at - b.at);
    for (const { at, run } of steps) {
      this.#compareDrawings(at);
      this.#now = at;
      run();
    }
    this.#runOmittedPasses();
    this.#compareDrawings(Number.POSITIVE_INFINITY);
    this.#expectNothingLeft();
    return {
      lines: this.#lines,
      decisions: this.#decisions,
      requests: this.#answers.answered,
      disagreements: this.#disagreements,
      unrecordedEvents: this.#history.unrecorded.length,
      closeCalls: this.#answers.closeCalls,
      drawings: new Map([...this.#drawings].map(([{ file }, result]) => [file, result])),
    };
  }

  #start(): GarbageCollector {
    return new GarbageCollector({
      release: RELEASES['v1.36'],
      absentOwnerCacheSize: 500,
      restMapper: {
        forKind: (apiVersion, kind) =>
          this.#unmapped(kind, this.#now) ? undefined : this.#table.forKind(apiVersion, kind),
      },
      // Only custom resources of one case are asked for, whose monitor went with their CRD some minutes before and came back
      // after the case; their events came through the informer that was left behind (MO-12).
      localStore: () => undefined,
      client: {
        send: () => {
          if (!this.#answer) throw new Error('A pass went on without an answer.');
          return this.#answer;
        },
      },
      now: () => this.#now / 1000,
      note: (note) => this.#notes.push(note),
      recordEvent: () => undefined,
    });
  }

  #line(index: number): void {
    const line = this.#recording.lines[index];
    if (!line) return;
    if (line.process !== this.#process) {
      this.#process = line.process;
      this.#collector = this.#start();
      this.#delivered = new Map();
    }
    switch (messageOf(line.text)) {
      case 'GraphBuilder process object':
        this.#event(index, line.text);
        return;
      case 'Processing item':
        this.#beginDelete({
          item: itemOf(line.text),
          virtual: fieldOf(line.text, 'virtual') === 'true',
        });
        return;
      case 'reset restmapper':
        this.#runOmittedPasses();
        return;
      default:
    }
  }

  #event(index: number, text: string): void {
    const queue = this.#collector.graphChanges;
    const change =
      fieldOf(text, 'virtual') === 'true' ? this.#ownChange(text) : this.#seen(index, text);
    if (!change) return;
    if (!queue.bringForward(change)) queue.add(change, 'front');
    this.#notes = [];
    const processed = this.#collector.process('graphChanges');
    if (processed) this.#lines.push(...logLines(processed, this.#notes).map(formatText));
    this.#beginOrphans();
  }

  /** A virtual delete must have been asked for by one of our passes. */
  #ownChange(text: string): GraphChange | undefined {
    const wanted = identityText(eventIdentity(text));
    const changes = this.#collector.graphChanges.items();
    const change = changes.find((each) => each.virtual && identityText(each.identity) === wanted);
    if (!change) this.#disagree(`virtual delete of ${wanted} that we did not ask for`);
    return change;
  }

  #seen(index: number, text: string): GraphChange {
    const identity = eventIdentity(text);
    const type = EVENT_TYPES[fieldOf(text, 'eventType') as keyof typeof EVENT_TYPES];
    const { name, namespace, uid } = identity;
    const unknown = { name, uid, ...(namespace === '' ? {} : { namespace }) };
    const meta = this.#history.deliveredBy(index)?.object.metadata ?? unknown;
    const oldMeta = this.#delivered.get(uid);
    if (type === 'DELETED') this.#delivered.delete(uid);
    else this.#delivered.set(uid, meta);
    return { type, identity, meta, ...(type === 'MODIFIED' && oldMeta ? { oldMeta } : {}) };
  }

  /** Orphan workers write no line when they begin: they take what is there. */
  #beginOrphans(): void {
    while (this.#collector.attemptToOrphan.size > 0) this.#begin('attemptToOrphan');
  }

  #beginDelete({ item, virtual }: PassKey): void {
    const queue = this.#collector.attemptToDelete;
    const fits = (node: GraphNode): boolean =>
      identityText(node.identity) === item && node.virtual === virtual;
    const delayed = queue.delayed().find((each) => fits(each.item));
    if (!queue.items().some(fits) && delayed) queue.release(delayed.item);
    const node = queue.items().find(fits);
    if (!node) {
      this.#disagree(`pass over ${item} (virtual ${virtual}) that is not in our queue`);
      return;
    }
    queue.bringForward(node);
    this.#begin('attemptToDelete');
  }

  #begin(queue: 'attemptToDelete' | 'attemptToOrphan'): void {
    this.#notes = [];
    const pass = this.#collector.begin(queue);
    if (pass) this.#goOn({ pass, notes: this.#notes });
  }

  /** Takes the pass on as far as answers to its requests are there. */
  #goOn(running: RunningPass): void {
    const { pass, notes } = running;
    for (;;) {
      if (!pass.next.done) {
        this.#answer = this.#answers.claim(pass.next.value);
        if (!this.#answer) {
          this.#running.push(running);
          return;
        }
      }
      this.#notes = notes;
      const processed = this.#collector.resume(pass);
      if (!processed || processed.queue === 'graphChanges') continue;
      this.#lines.push(...logLines(processed, notes).map(formatText));
      const item = identityText(processed.item.identity);
      this.#decisions.push({ item, rule: processed.outcome.rule });
      return;
    }
  }

  #request(request: RecordedRequest): void {
    this.#answers.add(request);
    const waiting = this.#running.find(
      ({ pass }) => !pass.next.done && isRequest(pass.next.value, request),
    );
    if (waiting) {
      this.#running = this.#running.filter((each) => each !== waiting);
      this.#goOn(waiting);
      return;
    }
    const omitted = this.#omitted.begunBy(request);
    if (omitted) this.#beginDelete(omitted);
  }

  #runOmittedPasses(): void {
    for (const pass of this.#omitted.takeThoseWithoutRequests()) this.#beginDelete(pass);
  }

  /** The graph stays as it is until `next`: a drawing of that time must show it. */
  #compareDrawings(next: Micros): void {
    for (const [drawing, before] of this.#drawings) {
      const at = this.#history.clock(drawing.at);
      if (before === 'exactly' || at + TOLERANCE < this.#now || at - TOLERANCE > next) continue;
      const result = shows(drawing.dot, this.#collector.graph, this.#recording);
      this.#drawings.set(drawing, result || before);
    }
  }

  #expectNothingLeft(): void {
    for (const { pass } of this.#running) {
      const { verb = '' } = pass.next.done ? {} : pass.next.value;
      this.#disagree(`pass over ${identityText(pass.item.identity)} waits for its ${verb}`);
    }
    for (const { verb, path, code } of this.#answers.unclaimed) {
      this.#disagree(`request that we did not send: ${verb} ${path} (${code})`);
    }
    for (const path of this.#answers.unknown) this.#disagree(`${path} was not recorded`);
    for (const { identity } of this.#collector.attemptToDelete.items()) {
      this.#disagree(`left in our queue: ${identityText(identity)}`);
    }
    for (const { identity } of this.#collector.graphChanges.items()) {
      this.#disagree(`left in our queue: virtual delete of ${identityText(identity)}`);
    }
  }

  #disagree(what: string): void {
    this.#disagreements.push(what);
  }

  #pathOf(object: ApiObject): string {
    const resource = this.#table.forKind(object.apiVersion, object.kind);
    const { name, namespace = '' } = object.metadata;
    return resource ? requestPath({ resource, namespace, name }) : '';
  }
}
