import { GarbageCollector } from '../collector/garbage-collector.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Uid } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES } from '../meta/releases.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { type Sentence, say } from '../meta/sentence.ts';
import { PropagatorCollector } from '../propagator/propagator-collector.ts';
import { createWorld, releaseOf } from '../scenario/run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { Fork, Playback, PlaybackOptions } from '../wire/playback.ts';
import { playSteps } from './play-steps.ts';
import { PlayedWorld } from './played-world.ts';
import { Player } from './player.ts';
import { firstDeletion, withPolicy } from './scenario-requests.ts';

/** What is played: a copy of a part of a cluster, or a scenario. */
export type PlaybackSource =
  | { readonly type: 'fork'; readonly fork: Fork }
  | { readonly type: 'scene'; readonly scenario: Scenario };

/**
 * Plays a source to its end with these options: the same options always give the same steps. Throws `ScenarioError` if that is not
 * possible.
 */
export function play(source: PlaybackSource, options: PlaybackOptions): Playback {
  return perform(source, options).playback;
}

/** The world after this many steps of a source, before anything else happens. Throws `ScenarioError`. */
export function worldAt(
  source: PlaybackSource,
  options: PlaybackOptions,
  steps: number,
): PlayedWorld {
  return perform(source, options, steps).world;
}

interface Played {
  readonly world: PlayedWorld;
  readonly playback: Playback;
}

function perform(source: PlaybackSource, options: PlaybackOptions, until?: number): Played {
  return source.type === 'fork'
    ? playFork(source.fork, options, until)
    : playScene(source.scenario, options, until);
}

/** A user deletes the object, and everything runs to rest; Pods end when their grace does. */
function playFork(fork: Fork, options: PlaybackOptions, until?: number): Played {
  const { uid } = fork;
  const { release = DEFAULT_RELEASE, propagationPolicy = 'Background' } = options;
  const { resources, unserved } = fork;
  const simulation = new Simulation({
    release: RELEASES[release],
    table: new ResourceTable([...resources, ...unserved]),
    objects: fork.objects,
    // API timestamps have whole seconds: from one on, every grace period ends on time.
    now: Math.floor(fork.now / 1000) * 1000,
  });
  settleInitialList(simulation, new Set(fork.atWork), () => {
    // The collector observed the others when they were served (MO-13).
    if (unserved.length > 0) simulation.apiServer.table = new ResourceTable(resources);
  });
  const world = new PlayedWorld(simulation, release, simulation.now);
  const show = new Player(world, options.actions, until);
  if (options.actions.some(({ at }) => at === 0)) show.rest();
  show.performAction({ type: 'delete', uid, propagationPolicy });
  world.pass(Number.POSITIVE_INFINITY);
  show.rest();
  return finish(world, show, { release, subject: uid, propagationPolicy }, fork.assumptions);
}

/** Plays the steps of the scenario, then until nothing moves; Pods end only by a step or an action. */
function playScene(described: Scenario, options: PlaybackOptions, until?: number): Played {
  const { propagationPolicy } = options;
  const scenario = propagationPolicy ? withPolicy(described, propagationPolicy) : described;
  const release = releaseOf(options.release ?? scenario.spec.release);
  const stage = createWorld(scenario, RELEASES[release]);
  const world = new PlayedWorld(stage.simulation, release, stage.simulation.now);
  const show = new Player(world, options.actions, until);
  const deletion = firstDeletion(scenario);
  const writtenPolicy = firstDeletion(described)?.policy;
  const asWritten =
    release === releaseOf(described.spec.release) &&
    (propagationPolicy ?? writtenPolicy) === writtenPolicy;
  playSteps(show, stage, scenario.spec.steps ?? [], asWritten);
  if (stage.manual) show.finishPaused();
  else show.rest();
  const subject = subjectOf(() => deletion && stage.named.resolve(deletion.object).uid);
  const about = {
    release,
    ...(subject === undefined ? {} : { subject }),
    ...(deletion ? { propagationPolicy: deletion.policy } : {}),
  };
  return finish(world, show, about, []);
}

function finish(
  world: PlayedWorld,
  show: Player,
  about: Pick<Playback, 'release' | 'subject' | 'propagationPolicy'>,
  assumptions: readonly Sentence[],
): Played {
  const { steps } = world;
  const cutOff = world.isCutOff ? [say`The run was cut off after ${steps.length} steps.`] : [];
  const first = steps.findIndex(({ actor }) => actor !== 'graph-builder');
  const playback = {
    ...about,
    nodes: world.nodes,
    objects: world.objects,
    steps,
    initialSteps: first < 0 ? steps.length : first,
    assumptions: [...assumptions, ...cutOff],
    faults: show.faults,
  };
  return { world, playback };
}

/**
 * Brings the collector to where the real one is: it knows every object. What a collector would do only because it has
 * just started is left out, so that the first step begins with the picture that the live cluster shows.
 */
function settleInitialList(
  simulation: Simulation,
  atWork: ReadonlySet<Uid>,
  observed: () => void,
): void {
  const { process } = simulation;
  while (process.nextQueue() === 'graphChanges') process.step('graphChanges');
  observed();
  const { collector } = process;
  if (collector instanceof GarbageCollector || collector instanceof PropagatorCollector) {
    const { attemptToDelete } = collector;
    const kept: GraphNode[] = [];
    for (let node = attemptToDelete.take(); node; node = attemptToDelete.take()) {
      attemptToDelete.done(node);
      if (atWork.has(node.uid)) kept.push(node);
    }
    for (const node of kept) attemptToDelete.add(node);
  }
  simulation.settle();
}

/** An object that is created by a step of the scenario is not known before; one never named is no subject. */
function subjectOf(find: () => Uid | undefined): Uid | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
