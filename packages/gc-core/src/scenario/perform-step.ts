import { type ApiResource, apiVersionOf } from '../meta/api-resource.ts';
import type { StatusReason } from '../meta/api-status-error.ts';
import { type ApiObject, type Manifest, type Millis, parseTimestamp } from '../meta/object-meta.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { parseTimeSpan } from '../meta/time-span.ts';
import { monitorIdentity } from '../simulation/monitor-identity.ts';
import { SettleLimitError } from '../simulation/simulation.ts';
import { API_ACTIONS, targetOf } from './api-actions.ts';
import { checkAnswer } from './check-answer.ts';
import { type Expectation, ScenarioError, type ScenarioStep } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import { type ActionKey, requireStepForm } from './step-form.ts';
import { at } from './step-place.ts';
import { storedObject } from './stored-object.ts';

/** The context of a step. */
interface StepContext {
  /** Where it is in the document. */
  readonly path: readonly (string | number)[];
  /** Returns the differences from an expectation, as diff lines; without it, expectations in `intercept.do` are not checked. */
  readonly ask?: (expect: Expectation) => readonly string[];
}

/** The step is played without a question. */
const NOT_ASKED: StepContext = { path: [] };

type RequestKey = keyof typeof API_ACTIONS;
type OtherKey = Exclude<ActionKey, RequestKey>;

type OtherAction<K extends OtherKey> = (
  world: ScenarioWorld,
  value: NonNullable<ScenarioStep[K]>,
  context: StepContext,
) => void;

/** The actions of a step that are no request to the API server, by key. */
const OTHER_ACTIONS: { readonly [K in OtherKey]: OtherAction<K> } = {
  put: (world, manifests) => {
    const objects = manifests.map((each, index) => at([index], () => stored(world, each)));
    world.simulation.apiServer.put(objects);
    for (const object of objects) world.named.add(object);
  },
  remove: (world, references) => {
    const targets = references.map((each, index) => at([index], () => targetOf(world, each)));
    world.simulation.apiServer.remove(targets);
  },
  unserve,
  observe: (world, { type, object, queue }) => {
    const complete = at(['object'], () => stored(world, object));
    observe(world, type, complete, queue);
  },
  process: (world, { queue, count = 1 }) => {
    for (let pass = 0; pass < count; pass++) {
      const processed = world.simulation.process.step(queue);
      if (!processed)
        throw new ScenarioError(`Queue ${queue} is empty: there is nothing to process.`);
      world.transcript.decided(processed);
    }
  },
  step: (world, count) => {
    let waits = true;
    for (let step = 0; step < count && waits; step++) waits = world.simulation.step() !== undefined;
  },
  settle: (world, { limit }) => world.simulation.settle(limit),
  advance,
  restartCollector: (world, { order = [] }) => {
    const { apiServer, process } = world.simulation;
    const first = order.map((each, index) =>
      at(['order', index], () => world.named.resolve(each).uid),
    );
    process.restart(listInOrder([...apiServer.all()], first));
  },
  intercept: (world, { request, times = 1, do: steps = [], answer }, context) => {
    for (const { create, update } of steps) {
      const manifest = create ?? update;
      if (manifest) world.named.ask(manifest);
    }
    const before = (): void => {
      for (const [index, step] of steps.entries()) between(world, step, index, context);
    };
    world.simulation.faults.add({
      request,
      times,
      answer: answer as StatusReason,
      ...(steps.length > 0 ? { before } : {}),
    });
  },
};

function stored(world: ScenarioWorld, manifest: Manifest): ApiObject {
  return storedObject(world.named.resourceOf(manifest), manifest);
}

/** One step of `intercept.do`, in the middle of a worker's pass. */
function between(
  world: ScenarioWorld,
  step: ScenarioStep,
  index: number,
  { path, ask }: StepContext,
): void {
  const below = ['intercept', 'do', index];
  const place = [...path, ...below];
  const { expect = {} } = step;
  try {
    const diff: readonly string[] = perform(world, step);
    // After a step of the user, the request may be refused.
    if (!ask) return;
    const missed = diff.length > 0 ? diff : at(['expect'], () => ask(expect));
    if (missed.length > 0) throw new InterceptedStepFailed([`${below.join('.')}:`, ...missed]);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    // The path is complete: the caller is another step, at another place.
    throw new ScenarioError(error.message, [...place, ...error.path], true);
  }
}

/** Carries out the step's action; returns what did not go as the step says, line by line. Throws `ScenarioError`. */
export function perform(
  world: ScenarioWorld,
  step: ScenarioStep,
  context: StepContext = NOT_ASKED,
): string[] {
  const key = requireStepForm(step, world.manual);
  if (key === undefined) return [];
  // The types do not say that the value belongs to the key.
  const value = step[key] as never;
  try {
    return at([key], () => {
      if (isRequest(key)) return checkAnswer(API_ACTIONS[key](world, value, step), step);
      OTHER_ACTIONS[key](world, value, context);
      return [];
    });
  } catch (error) {
    return diffOfFailure(error);
  }
}

function isRequest(key: ActionKey): key is RequestKey {
  return Object.hasOwn(API_ACTIONS, key);
}

/** The diff lines of an error that ended the step; other errors are thrown again. */
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
    throw new ScenarioError(message, [index]);
  }
  const gone = new Set(kinds);
  apiServer.table = new ResourceTable(resources.filter((each) => !gone.has(nameOf(each))));
}

function listInOrder(objects: readonly ApiObject[], first: readonly string[]): ApiObject[] {
  const rank = new Map(first.map((uid, index) => [uid, index]));
  const rankOf = (object: ApiObject): number => rank.get(object.metadata.uid) ?? first.length;
  return objects.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Retries without end are made all that time. */
const LONGEST_ADVANCE: Millis = 10 * 365 * 86_400_000;
/** Later times have no form that the API could write. */
const LAST_MOMENT = parseTimestamp('9999-12-31T23:59:59Z') ?? 0;

function advance({ simulation }: ScenarioWorld, text: string): void {
  const duration = parseDuration(text);
  if (duration > LONGEST_ADVANCE) {
    const message = `"${text}" is too long: a step moves the clock by 87600h (ten years) at most.`;
    throw new ScenarioError(message);
  }
  if (simulation.now + duration > LAST_MOMENT) {
    throw new ScenarioError('The clock would pass the year 9999.');
  }
  simulation.advance(duration);
}

/** `30s`, `5m`, `1h30m` → milliseconds. Throws `ScenarioError`. */
export function parseDuration(text: string): Millis {
  const span = parseTimeSpan(text);
  if (span !== undefined) return span;
  throw new ScenarioError(`"${text}" is not a duration: expected for example 30s or 5m.`);
}
