import { joined } from '../meta/joined.ts';
import { ScenarioError, type ScenarioStep } from './scenario.ts';

/** The actions that are requests to the API server. */
export const API_REQUESTS = [
  'create',
  'update',
  'patch',
  'delete',
  'removeFinalizer',
  'terminatePod',
] as const;

const OTHER_ACTIONS = [
  'put',
  'remove',
  'unserve',
  'observe',
  'process',
  'step',
  'settle',
  'advance',
  'restartCollector',
  'intercept',
] as const;

/** The actions of a step, by key. */
export type ActionKey = (typeof API_REQUESTS)[number] | (typeof OTHER_ACTIONS)[number];

const ACTIONS: readonly ActionKey[] = [...API_REQUESTS, ...OTHER_ACTIONS];
const REQUESTS: ReadonlySet<string> = new Set(API_REQUESTS);
/** Actions of one way of stepping only: those of the graph builder and the workers by hand, and those that let them run. */
const MANUAL: ReadonlySet<string> = new Set(['observe', 'process']);
const AUTOMATIC: ReadonlySet<string> = new Set(['step', 'settle', 'advance']);

/**
 * The one action of the step; `undefined`: it only checks. Throws `ScenarioError` for what no step can be, whatever the
 * collector does: several actions or none, keys that do not belong to it, the other way of stepping.
 */
export function requireStepForm(step: ScenarioStep, manual: boolean): ActionKey | undefined {
  const action = actionOf(step);
  requireFitting(step, action);
  if (action !== undefined) requireStepping(action, manual);
  for (const [index, inner] of (step.intercept?.do ?? []).entries()) {
    requireApiRequest(inner, index);
  }
  return action;
}

/** The first action that the step names. */
export function actionIn(step: ScenarioStep): ActionKey | undefined {
  return ACTIONS.find((key) => step[key] !== undefined);
}

function actionOf(step: ScenarioStep): ActionKey | undefined {
  const keys = ACTIONS.filter((key) => step[key] !== undefined);
  if (keys.length > 1) {
    throw new ScenarioError(`A step has exactly one action; this one has ${joined(keys)}.`);
  }
  if (keys.length === 0 && step.expect === undefined) {
    throw new ScenarioError('A step has exactly one action, or an expectation; this one has none.');
  }
  return keys[0];
}

/** Keys that are allowed with some actions only. */
const BESIDE: readonly (readonly [keyof ScenarioStep, ReadonlySet<string>, string])[] = [
  ['error', REQUESTS, 'an API request'],
  [
    'as',
    new Set(['create', 'update', 'patch', 'delete', 'removeFinalizer']),
    'create, update, patch, delete or removeFinalizer',
  ],
  ['by', new Set(['create', 'update', 'patch', 'delete']), 'create, update, patch or delete'],
  ['subresource', new Set(['update', 'patch']), 'update or patch'],
];

function requireFitting(step: ScenarioStep, action: ActionKey | undefined): void {
  for (const [key, actions, words] of BESIDE) {
    if (step[key] === undefined || (action !== undefined && actions.has(action))) continue;
    throw new ScenarioError(`"${key}" is allowed only with ${words}.`, [key]);
  }
  if (step.message !== undefined && step.error === undefined) {
    throw new ScenarioError('"message" says more of an error: add "error".', ['message']);
  }
  if (step.expect?.all !== undefined && step.settle?.explore === undefined) {
    const path = ['expect', 'all'];
    throw new ScenarioError('"all" is allowed only in the expectation of settle: {explore}.', path);
  }
}

function requireStepping(action: ActionKey, manual: boolean): void {
  if (!(manual ? AUTOMATIC : MANUAL).has(action)) return;
  const stepping = manual ? 'automatic' : 'manual';
  throw new ScenarioError(`"${action}" needs spec.stepping: ${stepping}.`, [action]);
}

function requireApiRequest(step: ScenarioStep, index: number): void {
  const other = OTHER_ACTIONS.find((action) => step[action] !== undefined);
  if (other === undefined) return;
  const message = `"${other}" is not an API request; intercept.do allows only API requests.`;
  throw new ScenarioError(message, ['intercept', 'do', index, other]);
}
