import type { ApiResult } from '../apiserver/api-result.ts';
import type { StoredEvent } from '../apiserver/api-server.ts';
import type { Processed, QueueName, WorkerPass } from '../collector/collector.ts';
import { type ApiAnswer, type ApiRequest, requestPath } from '../collector/object-client.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { ApiStatus } from '../meta/api-status-error.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import { type Sentence, say, withFullStop } from '../meta/sentence.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type {
  Actor,
  ObjectChange,
  PausedWorker,
  QueueContents,
  Step,
  StepLogLine,
  StepRequest,
} from '../wire/step.ts';
import { describeStep } from './describe-step.ts';
import { identityLine, nodeLine } from './identity-line.ts';
import { monitorIdentity } from './monitor-identity.ts';
import { describePausedPass, METHODS } from './paused-pass.ts';
import type { Simulation } from './simulation.ts';

/** An action of an actor beside the collector: a request and its sentence. */
export interface Act {
  readonly actor: Actor;
  readonly rule: string;
  readonly sentence: Sentence;
  readonly subject?: ObjectReference;
  /** The HTTP form of the request, for the evidence. */
  readonly request: Omit<StepRequest, 'code' | 'reason' | 'answer'>;
  readonly run: () => ApiResult;
}

/** Options of a recorder. */
export interface RecorderOptions {
  /** May add what the graph itself does not know, such as paused verdicts. */
  readonly takeDelta?: () => GraphDelta;
  /** The collector's log lines for an event or pass, given the notes meanwhile. */
  readonly log?: (processed: Processed, notes: readonly Note[]) => readonly StepLogLine[];
  /** The most lines of a queue and of the cache; the rest is counted. By default all. */
  readonly mostLines?: number;
}

/** Turns what a simulation does into steps that can be shown, replayed and undone. */
export class StepRecorder {
  readonly #simulation: Simulation;
  readonly #start: Millis;
  readonly #takeDelta: () => GraphDelta;
  readonly #log: RecorderOptions['log'];
  readonly #mostLines: number;
  readonly #steps: Step[] = [];
  #notes: Note[] = [];
  #requests: StepRequest[] = [];
  #objects: ObjectChange[] = [];
  #events: string[] = [];
  /** Notes of paused passes. */
  #paused: { readonly queue: QueueName; readonly item: GraphNode; readonly notes: Note[] }[] = [];

  constructor(simulation: Simulation, { takeDelta, log, mostLines }: RecorderOptions = {}) {
    this.#simulation = simulation;
    this.#start = simulation.now;
    this.#takeDelta = takeDelta ?? (() => simulation.process.collector.graph.takeDelta());
    this.#log = log;
    this.#mostLines = mostLines ?? Number.POSITIVE_INFINITY;
    simulation.apiServer.subscribe((event) => this.#objects.push(objectChange(event)));
    simulation.listen({
      note: (note) => this.#notes.push(note),
      event: (event) => this.#events.push(`${event.type} ${event.reason} ${event.message}`),
      request: (request, answer) => {
        const whole = !simulation.release.asksForMetadataAlone || request.verb === 'delete';
        this.#requests.push(stepRequest(request, answer, whole ? undefined : metadataAlone));
      },
      processed: (processed) => {
        const subject =
          processed.queue === 'graphChanges' ? processed.change.identity : processed.item.identity;
        const before = this.#endPaused(processed);
        const notes = [...(before ?? []), ...this.#notes];
        const description = describeStep(processed, notes, {
          isClusterScoped: (owner) => isClusterScoped(simulation, owner),
          hasLeft: (item) => simulation.process.collector.graph.get(item.uid) !== item,
        });
        const sentence = before
          ? say`The paused worker continues. ${description.sentence}`
          : description.sentence;
        const { rule } = description;
        this.#finish({ actor: ACTORS[processed.queue], subject, rule, sentence }, processed);
      },
      pauses: (pass, sent) => {
        const { queue, item } = pass;
        const notes = [...(this.#endPaused(pass) ?? []), ...this.#notes];
        this.#paused.push({ queue, item, notes });
        const description = describePausedPass(
          pass,
          sent,
          simulation.process.collector.retriesAtOnce,
        );
        // A pass under way has no outcome yet: a placeholder that writes no log line.
        const outcome = { action: 'forget', rule: description.rule } as const;
        const subject = item.identity;
        this.#finish({ actor: ACTORS[queue], subject, ...description }, { queue, item, outcome });
      },
      kubelet: (pod, request, answer) => {
        this.#requests.push(stepRequest(request, answer));
        this.#finish(kubeletStep(simulation, pod));
      },
      controllerPass: ({ requests, ...description }) => {
        this.#requests.push(...requests);
        this.#finish({ actor: 'controller', ...description });
      },
    });
  }

  /** All steps so far. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Carries out a request of another actor as one step. */
  act(act: Act): ApiResult {
    const result = act.run();
    const failure = result.ok ? undefined : result.status;
    this.#requests.push({
      ...act.request,
      code: result.ok ? result.code : (failure?.code ?? 500),
      ...(failure?.reason === undefined ? {} : { reason: failure.reason }),
      answer: JSON.stringify(result.ok ? result.object : failure),
    });
    const { actor, rule, sentence, subject } = act;
    const description =
      failure?.message === undefined ? sentence : say`${sentence} Refused: ${failure.message}`;
    this.#finish({ actor, rule, sentence: description, ...(subject ? { subject } : {}) });
    return result;
  }

  /** Notes as a step what happens without a request: time that passes, a collector that starts anew. */
  record(what: Pick<Step, 'actor' | 'rule' | 'sentence' | 'subject'>): void {
    this.#finish(what);
  }

  /** The notes before the worker paused; `undefined` if it did not. */
  #endPaused(pass: Processed | WorkerPass): readonly Note[] | undefined {
    if (pass.queue === 'graphChanges') return undefined;
    const { queue, item } = pass;
    const found = this.#paused.find((each) => each.queue === queue && each.item === item);
    this.#paused = this.#paused.filter((each) => each !== found);
    return found?.notes;
  }

  #finish(
    what: Pick<Step, 'actor' | 'rule' | 'sentence' | 'subject'>,
    processed?: Processed,
  ): void {
    const log = processed ? (this.#log?.(processed, this.#notes) ?? []) : [];
    const paused = pausedWorkers(this.#simulation);
    this.#steps.push({
      index: this.#steps.length,
      at: this.#simulation.now - this.#start,
      ...what,
      sentence: withFullStop(what.sentence),
      ...(log.length > 0 ? { log } : {}),
      ...(paused.length > 0 ? { paused } : {}),
      requests: this.#requests,
      objects: this.#objects,
      events: this.#events,
      delta: this.#takeDelta(),
      queues: queueContents(this.#simulation, this.#mostLines),
      absentOwnerCache: firstLines(
        this.#simulation.process.collector.absentOwnerCache.entries(),
        this.#mostLines,
        (identity) => cacheLine(this.#simulation, identity),
      ),
    });
    this.#notes = [];
    this.#requests = [];
    this.#objects = [];
    this.#events = [];
  }
}

const ACTORS = {
  graphChanges: 'graph-builder',
  attemptToDelete: 'delete-worker',
  attemptToOrphan: 'orphan-worker',
} as const;

/** The entries of a simulation's queues as lines; for each queue the first `most`, and a line that counts the others. */
export function queueContents(
  simulation: Simulation,
  most: number = Number.POSITIVE_INFINITY,
): QueueContents {
  const { collector } = simulation.process;
  const node = (each: GraphNode): string =>
    nodeLine(each, isClusterScoped(simulation, each.identity));
  const change = (each: GraphChange): string => changeLine(simulation, each);
  return {
    graphChanges: firstLines(collector.graphChanges.items(), most, change),
    attemptToDelete: firstLines(collector.attemptToDelete.items(), most, node),
    attemptToOrphan: firstLines(collector.attemptToOrphan.items(), most, node),
  };
}

function firstLines<T>(items: readonly T[], most: number, line: (item: T) => string): string[] {
  if (items.length <= most) return items.map(line);
  return [...items.slice(0, most).map(line), `and ${items.length - most} more`];
}

function pausedWorkers(simulation: Simulation): PausedWorker[] {
  const { paused } = simulation.process;
  const queues = ['attemptToDelete', 'attemptToOrphan'] as const;
  return queues.flatMap((queue) =>
    paused.of(queue).flatMap(({ pass: { item, next } }): PausedWorker[] => {
      if (next.done) return [];
      const { verb } = next.value;
      const request = { method: METHODS[verb], path: requestPath(next.value) };
      const line = nodeLine(item, isClusterScoped(simulation, item.identity));
      return [{ queue, item: line, next: request }];
    }),
  );
}

/** An entry of the absent-owner cache: its identity, or its bare uid where that is the key. */
export function cacheLine(simulation: Simulation, identity: ObjectReference): string {
  if (simulation.process.collector.absentOwnerCache.keyedBy === 'uid') return identity.uid;
  return identityLine(identity, isClusterScoped(simulation, identity));
}

function changeLine(simulation: Simulation, change: GraphChange): string {
  const line = identityLine(change.identity, isClusterScoped(simulation, change.identity));
  return `${change.type} ${line}${change.virtual ? ' (virtual)' : ''}`;
}

/** Whether the identity's kind has no namespaces, or is unknown (then written without a slash, too). */
export function isClusterScoped(
  simulation: Simulation,
  { apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>,
): boolean {
  return !(simulation.apiServer.table.forKind(apiVersion, kind)?.namespaced ?? false);
}

function objectChange(event: StoredEvent): ObjectChange {
  if (event.type === 'DELETED') {
    return { type: event.type, before: event.previous ?? event.object, last: event.object };
  }
  return event.previous
    ? { type: event.type, before: event.previous, after: event.object }
    : { type: event.type, after: event.object };
}

function stepRequest(
  request: ApiRequest,
  answer: ApiAnswer,
  asAnswered: (object: ApiObject | ApiStatus) => unknown = (object) => object,
): StepRequest {
  const body = requestBody(request);
  return {
    method: METHODS[request.verb],
    path: requestPath(request),
    ...(request.verb === 'patch' ? { contentType: request.contentType } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    code: answer.ok ? 200 : (answer.status.code ?? 500),
    ...(answer.ok || answer.status.reason === undefined ? {} : { reason: answer.status.reason }),
    answer: JSON.stringify(answer.ok ? asAnswered(answer.object) : answer.status),
  };
}

/** The answer to a GET or a PATCH (HT-04). */
function metadataAlone({ metadata }: ApiObject | ApiStatus): unknown {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
}

function requestBody(request: ApiRequest): unknown {
  if (request.verb === 'patch') return request.body;
  if (request.verb === 'update') return request.object;
  if (request.verb === 'delete') {
    return { kind: 'DeleteOptions', apiVersion: 'v1', ...request.options };
  }
  return undefined;
}

function kubeletStep(
  simulation: Simulation,
  pod: ApiObject,
): Pick<Step, 'actor' | 'rule' | 'sentence' | 'subject'> {
  const { apiVersion, kind, metadata } = pod;
  const named = { namespace: '', ...metadata, apiVersion, kind };
  const resource = simulation.apiServer.table.forKind(apiVersion, kind);
  return {
    actor: 'kubelet',
    rule: 'API-54',
    sentence: say`The kubelet has stopped ${named} and sends the final DELETE.`,
    ...(resource ? { subject: monitorIdentity(resource, metadata) } : {}),
  };
}
