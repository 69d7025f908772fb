import type { ApiResult } from '../apiserver/api-server.ts';
import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiObject, type Millis, parseTimestamp } from '../meta/object-meta.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { monitorIdentity } from '../simulation/monitor-identity.ts';
import { SettleLimitError } from '../simulation/simulation.ts';
import { API_ACTIONS, targetOf } from './api-actions.ts';
import { checkAnswer } from './check-answer.ts';
import { requireReason } from './require-readable-lines.ts';
import { ScenarioError, type ScenarioStep, storedObject } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';

type Action<K extends keyof ScenarioStep> = (
  world: ScenarioWorld,
  value: NonNullable<ScenarioStep[K]>,
  step: ScenarioStep,
) => ApiResult | undefined;

/** The actions of a step, by key. */
const ACTIONS: { readonly [K in keyof ScenarioStep]?: Action<K> } = {
  ...API_ACTIONS,
  put: (world, manifests) => {
    const objects = manifests.map((each) => storedObject(world.named.resourceOf(each), each));
    world.simulation.apiServer.put(objects);
    for (const object of objects) world.named.add(object);
    return undefined;
  },
  remove: (world, references) => {
    world.simulation.apiServer.remove(references.map((each) => targetOf(world, each)));
    return undefined;
  },
  unserve: (world, kinds) => {
    unserve(world, kinds);
    return undefined;
  },
  observe: (world, { type, object, queue }) => {
    requireStepping(world, 'observe', true);
    observe(world, type, storedObject(world.named.resourceOf(object), object), queue);
    return undefined;
  },
  process: (world, { queue, count = 1 }) => {
    requireStepping(world, 'process', true);
    for (let pass = 0; pass < count; pass++) {
      const processed = world.simulation.process.step(queue);
      if (!processed)
        throw new ScenarioError(`Queue ${queue} is empty: there is nothing to process.`);
      world.transcript.decided(processed);
    }
    return undefined;
  },
  step: (world, count) => {
    requireStepping(world, 'step', false);
    let waits = true;
    for (let step = 0; step < count && waits; step++) waits = world.simulation.step() !== undefined;
    return undefined;
  },
  settle: (world, { limit }) => {
    requireStepping(world, 'settle', false);
    world.simulation.settle(limit);
    return undefined;
  },
  advance: (world, duration) => {
    requireStepping(world, 'advance', false);
    advance(world, duration);
    return undefined;
  },
  restartCollector: (world, { order }) => {
    const { apiServer, process } = world.simulation;
    process.restart(
      listInOrder(
        [...apiServer.all()],
        (order ?? []).map((each) => world.named.resolve(each).uid),
      ),
    );
    return undefined;
  },
  intercept: (world, { request, times = 1, do: steps = [], answer }) => {
    requireReason(answer);
    if (!REQUEST.test(request)) {
      const message = `"${request}" is no request: expected for example get v1/pods ns1/podname1.`;
      throw new ScenarioError(message, ['intercept', 'request']);
    }
    for (const [index, step] of steps.entries()) requireApiRequest(step, index);
    const before = (): void => {
      for (const step of steps) {
        const diff = perform(world, step);
        if (diff.length > 0) throw new InterceptedStepFailed(diff);
      }
    };
    world.transcript.intercept({ request, times, answer, before });
    return undefined;
  },
};

/** `<verb> <apiVersion>/<resource> [<namespace>/]<name>` */
const REQUEST = /^[a-z]+ \S+\/\S+ \S/;

/** Carries out the step's action; returns what did not go as the step says, line by line. Throws `ScenarioError`. */
export function perform(world: ScenarioWorld, step: ScenarioStep): string[] {
  const key = actionOf(step);
  requireFitting(step, key);
  if (key === undefined) return [];
  const action = ACTIONS[key] as Action<keyof ScenarioStep>;
  try {
    const result = action(world, step[key] as never, step);
    return result ? checkAnswer(result, step) : [];
  } catch (error) {
    return diffOfFailure(error);
  }
}

/** What an error says about the step that it ended; other errors are thrown again. */
export function diffOfFailure(error: unknown): string[] {
  if (error instanceof SettleLimitError) return [error.message];
  if (error instanceof InterceptedStepFailed) return [...error.diff];
  throw error;
}

/** A step of `intercept.do` did not go as it says, in the middle of a worker's pass. */
class InterceptedStepFailed extends Error {
  readonly diff: readonly string[];

  constructor(diff: readonly string[]) {
    super(diff.join('\n'));
    this.diff = diff;
  }
}

/** The one action of the step; `undefined`: it only checks. */
function actionOf(step: ScenarioStep): keyof ScenarioStep | undefined {
  const keys = actionsOf(step);
  if (keys.length > 1) {
    throw new ScenarioError(`A step has exactly one action; this one has ${keys.join(' and ')}.`);
  }
  if (keys.length === 0 && step.expect === undefined) {
    throw new ScenarioError('A step has exactly one action, or an expectation; this one has none.');
  }
  return keys[0];
}

/** What may stand beside some actions only. */
const BESIDE: readonly (readonly [keyof ScenarioStep, ReadonlySet<string>, string])[] = [
  ['error', new Set(Object.keys(API_ACTIONS)), 'an API request'],
  [
    'as',
    new Set(['create', 'update', 'patch', 'delete', 'removeFinalizer']),
    'create, update, patch, delete or removeFinalizer',
  ],
  ['subresource', new Set(['update', 'patch']), 'update or patch'],
];

function requireFitting(step: ScenarioStep, action: keyof ScenarioStep | undefined): void {
  for (const [key, actions, words] of BESIDE) {
    if (step[key] === undefined || (action !== undefined && actions.has(action))) continue;
    throw new ScenarioError(`"${key}" can only stand beside ${words}.`, [key]);
  }
  if (step.message !== undefined && step.error === undefined) {
    throw new ScenarioError('"message" says more of an error: add "error".', ['message']);
  }
  if (step.expect?.all !== undefined && step.settle?.explore === undefined) {
    const path = ['expect', 'all'];
    throw new ScenarioError('"all" can only stand in the expectation of settle: {explore}.', path);
  }
}

function actionsOf(step: ScenarioStep): (keyof ScenarioStep)[] {
  return (Object.keys(ACTIONS) as (keyof ScenarioStep)[]).filter((key) => step[key] !== undefined);
}

function requireApiRequest(step: ScenarioStep, index: number): void {
  const other = actionsOf(step).find((action) => !Object.hasOwn(API_ACTIONS, action));
  if (other === undefined) return;
  const message = `"${other}" is no API request: only those can stand in intercept.do.`;
  throw new ScenarioError(message, ['intercept', 'do', index]);
}

function observe(
  world: ScenarioWorld,
  type: 'ADDED' | 'MODIFIED' | 'DELETED',
  object: ApiObject,
  queue: 'front' | 'back' | undefined,
): void {
  world.named.add(object);
  const { collector } = world.simulation.process;
  const identity = monitorIdentity(world.named.resourceOf(object), object.metadata);
  const old = type === 'MODIFIED' ? collector.graph.get(identity.uid)?.meta : undefined;
  const change = { type, identity, meta: object.metadata, ...(old ? { oldMeta: old } : {}) };
  if (queue) collector.graphChanges.add(change, queue);
  else collector.processGraphChange(change);
}

/** The server's next release has no such versions; what is stored is kept in another one, where there is one. */
function unserve({ simulation }: ScenarioWorld, kinds: readonly string[]): void {
  const { apiServer } = simulation;
  const { resources } = apiServer.table;
  const nameOf = (resource: ApiResource): string => `${apiVersionOf(resource)}/${resource.kind}`;
  const served = new Set(resources.map(nameOf));
  for (const [index, kind] of kinds.entries()) {
    if (served.has(kind)) continue;
    const message = `"${kind}" is not served here: expected <apiVersion>/<Kind> of a kind that is.`;
    throw new ScenarioError(message, ['unserve', index]);
  }
  const gone = new Set(kinds);
  apiServer.table = new ResourceTable(resources.filter((each) => !gone.has(nameOf(each))));
}

function requireStepping(world: ScenarioWorld, action: string, manual: boolean): void {
  if (world.manual === manual) return;
  const stepping = manual ? 'manual' : 'automatic';
  throw new ScenarioError(`"${action}" needs spec.stepping: ${stepping}.`);
}

function listInOrder(objects: readonly ApiObject[], first: readonly string[]): ApiObject[] {
  const rank = new Map(first.map((uid, index) => [uid, index]));
  const rankOf = (object: ApiObject): number => rank.get(object.metadata.uid) ?? first.length;
  return objects.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Retries without end are made all that time. */
const LONGEST_ADVANCE: Millis = 10 * 365 * 86_400_000;
/** Later times have no form that the API could write. */
const LAST_MOMENT = parseTimestamp('9999-12-31T23:59:59Z') ?? 0;

function advance({ simulation }: ScenarioWorld, text: string): void {
  const duration = parseDuration(text);
  if (duration > LONGEST_ADVANCE) {
    const message = `"${text}" is too long: a step moves the clock by 87600h (ten years) at most.`;
    throw new ScenarioError(message, ['advance']);
  }
  if (simulation.now + duration > LAST_MOMENT) {
    throw new ScenarioError('The clock would pass the year 9999.', ['advance']);
  }
  simulation.advance(duration);
}

/** `30s`, `5m`, `1h30m` → milliseconds. Throws `ScenarioError`. */
export function parseDuration(text: string): Millis {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new ScenarioError(`"${text}" is no duration: expected for example 30s or 5m.`);
  }
  return parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS.get(unit ?? '') ?? 0),
    0,
  );
}
