import type { KubeletProfile } from '../kubelet/kubelet-releases.ts';
import { joined } from '../meta/joined.ts';
import { compareKubeletExpectation } from './compare-kubelet-expectation.ts';
import { spanOf } from './kubelet-document.ts';
import { performRun } from './kubelet-run-step.ts';
import type { KubeletScenario, KubeletScenarioStep } from './kubelet-scenario.ts';
import {
  changeKubeletWorld,
  createKubeletWorld,
  type KubeletWorld,
  restartKubelet,
} from './kubelet-world.ts';
import { ScenarioError, type ScenarioResult, type StepResult } from './scenario.ts';
import { at } from './step-place.ts';

/**
 * Runs a kubelet scenario to its end, or to the first step that fails. Throws `ScenarioError` when the document itself is
 * wrong; `release`, a name or a profile, overrides the one it names.
 */
export function runKubeletScenario(
  scenario: KubeletScenario,
  release?: string | KubeletProfile,
): ScenarioResult {
  let world = at(['spec'], () => createKubeletWorld(scenario, release));
  const steps: StepResult[] = [];
  for (const [index, step] of (scenario.spec.steps ?? []).entries()) {
    const path = ['spec', 'steps', index];
    world = at(path, () => performKubeletStep(world, step));
    const diff = at(path, () => compareStep(world, step));
    const name = step.name ?? actionOf(step) ?? 'expect';
    steps.push({ index, name, result: diff.length === 0 ? 'passed' : 'failed', diff });
    if (diff.length > 0) break;
  }
  const failed = steps.some((step) => step.result === 'failed');
  return { name: scenario.metadata.name, result: failed ? 'failed' : 'passed', steps };
}

const ACTIONS = ['set', 'advance', 'restartKubelet', 'run'] as const;

function actionOf(step: KubeletScenarioStep): (typeof ACTIONS)[number] | undefined {
  const actions = ACTIONS.filter((action) => step[action] !== undefined);
  if (actions.length > 1) {
    throw new ScenarioError(`A step has one action, this one has ${joined(actions)}.`);
  }
  const [action] = actions;
  if (action !== 'run' && step.intercept) {
    throw new ScenarioError('"intercept" is allowed only with run.', ['intercept']);
  }
  if (!action && !step.expect) {
    throw new ScenarioError(`A step has one of ${ACTIONS.join(', ')} or expect.`);
  }
  return action;
}

/** The world after a step's action. Throws `ScenarioError`. */
export function performKubeletStep(world: KubeletWorld, step: KubeletScenarioStep): KubeletWorld {
  const { set, advance, restartKubelet: restart, run } = step;
  actionOf(step);
  if (set) return at(['set'], () => changeKubeletWorld(world, set));
  if (advance !== undefined) {
    return { ...world, now: world.now + at(['advance'], () => spanOf(advance)) };
  }
  if (restart) return restartKubelet(world);
  if (!run) return world;
  const last = performRun(world, run, step.intercept);
  return {
    ...world,
    node: last.node,
    kubelet: { ...world.kubelet, memory: last.memory },
    last,
  };
}

/** A run must succeed unless an error is expected of it. */
function compareStep(world: KubeletWorld, { run, expect }: KubeletScenarioStep): string[] {
  const { last } = world;
  const diff =
    run && last?.error !== undefined && expect?.error === undefined
      ? ['- the run succeeds', `+ ${last.error}`]
      : [];
  if (expect) diff.push(...at(['expect'], () => compareKubeletExpectation(world, expect)));
  return diff;
}
