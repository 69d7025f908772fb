import {
  GarbageCollector,
  type GraphNode,
  JudgedRecords,
  parseTimestamp,
  RELEASES,
  SettleLimitError,
  Simulation,
  StepRecorder,
  simulationView,
} from '@gcscope/gc-core';
import type {
  GraphDelta,
  Millis,
  NodeRecord,
  PropagationPolicy,
  Release,
  SimulationAction,
  SimulationView,
  Uid,
} from '@gcscope/gc-core/wire';
import { deletion, finalizerRemoval, offeredActions, podEnd } from './actor-acts.ts';
import type { Fork } from './fork-objects.ts';
import { shownSteps } from './shown-steps.ts';

/** More steps than anybody goes through; a run that is longer is cut off, and says so. */
const MOST_STEPS = 5000;

/** How a deletion is simulated. */
export interface SessionOptions {
  readonly id: string;
  readonly uid: Uid;
  readonly propagationPolicy: PropagationPolicy;
  readonly release: Release;
  readonly fork: Fork;
  readonly now: Millis;
  /** What the collector has to do already, as seen in the live cluster. */
  readonly isAtWork: (uid: Uid) => boolean;
}

/** One simulated deletion: the steps so far, and what could come next. */
export class SimulationSession {
  readonly #options: SessionOptions;
  readonly #simulation: Simulation;
  readonly #judged: JudgedRecords;
  readonly #nodes: readonly NodeRecord[];
  readonly #recorder: StepRecorder;
  readonly #assumptions: string[];
  /** Queued at the last step: leaving a queue changes a verdict's time, too. */
  #queued: readonly Uid[] = [];

  /** Deletes the object and runs until nothing moves any more. */
  constructor(options: SessionOptions) {
    this.#options = options;
    const { fork, release, now } = options;
    this.#assumptions = [...fork.assumptions];
    this.#simulation = new Simulation({
      release: RELEASES[release],
      table: fork.table,
      objects: fork.objects,
      // API timestamps have whole seconds: from one on, every grace period ends on time.
      now: Math.floor(now / 1000) * 1000,
    });
    settleInitialList(this.#simulation, options.isAtWork);
    const { graph } = this.#simulation.process.collector;
    this.#judged = new JudgedRecords(graph, simulationView(this.#simulation));
    graph.takeTouched();
    this.#judged.update([...graph.nodes()].map((node) => node.uid));
    this.#nodes = [...this.#judged.records.values()];
    this.#recorder = new StepRecorder(this.#simulation, { takeDelta: () => this.#takeDelta() });
    const { uid, propagationPolicy } = options;
    this.act({ type: 'delete', uid, propagationPolicy });
  }

  get id(): string {
    return this.#options.id;
  }

  get view(): SimulationView {
    const { id, uid, propagationPolicy, release } = this.#options;
    return {
      id,
      uid,
      propagationPolicy,
      release,
      nodes: this.#nodes,
      steps: shownSteps(this.#recorder.steps),
      actions: this.#isCutOff ? [] : offeredActions(this.#simulation, uid),
      assumptions: this.#assumptions,
    };
  }

  /** Lets an actor act and runs on until nothing moves; false if the object it concerns is not there. */
  act(action: SimulationAction): boolean {
    if (action.type === 'advance') {
      this.#run(() => this.#simulation.advance(action.seconds * 1000, MOST_STEPS));
      return true;
    }
    const node = this.#simulation.process.collector.graph.get(action.uid);
    if (!node || node.virtual) return false;
    this.#recorder.act(actOf(this.#simulation, node, action));
    this.#run(() => this.#simulation.settle(MOST_STEPS));
    return true;
  }

  get #isCutOff(): boolean {
    return this.#recorder.steps.length >= MOST_STEPS;
  }

  /** To rest, and on over the grace periods of Pods: their kubelets end them. */
  #run(begin: () => void): void {
    try {
      begin();
      for (let due = this.#podDeadline(); due !== undefined; due = this.#podDeadline()) {
        if (this.#isCutOff) throw new SettleLimitError(MOST_STEPS);
        this.#simulation.advance(Math.max(0, due - this.#simulation.now), MOST_STEPS);
        // The namespace controller looks again some time after the last Pod is gone.
        this.#simulation.settle(MOST_STEPS);
      }
    } catch (error) {
      if (!(error instanceof SettleLimitError)) throw error;
      this.#assumptions.push(`The run was cut off after ${this.#recorder.steps.length} steps.`);
    }
  }

  #podDeadline(): Millis | undefined {
    const { graph } = this.#simulation.process.collector;
    const deadlines = [...graph.nodes()].flatMap(({ identity, meta }) => {
      const graceful = identity.kind === 'Pod' && (meta?.deletionGracePeriodSeconds ?? 0) > 0;
      const deadline = graceful ? parseTimestamp(meta?.deletionTimestamp ?? '') : undefined;
      return identity.apiVersion === 'v1' && deadline !== undefined ? [deadline] : [];
    });
    return deadlines.length > 0 ? Math.min(...deadlines) : undefined;
  }

  #takeDelta(): GraphDelta {
    const { graph, attemptToDelete } = this.#simulation.process.collector;
    const queued = attemptToDelete.items().map((node) => node.uid);
    const touched = [...graph.takeTouched(), ...this.#queued, ...queued];
    this.#queued = queued;
    return this.#judged.update(touched).delta;
  }
}

/**
 * Brings the collector to where the real one is: it knows every object. What a collector would do only because it has
 * just started is left out, so that the first step begins with the picture that the live cluster shows.
 */
function settleInitialList(simulation: Simulation, isAtWork: (uid: Uid) => boolean): void {
  const { process } = simulation;
  while (process.nextQueue() === 'graphChanges') process.step('graphChanges');
  if (process.collector instanceof GarbageCollector) {
    const { attemptToDelete } = process.collector;
    const kept: GraphNode[] = [];
    for (let node = attemptToDelete.take(); node; node = attemptToDelete.take()) {
      attemptToDelete.done(node);
      if (isAtWork(node.uid)) kept.push(node);
    }
    for (const node of kept) attemptToDelete.add(node);
  }
  simulation.settle();
}

function actOf(
  simulation: Simulation,
  node: GraphNode,
  action: Exclude<SimulationAction, { type: 'advance' }>,
): Parameters<StepRecorder['act']>[0] {
  switch (action.type) {
    case 'delete':
      return deletion(simulation, node, action.propagationPolicy);
    case 'removeFinalizer':
      return finalizerRemoval(simulation, node, action.finalizer);
    case 'terminatePod':
      return podEnd(simulation, node);
    default:
      return action satisfies never;
  }
}
