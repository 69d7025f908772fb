import { GarbageCollector } from '../collector/garbage-collector.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { joined } from '../meta/joined.ts';
import { parseApiVersion, type Uid } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';
import { DEFAULT_RELEASE, RELEASES, type Release } from '../meta/releases.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { isBuiltInGroup } from '../meta/resources-by-release.ts';
import { type Sentence, say } from '../meta/sentence.ts';
import { PropagatorCollector } from '../propagator/propagator-collector.ts';
import { createWorld, releaseOf } from '../scenario/run-scenario.ts';
import { type Scenario, ScenarioError } from '../scenario/scenario.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { Fork, Playback, PlaybackOptions } from '../wire/playback.ts';
import type { Step } from '../wire/step.ts';
import { playSteps } from './play-steps.ts';
import { PlayedWorld } from './played-world.ts';
import { Player } from './player.ts';
import { firstDeletion, withPolicy } from './scenario-requests.ts';

/** The source of a playback: a fork of a part of a cluster, or a scenario. */
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

const ALL_RELEASES = Object.keys(RELEASES) as Release[];

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
  const { release = DEFAULT_RELEASE, propagationPolicy: asked = 'Background' } = options;
  const propagationPolicy = policyIn(release, asked);
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
  if (propagationPolicy !== asked) show.faults.push(noForeground(release));
  if (options.actions.some(({ at }) => at === 0)) show.rest();
  show.performAction({ type: 'delete', uid, propagationPolicy });
  world.pass(Number.POSITIVE_INFINITY);
  world.playControllers(fork.guarded);
  show.rest();
  const about = { release, releases: ALL_RELEASES, subject: uid, propagationPolicy };
  return finish(world, show, about, fork.assumptions);
}

/** Plays the steps of the scenario, then until nothing moves; Pods end only by a step or an action. */
function playScene(described: Scenario, options: PlaybackOptions, until?: number): Played {
  const own = releaseOf(described.spec.release);
  const { release = own, propagationPolicy } = options;
  const releases = ALL_RELEASES.filter((each) => each === own || servesAll(described, each));
  if (!releases.includes(release)) {
    const others = joined(releases);
    throw new ScenarioError(
      `Kubernetes ${release} does not serve every kind of this scene. These releases do: ${others}.`,
    );
  }
  const isChanged = propagationPolicy !== undefined || release !== own;
  const scenario = isChanged
    ? withPolicy(described, propagationPolicy, RELEASES[release])
    : described;
  const stage = createWorld(scenario, RELEASES[release]);
  const world = new PlayedWorld(stage.simulation, release, stage.simulation.now);
  const show = new Player(world, options.actions, until);
  const deletion = firstDeletion(scenario);
  const writtenPolicy = firstDeletion(described)?.policy;
  const asked = propagationPolicy ?? writtenPolicy;
  if (isChanged && asked && policyIn(release, asked) !== asked) {
    show.faults.push(noForeground(release));
  }
  const asWritten = release === own && asked === writtenPolicy;
  // A scenario that deletes Pods plays their kubelets itself. With another policy, Pods may be deleted where it deletes none.
  if (isChanged && !stage.manual && !deletesPods(described)) world.pass(Number.POSITIVE_INFINITY);
  playSteps(show, stage, scenario.spec.steps ?? [], asWritten);
  if (stage.manual) show.finishPaused();
  else show.rest();
  const subject = subjectOf(() => deletion && stage.named.resolve(deletion.object).uid);
  const about = {
    release,
    releases,
    ...(subject === undefined ? {} : { subject }),
    ...(deletion ? { propagationPolicy: deletion.policy } : {}),
  };
  return finish(world, show, about, []);
}

/** The policy that a deletion has there: without policies, a user chooses only whether dependents are orphaned (GB-36). */
function policyIn(release: Release, policy: PropagationPolicy): PropagationPolicy {
  const hasForeground = RELEASES[release].hasPropagationPolicies;
  return policy === 'Foreground' && !hasForeground ? 'Background' : policy;
}

function noForeground(release: Release): string {
  return `Kubernetes ${release} has no foreground deletion. This is a background deletion.`;
}

/** Whether a Pod gets into deletion in the scenario as it is written. */
function deletesPods(scenario: Scenario): boolean {
  const { steps } = play({ type: 'scene', scenario }, { actions: [] });
  return steps.some(({ objects }) =>
    objects.some(({ after }) => after?.kind === 'Pod' && after.metadata.deletionTimestamp),
  );
}

/** Whether the release serves the kinds of its objects, also of those that its steps create. */
function servesAll(scenario: Scenario, release: Release): boolean {
  try {
    const { named } = createWorld(scenario, RELEASES[release]);
    for (const { create } of scenario.spec.steps ?? []) {
      // Definitions make the others.
      if (create && isBuiltInGroup(parseApiVersion(create.apiVersion).group)) {
        named.resourceOf(create);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

/** Whether the collector sees an object in the step. */
function isSeen({ delta }: Step): boolean {
  return delta.upserts.length > 0;
}

function finish(
  world: PlayedWorld,
  show: Player,
  about: Pick<Playback, 'release' | 'releases' | 'subject' | 'propagationPolicy'>,
  assumptions: readonly Sentence[],
): Played {
  const { steps } = world;
  const cutOff = world.isCutOff ? [say`The run was cut off after ${steps.length} steps.`] : [];
  // A scenario that creates its first object begins with it: without one there is nothing to see.
  const seen = world.objects.length > 0 ? 0 : steps.findIndex(isSeen);
  const first = steps.findIndex(({ actor }, at) => at >= seen && actor !== 'graph-builder');
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
