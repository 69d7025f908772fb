import { joined } from '../meta/joined.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { code, say } from '../meta/sentence.ts';
import { parseDuration, perform } from '../scenario/perform-step.ts';
import { ScenarioError, type ScenarioStep } from '../scenario/scenario.ts';
import type { ScenarioWorld } from '../scenario/scenario-world.ts';
import type { Player } from './player.ts';
import { requestOf } from './scenario-requests.ts';

/**
 * Plays the steps of a scenario without their expectations. A step that cannot be done ends the playback with an error.
 * Their names are noted while they are true: when it is played `asWritten`, and the user has done nothing else.
 */
export function playSteps(
  show: Player,
  stage: ScenarioWorld,
  steps: readonly ScenarioStep[],
  asWritten: boolean,
): void {
  for (const step of steps) {
    if (show.isOver) return;
    const { length } = show.world;
    const isTrue = asWritten && show.isAsWritten;
    try {
      playStep(show, stage, step, asWritten);
      if (isTrue && step.name !== undefined) note(show, step, length, step.name);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      show.faults.push(`The scene ends before “${step.name ?? 'its next step'}”: ${error.message}`);
      return;
    }
  }
}

/** The name of a step stands at what it does; where it does nothing that can be seen, at what has just happened. */
function note({ world }: Player, step: ScenarioStep, before: number, name: string): void {
  const { length } = world;
  // The note of an action over many steps, or over time, stands at its last step.
  if ((step.settle || step.advance !== undefined) && length > before) world.note(length - 1, name);
  else {
    const speaksOfNext = length > before || step.intercept !== undefined;
    world.note(speaksOfNext ? before : Math.max(0, before - 1), name);
  }
}

/** Played otherwise than it is written, a Pod may have no reason to end. */
function hasReason({ named }: ScenarioWorld, { terminatePod: pod }: ScenarioStep): boolean {
  if (pod === undefined) return true;
  try {
    return named.metaOf(named.resolve(pod))?.deletionTimestamp !== undefined;
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

function playStep(
  show: Player,
  stage: ScenarioWorld,
  step: ScenarioStep,
  asWritten: boolean,
): void {
  if (!asWritten && !hasReason(stage, step)) return;
  if (step.settle) show.rest();
  else if (step.step !== undefined) show.steps(step.step);
  else if (step.advance !== undefined) passTime(show, step.advance);
  else if (step.process) processByHand(show, stage, step.process);
  else if (step.intercept) show.prepare(() => perform(stage, step));
  else playAct(show, stage, step);
}

function passTime(show: Player, duration: string): void {
  const millis = parseDuration(duration);
  const sentence = say`Time passes: the next ${duration}.`;
  show.happen(() => show.world.pass(millis), { actor: 'clock', sentence });
  show.restInTime();
}

function processByHand(
  show: Player,
  { simulation }: ScenarioWorld,
  { queue, count = 1 }: NonNullable<ScenarioStep['process']>,
): void {
  for (let pass = 0; pass < count; pass++) show.prepare(() => void simulation.step(queue));
}

function playAct(show: Player, stage: ScenarioWorld, step: ScenarioStep): void {
  const act = requestOf(stage, step);
  const described = act ? undefined : describe(step, stage.simulation.release);
  if (act) show.act(act);
  if (described) show.happen(() => perform(stage, step), described);
}

/** Describes steps without a request. The first generation only logs that it receives an event: no rule of it says more. */
function describe(
  step: ScenarioStep,
  { generation }: ReleaseProfile,
): Parameters<Player['happen']>[1] | undefined {
  const isPropagator = generation === 'propagator';
  if (step.observe) {
    const { type, object, queue } = step.observe;
    const { namespace = '', name = '' } = object.metadata;
    const named = { kind: object.kind, namespace, name };
    const sentence =
      queue === undefined
        ? say`The collector receives the event ${code(type)} for ${named}.`
        : say`The event ${code(type)} for ${named} waits in the queue.`;
    return { actor: 'graph-builder', ...(isPropagator ? {} : { rule: 'GB-02' }), sentence };
  }
  if (step.restartCollector) {
    const sentence = say`The collector restarts. Its graph is empty, so it lists all objects.`;
    return { actor: 'graph-builder', rule: isPropagator ? 'PG-04' : 'MO-01', sentence };
  }
  if (step.unserve) {
    const sentence = say`The API server is upgraded. It no longer serves ${joined(step.unserve)}.`;
    return { actor: 'user', rule: isPropagator ? 'PG-02' : 'MO-13', sentence };
  }
  if (step.put || step.remove) {
    const sentence = say`The storage of the API server changes without a watch event.`;
    return { actor: 'user', rule: 'CO-03', sentence };
  }
  return undefined;
}
