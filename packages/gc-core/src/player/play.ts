import { GarbageCollector } from '../collector/garbage-collector.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Uid } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES, type Release } from '../meta/releases.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { type Sentence, say } from '../meta/sentence.ts';
import { PropagatorCollector } from '../propagator/propagator-collector.ts';
import { createWorld } from '../scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../scenario/scenario.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { Direction, Fork, Playback } from '../wire/playback.ts';
import { Performance } from './performance.ts';
import { playSteps } from './play-steps.ts';
import { PlayedWorld } from './played-world.ts';
import { firstDeletion, withPolicy } from './story.ts';

/** What is played: a copy of a part of a cluster, or a scenario. */
export type Piece =
  | { readonly type: 'fork'; readonly fork: Fork }
  | { readonly type: 'scene'; readonly scenario: Scenario };

/** A piece played to its end, as directed: always the same way. Throws `ScenarioError` if it cannot be played so. */
export function play(piece: Piece, direction: Direction): Playback {
  return perform(piece, direction).playback;
}

/** The world after so many steps of a piece, before anything else happens. Throws `ScenarioError`. */
export function worldAt(piece: Piece, direction: Direction, steps: number): PlayedWorld {
  return perform(piece, direction, steps).world;
}

interface Performed {
  readonly world: PlayedWorld;
  readonly playback: Playback;
}

function perform(piece: Piece, direction: Direction, until?: number): Performed {
  return piece.type === 'fork'
    ? performFork(piece.fork, direction, until)
    : performScene(piece.scenario, direction, until);
}

/** A user deletes the object, and everything runs to rest; Pods end when their grace does. */
function performFork(fork: Fork, direction: Direction, until?: number): Performed {
  const { uid } = fork;
  const { release = DEFAULT_RELEASE, propagationPolicy = 'Background' } = direction;
  const simulation = new Simulation({
    release: RELEASES[release],
    table: new ResourceTable(fork.resources),
    objects: fork.objects,
    // API timestamps have whole seconds: from one on, every grace period ends on time.
    now: Math.floor(fork.now / 1000) * 1000,
  });
  settleInitialList(simulation, new Set(fork.atWork));
  const world = new PlayedWorld(simulation, release, simulation.now);
  const show = new Performance(world, direction.cues, until);
  if (direction.cues.some(({ at }) => at === 0)) show.rest();
  show.interject({ type: 'delete', uid, propagationPolicy });
  world.pass(Number.POSITIVE_INFINITY);
  show.rest();
  return finish(world, show, { release, subject: uid, propagationPolicy }, fork.assumptions);
}

/** The steps of the scenario, then to rest; whoever is to end a Pod says so. */
function performScene(told: Scenario, direction: Direction, until?: number): Performed {
  const { propagationPolicy } = direction;
  const scenario = propagationPolicy ? withPolicy(told, propagationPolicy) : told;
  const release = releaseOf(direction.release ?? scenario.spec.release);
  const stage = createWorld(scenario, RELEASES[release]);
  const world = new PlayedWorld(stage.simulation, release, stage.simulation.now);
  const show = new Performance(world, direction.cues, until);
  const deletion = firstDeletion(scenario);
  const toldPolicy = firstDeletion(told)?.policy;
  const asTold =
    release === releaseOf(told.spec.release) && (propagationPolicy ?? toldPolicy) === toldPolicy;
  playSteps(show, stage, scenario.spec.steps ?? [], asTold);
  if (stage.manual) show.finishStanding();
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
  show: Performance,
  about: Pick<Playback, 'release' | 'subject' | 'propagationPolicy'>,
  assumptions: readonly Sentence[],
): Performed {
  const { steps } = world;
  const cutOff = world.isCutOff ? [say`The run was cut off after ${steps.length} steps.`] : [];
  const first = steps.findIndex(({ actor }) => actor !== 'graph-builder');
  const playback = {
    ...about,
    nodes: world.nodes,
    objects: world.objects,
    steps,
    prologue: first < 0 ? steps.length : first,
    assumptions: [...assumptions, ...cutOff],
    faults: show.faults,
  };
  return { world, playback };
}

/**
 * Brings the collector to where the real one is: it knows every object. What a collector would do only because it has
 * just started is left out, so that the first step begins with the picture that the live cluster shows.
 */
function settleInitialList(simulation: Simulation, atWork: ReadonlySet<Uid>): void {
  const { process } = simulation;
  while (process.nextQueue() === 'graphChanges') process.step('graphChanges');
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

function releaseOf(name: string = DEFAULT_RELEASE): Release {
  if (Object.hasOwn(RELEASES, name)) return name as Release;
  const known = Object.keys(RELEASES).join(', ');
  throw new ScenarioError(`Release "${name}" is not known here; known: ${known}.`, [
    'spec',
    'release',
  ]);
}

/** An object that is created by a step of the scenario is not known before; one never named is no subject. */
function subjectOf(find: () => Uid | undefined): Uid | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
