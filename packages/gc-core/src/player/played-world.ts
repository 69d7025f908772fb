import type { Processed } from '../collector/collector.ts';
import { JudgedRecords } from '../insight/verdict/judged-records.ts';
import { formatText } from '../log/log-line.ts';
import { logLines } from '../log/log-lines.ts';
import type { Note } from '../meta/note.ts';
import type { ApiObject, Millis } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { Release } from '../meta/releases.ts';
import { simulationView } from '../scenario/simulation-view.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { StepRecorder } from '../simulation/step-recorder.ts';
import type { GraphDelta } from '../wire/graph-delta.ts';
import type { NodeRecord } from '../wire/node-record.ts';
import type { GuardedObject } from '../wire/playback.ts';
import type { Step, StepLogLine } from '../wire/step.ts';
import { guardRemoval } from './guard-removal.ts';

/** More steps than a person goes through; a run that is longer is cut off. */
const MOST_STEPS = 5000;
/** Lines of a queue that a step shows: a thousand steps with a thousand queued objects each would be a million lines. */
const QUEUE_LINES = 20;
/**
 * A simulated world that moves one step at a time and records each. In what order things happen of themselves: whatever the
 * collector can do now, then whatever is due first: a retry, a pass over a Namespace, the end of a Pod.
 */
export class PlayedWorld {
  readonly simulation: Simulation;
  /** The graph, and the objects on the API server, before the first step. */
  readonly nodes: readonly NodeRecord[];
  readonly objects: readonly ApiObject[];
  readonly recorder: StepRecorder;
  #judged: JudgedRecords;
  #guarded: readonly GuardedObject[] = [];
  /** Objects that kube-controller-manager lets go of at one moment. */
  #releases = new Set<Uid>();
  #kubeletsUntil: Millis;
  /** Until then the collector does nothing. */
  #idleUntil: Millis = Number.NEGATIVE_INFINITY;
  /** Waiting for the delete worker as of the last step: to enter or leave the queue changes a verdict's time, too. */
  #queued: ReadonlySet<Uid> = new Set();
  /** In force when everything was judged last. */
  #faults: Simulation['faults']['inForce'] = [];
  /** To be judged anew once the graph builder has seen what happened to them. */
  #unseen: readonly Uid[] = [];
  readonly #notes = new Map<number, string>();
  /** Objects that the API server has removed: references to them were right before. */
  readonly #removed = new Map<Uid, ObjectReference>();

  /** Until `kubeletsUntil` a Pod whose grace is over ends by itself; later the user has to end it, or let time pass. */
  constructor(simulation: Simulation, release: Release, kubeletsUntil: Millis) {
    this.simulation = simulation;
    this.#kubeletsUntil = kubeletsUntil;
    this.objects = [...simulation.apiServer.all()];
    simulation.apiServer.subscribe(({ type, object }) => {
      if (type === 'DELETED') this.#noteRemoval(object);
    });
    this.#judged = this.#judgeAll();
    this.nodes = [...this.#judged.records.values()];
    this.recorder = new StepRecorder(simulation, {
      takeDelta: () => this.#takeDelta(),
      log: (processed, notes) => linesOf(processed, notes, release),
      mostLines: QUEUE_LINES,
    });
  }

  /** How many steps were made. */
  get length(): number {
    return this.recorder.steps.length;
  }

  /** Whether it was stopped before it came to rest. */
  get isCutOff(): boolean {
    return this.length >= MOST_STEPS;
  }

  /** The steps with what is said of them. */
  get steps(): Step[] {
    return this.recorder.steps.map((step): Step => {
      const note = this.#notes.get(step.index);
      return note === undefined ? step : { ...step, note };
    });
  }

  /** Makes the next step; false when nothing moves by itself any more, `inTime`: before the time that passes is over. */
  next(inTime = false): boolean {
    if (this.isCutOff) return false;
    if (this.#endWhileIdle()) return true;
    const { simulation } = this;
    // Kubelets work at the same time: Pods whose grace ends at one moment end before the collector sees the first of them.
    if (this.#podDeadline() <= simulation.now && simulation.endPod()) return true;
    if (this.#releaseGuarded()) return true;
    if (this.#stepUntil(inTime ? this.#kubeletsUntil : Number.POSITIVE_INFINITY)) return true;
    this.#releases = this.#unused();
    return this.#releaseGuarded();
  }

  /** From now on kube-controller-manager removes its finalizers, too, once all others have done their part, as in a forecast. */
  playControllers(guarded: readonly GuardedObject[]): void {
    this.#guarded = guarded;
  }

  /** kube-controller-manager lets go of the next object, as it is now: the user may have changed it meanwhile. */
  #releaseGuarded(): boolean {
    for (const uid of this.#releases) {
      this.#releases.delete(uid);
      const act = guardRemoval(this.simulation, uid);
      if (act) this.recorder.act(act);
      if (act) return true;
    }
    return false;
  }

  /** The guarded objects without users. */
  #unused(): Set<Uid> {
    const stored = new Set(Array.from(this.simulation.apiServer.all(), uidOf));
    const copied = new Set(this.objects.map(uidOf));
    const isThere = (uid: Uid): boolean => stored.has(uid) || !copied.has(uid);
    return new Set(this.#guarded.flatMap(({ uid, users }) => (users.some(isThere) ? [] : [uid])));
  }

  #stepUntil(latest: Millis): boolean {
    const { simulation } = this;
    for (;;) {
      if (!simulation.process.isSpinning() && simulation.step()) return true;
      const again = this.#nextRetry();
      const due = Math.min(again, this.#podDeadline());
      if (due === Number.POSITIVE_INFINITY || due > latest) return false;
      simulation.moveClock(due);
      if (due < again ? simulation.endPod() : simulation.makePass()) return true;
    }
  }

  #endWhileIdle(): boolean {
    const { simulation } = this;
    while (simulation.now < this.#idleUntil) {
      simulation.moveClock(Math.min(this.#podDeadline(), this.#idleUntil));
      if (simulation.endPod()) return true;
    }
    return false;
  }

  /** Makes a step if there is anything to do now, also what failed before and would fail again. */
  stepNow(): boolean {
    return !this.isCutOff && this.simulation.step() !== undefined;
  }

  /** The worker that has been paused longest runs to the end of its pass; false when none pauses. */
  finishPaused(): boolean {
    const { process } = this.simulation;
    const [pass] = [
      ...process.paused.of('attemptToDelete'),
      ...process.paused.of('attemptToOrphan'),
    ];
    return pass !== undefined && this.simulation.finish(pass) !== undefined;
  }

  /** Time passes: Pods whose grace ends meanwhile end, with the steps that follow. */
  pass(millis: Millis): void {
    this.#kubeletsUntil = Math.max(this.#kubeletsUntil, this.simulation.now + millis);
  }

  /**
   * Time passes before the collector goes on, as when it is slow; only where Pods end by themselves, since elsewhere
   * `pass` is all that time does. Whether it is so.
   */
  idle(millis: Millis): boolean {
    if (Number.isFinite(this.#kubeletsUntil)) return false;
    this.#idleUntil = this.simulation.now + millis;
    return true;
  }

  /** Once nothing moves any more: the time that was to pass is over. */
  finishPassing(): void {
    if (Number.isFinite(this.#kubeletsUntil)) this.simulation.moveClock(this.#kubeletsUntil);
  }

  /** Adds a note to a step, behind its other notes. */
  note(index: number, note: string): void {
    const before = this.#notes.get(index);
    this.#notes.set(index, before === undefined ? note : `${before} ${note}`);
  }

  /** Retries that can only fail again are made while time passes, as they are then; no step waits for them. */
  #nextRetry(): Millis {
    const useful = this.simulation.nextUsefulDue() ?? Number.POSITIVE_INFINITY;
    const any = this.simulation.nextDue() ?? Number.POSITIVE_INFINITY;
    return Number.isFinite(this.#kubeletsUntil) && any <= this.#kubeletsUntil ? any : useful;
  }

  #podDeadline(): Millis {
    const deadline = this.simulation.nextPodDeadline() ?? Number.POSITIVE_INFINITY;
    return deadline <= this.#kubeletsUntil ? deadline : Number.POSITIVE_INFINITY;
  }

  #noteRemoval({ apiVersion, kind, metadata }: ApiObject): void {
    const { uid, name, namespace = '' } = metadata;
    this.#removed.set(uid, { apiVersion, kind, namespace, name, uid });
  }

  #judgeAll(): JudgedRecords {
    const { graph } = this.simulation.process.collector;
    const view = simulationView(this.simulation);
    const judged = new JudgedRecords(graph, {
      ...view,
      isQueued: (uid) => this.#queued.has(uid),
      removed: (uid) => this.#removed.get(uid),
    });
    graph.takeTouched();
    this.#queued = this.#queuedNow();
    judged.update([...graph.nodes()].map((node) => node.uid));
    this.#graph = graph;
    return judged;
  }

  /** A paused worker has yet to decide, as if its item still waited. */
  #queuedNow(): ReadonlySet<Uid> {
    const { collector, paused } = this.simulation.process;
    const underWay = paused.of('attemptToDelete').map(({ pass }) => pass.item);
    const waiting = [...collector.attemptToDelete.items(), ...underWay];
    return new Set(waiting.map((node) => node.uid));
  }

  #graph: object | undefined;

  #takeDelta(): GraphDelta {
    const { graph } = this.simulation.process.collector;
    if (graph !== this.#graph) {
      // The collector was started anew: everything it knew is gone.
      const before = [...this.#judged.records.values()];
      this.#judged = this.#judgeAll();
      this.#unseen = [];
      const upserts = [...this.#judged.records.values()];
      const removes = before.flatMap(({ uid }) => (this.#judged.records.get(uid) ? [] : [uid]));
      return { upserts, removes };
    }
    const [before, now] = [this.#queued, this.#queuedNow()];
    this.#queued = now;
    const toJudge = [
      ...this.#unseen,
      ...[...before].filter((uid) => !now.has(uid)),
      ...[...now].filter((uid) => !before.has(uid)),
    ];
    // For changes that the graph builder has not observed yet, graph and server differ: no verdict fits both.
    const { graphChanges } = this.simulation.process.collector;
    const unseen = new Set(graphChanges.items().map(({ identity }) => identity.uid));
    // Whether lookups fail decides about objects that nothing has touched.
    const { inForce } = this.simulation.faults;
    if (inForce !== this.#faults) toJudge.push(...Array.from(graph.nodes(), ({ uid }) => uid));
    this.#faults = inForce;
    this.#unseen = toJudge.filter((uid) => unseen.has(uid));
    const seen = toJudge.filter((uid) => !unseen.has(uid));
    return this.#judged.update([...graph.takeTouched(), ...seen]).delta;
  }
}

const uidOf = ({ metadata }: ApiObject): Uid => metadata.uid;

function linesOf(processed: Processed, notes: readonly Note[], release: Release): StepLogLine[] {
  return logLines(processed, notes, release).map((line) => ({
    level: line.level,
    severity: line.severity,
    text: formatText(line),
  }));
}
