import { ownerReferencesPermissionEnforcement } from '../apiserver/owner-references-permission.ts';
import { type ApiResource, groupResource } from '../meta/api-resource.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES, type Release, type ReleaseProfile } from '../meta/releases.ts';
import { ResourceTable } from '../meta/resource-table.ts';
import { settleInSomeOrder } from '../simulation/explore.ts';
import { outcomeOf } from '../simulation/outcome.ts';
import { seededRandom } from '../simulation/random.ts';
import { Simulation, type SimulationOptions } from '../simulation/simulation.ts';
import { ChosenUids } from './chosen-uids.ts';
import { compareExpectation } from './compare-expectation.ts';
import { NamedObjects, servedResource } from './named-objects.ts';
import { diffOfFailure, perform } from './perform-step.ts';
import { requireReadableLines } from './require-readable-lines.ts';
import {
  type Expectation,
  type Outcome,
  type Scenario,
  ScenarioError,
  type ScenarioResult,
  type ScenarioStep,
  type StepResult,
} from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import { at, nameOf } from './step-place.ts';
import { momentOf, storedObject } from './stored-object.ts';
import { Transcript } from './transcript.ts';
import { authorizerOf } from './user-rights.ts';

/** When no scenario says otherwise, it begins here. */
const DEFAULT_NOW = '2026-01-01T00:00:00Z';

/**
 * Runs a scenario to its end, or to the first step that fails. Throws `ScenarioError` when the document itself is wrong;
 * `release`, a name or a profile, overrides the one it names.
 */
export function runScenario(
  scenario: Scenario,
  release: string | ReleaseProfile | undefined = scenario.spec.release,
): ScenarioResult {
  const profile = typeof release === 'object' ? release : RELEASES[releaseOf(release)];
  requireReadableLines(scenario);
  const all = scenario.spec.steps ?? [];
  const orders: Orders = new Map();
  let world = createWorld(scenario, profile);
  const steps: StepResult[] = [];
  for (const [index, step] of all.entries()) {
    if (step.settle?.explore === undefined) steps.push(runStep(world, step, index));
    else {
      const again = (): ScenarioWorld =>
        replay(createWorld(scenario, profile), all.slice(0, index), orders);
      const explored = exploreStep(again, step, index, step.settle.explore);
      orders.set(index, explored.seed);
      world = explored.world;
      steps.push(explored.result);
    }
    if (steps.at(-1)?.result === 'failed') break;
  }
  const failed = steps.some((step) => step.result === 'failed');
  return { name: scenario.metadata.name, result: failed ? 'failed' : 'passed', steps };
}

/** The seed with which each exploring step went on, by its index. */
type Orders = Map<number, number>;

/** Takes a fresh world through steps that were run before, to the state it had after them. */
function replay(
  world: ScenarioWorld,
  steps: readonly ScenarioStep[],
  orders: Orders,
): ScenarioWorld {
  for (const [index, step] of steps.entries()) {
    const seed = orders.get(index);
    const ask = (expect: Expectation): string[] => compareExpectation(world, expect);
    if (seed === undefined) perform(world, step, { path: ['spec', 'steps', index], ask });
    else settleInSomeOrder(world.simulation, seededRandom(seed), step.settle?.limit);
    if (step.expect) compareExpectation(world, step.expect);
  }
  return world;
}

/** The world of a scenario before its first step. Throws `ScenarioError`. */
export function createWorld(scenario: Scenario, release: ReleaseProfile): ScenarioWorld {
  const { spec } = scenario;
  const manual = spec.stepping === 'manual';
  const table = tableOf(scenario, release.release);
  const places = new Set<string>();
  const objects = (spec.objects ?? []).map((manifest, index) =>
    at(['spec', 'objects', index], () => {
      const resource = servedResource(table, manifest);
      const object = storedObject(resource, manifest);
      const { namespace, name } = object.metadata;
      const place = JSON.stringify([groupResource(resource), namespace ?? '', name]);
      if (places.has(place)) {
        throw new ScenarioError(
          `${manifest.kind} ${name} appears twice: one would replace the other.`,
        );
      }
      places.add(place);
      return object;
    }),
  );
  const uids = new ChosenUids();
  const simulation: Simulation = new Simulation({
    release,
    newUid: (resource, name) => uids.next(resource, name),
    table,
    objects,
    now: momentOf(spec.now ?? DEFAULT_NOW, ['spec', 'now']),
    manual,
    ...accessOf(spec.users, () => simulation.apiServer.table),
    ...(spec.absentOwnerCacheSize === undefined
      ? {}
      : { absentOwnerCacheSize: spec.absentOwnerCacheSize }),
  });
  const { apiServer } = simulation;
  const named = new NamedObjects({
    get table() {
      return apiServer.table;
    },
    metaAt: (resource, namespace, name) => {
      const answer = apiServer.get({ resource, namespace, name });
      return answer.ok ? (answer.object as ApiObject).metadata : undefined;
    },
  });
  for (const object of objects) {
    named.add(object);
    uids.take(object.metadata.uid);
  }
  const transcript = new Transcript(simulation);
  return { simulation, manual, named, transcript, uids };
}

/** Users in the document turn on authorisation and the admission plugin (AM-01). */
function accessOf(
  users: Scenario['spec']['users'],
  table: () => ResourceTable,
): Pick<SimulationOptions, 'admit' | 'authorize'> {
  if (!users) return {};
  const authorize = authorizerOf(users);
  return { authorize, admit: ownerReferencesPermissionEnforcement(table, authorize) };
}

function runStep(world: ScenarioWorld, step: ScenarioStep, index: number): StepResult {
  const path = ['spec', 'steps', index];
  const ask = (expect: Expectation): string[] => compareExpectation(world, expect);
  const diff = at(path, () => perform(world, step, { path, ask }));
  if (step.expect && diff.length === 0) {
    const { expect } = step;
    diff.push(...at([...path, 'expect'], () => ask(expect)));
  }
  return {
    index,
    name: nameOf(step, index),
    result: diff.length === 0 ? 'passed' : 'failed',
    diff,
  };
}

function tableOf({ spec }: Scenario, release: Release): ResourceTable {
  requireAgreement(spec.resources ?? []);
  const added = (spec.resources ?? []).map(
    ({ apiVersion, kind, resource, namespaced }): ApiResource => {
      const builtIn = ResourceTable.builtIn([], new Set(), release).resources.some(
        (each) => each.group === parseApiVersion(apiVersion).group && each.resource === resource,
      );
      return { ...parseApiVersion(apiVersion), kind, resource, namespaced, custom: !builtIn };
    },
  );
  return ResourceTable.builtIn(added, new Set(spec.unserved ?? []), release);
}

/** The versions of a resource share its storage, so their kind and scope must agree. */
function requireAgreement(resources: NonNullable<Scenario['spec']['resources']>): void {
  const known = new Map<string, (typeof resources)[number]>();
  for (const [index, entry] of resources.entries()) {
    const key = JSON.stringify([parseApiVersion(entry.apiVersion).group, entry.resource]);
    const other = known.get(key) ?? entry;
    known.set(key, other);
    if (other.kind === entry.kind && other.namespaced === entry.namespaced) continue;
    throw new ScenarioError(
      `Another entry gives ${entry.resource} of this group another kind or scope; all its versions have the same.`,
      ['spec', 'resources', index],
    );
  }
}

/** The release of this name, or the default one. Throws `ScenarioError`. */
export function releaseOf(name: string = DEFAULT_RELEASE): Release {
  if (Object.hasOwn(RELEASES, name)) return name as Release;
  const known = Object.keys(RELEASES).join(', ');
  throw new ScenarioError(`Release "${name}" is not known. Known: ${known}.`, ['spec', 'release']);
}

/** Settles in many orders: passes when one of them, or all, meet the expectation; goes on from the first that does. */
function exploreStep(
  again: () => ScenarioWorld,
  step: ScenarioStep,
  index: number,
  orders: number,
): { readonly world: ScenarioWorld; readonly seed: number; readonly result: StepResult } {
  const path = ['spec', 'steps', index];
  const tried = Array.from({ length: orders }, (_, seed) => {
    const world = again();
    const late = at(path, () => settleAs(world, seed, step.settle?.limit));
    // A comparison also takes its lines out of the transcript, so the world goes on as after any step.
    const diff =
      late ?? at([...path, 'expect'], () => compareExpectation(world, step.expect ?? {}));
    return { world, seed, diff, left: outcomeOf(world.simulation.apiServer) };
  });
  const met = tried.filter(({ diff }) => diff.length === 0);
  const missed = tried.find(({ diff }) => diff.length > 0);
  const passed = step.expect?.all ? missed === undefined : met.length > 0;
  const chosen = met[0] ?? tried[0];
  if (!chosen) throw new ScenarioError('explore needs at least one order.', path);
  return {
    world: chosen.world,
    seed: chosen.seed,
    result: {
      index,
      name: nameOf(step, index),
      result: passed ? 'passed' : 'failed',
      diff: passed || !missed ? [] : [`order ${missed.seed} of ${orders}:`, ...missed.diff],
      outcomes: countOutcomes(tried.map(({ left }) => left)),
    },
  };
}

function settleAs(
  world: ScenarioWorld,
  seed: number,
  limit: number | undefined,
): string[] | undefined {
  try {
    settleInSomeOrder(world.simulation, seededRandom(seed), limit);
    return undefined;
  } catch (error) {
    return diffOfFailure(error);
  }
}

function countOutcomes(ends: readonly (readonly string[])[]): Outcome[] {
  const counts = new Map<string, { objects: readonly string[]; count: number }>();
  for (const objects of ends) {
    const key = objects.join('\n');
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { objects, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
