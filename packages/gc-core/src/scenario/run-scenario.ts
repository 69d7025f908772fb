import { type Millis, parseTimestamp } from '../meta/object-meta.ts';
import { parseApiVersion } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, RELEASES, type Release, type ReleaseProfile } from '../meta/releases.ts';
import { type ApiResource, ResourceTable } from '../meta/resource-table.ts';
import { Simulation } from '../simulation/simulation.ts';
import { ChosenUids } from './chosen-uids.ts';
import { compareExpectation } from './compare-expectation.ts';
import { NamedObjects } from './named-objects.ts';
import { perform } from './perform-step.ts';
import {
  type Scenario,
  ScenarioError,
  type ScenarioResult,
  type ScenarioStep,
  type StepResult,
  storedObject,
} from './scenario.ts';
import { Transcript } from './transcript.ts';

/** When no scenario says otherwise, it begins here. */
const DEFAULT_NOW = '2026-01-01T00:00:00Z';

/** Everything one run of a scenario works on. */
export interface ScenarioWorld {
  readonly simulation: Simulation;
  readonly manual: boolean;
  readonly named: NamedObjects;
  readonly transcript: Transcript;
  readonly uids: ChosenUids;
}

/**
 * Runs a scenario to its end, or to the first step that fails. Throws `ScenarioError` when the document itself is wrong;
 * `release` overrides the one it names.
 */
export function runScenario(scenario: Scenario, release?: string): ScenarioResult {
  const world = createWorld(scenario, profileOf(release ?? scenario.spec.release));
  const steps: StepResult[] = [];
  for (const [index, step] of (scenario.spec.steps ?? []).entries()) {
    const result = runStep(world, step, index);
    steps.push(result);
    if (result.result === 'failed') break;
  }
  const failed = steps.some((step) => step.result === 'failed');
  return { name: scenario.metadata.name, result: failed ? 'failed' : 'passed', steps };
}

/** The world of a scenario before its first step. Throws `ScenarioError`. */
export function createWorld(scenario: Scenario, release: ReleaseProfile): ScenarioWorld {
  const { spec } = scenario;
  const manual = spec.stepping === 'manual';
  const objects = (spec.objects ?? []).map((manifest, index) =>
    at(['spec', 'objects', index], () => storedObject(manifest)),
  );
  const uids = new ChosenUids();
  const simulation = new Simulation({
    release,
    newUid: (resource, name) => uids.next(resource, name),
    table: tableOf(scenario),
    objects,
    now: startOf(spec.now ?? DEFAULT_NOW),
    manual,
    ...(spec.absentOwnerCacheSize === undefined
      ? {}
      : { absentOwnerCacheSize: spec.absentOwnerCacheSize }),
  });
  const named = new NamedObjects(simulation.apiServer);
  for (const object of objects) {
    named.add(object);
    uids.take(object.metadata.uid);
  }
  const transcript = new Transcript(simulation);
  return { simulation, manual, named, transcript, uids };
}

function runStep(world: ScenarioWorld, step: ScenarioStep, index: number): StepResult {
  const path = ['spec', 'steps', index];
  const diff = at(path, () => perform(world, step));
  if (step.expect && diff.length === 0) {
    const { expect } = step;
    diff.push(...at([...path, 'expect'], () => compareExpectation(world, expect)));
  }
  const name = step.name ?? Object.keys(step)[0] ?? `step ${index + 1}`;
  return { index, name, result: diff.length === 0 ? 'passed' : 'failed', diff };
}

function tableOf({ spec }: Scenario): ResourceTable {
  const added = (spec.resources ?? []).map(
    ({ apiVersion, kind, resource, namespaced }): ApiResource => {
      const builtIn = ResourceTable.builtIn().resources.some(
        (each) => each.group === parseApiVersion(apiVersion).group && each.resource === resource,
      );
      return { ...parseApiVersion(apiVersion), kind, resource, namespaced, custom: !builtIn };
    },
  );
  return ResourceTable.builtIn(added, new Set(spec.unserved ?? []));
}

function profileOf(name: string = DEFAULT_RELEASE): ReleaseProfile {
  const profile = Object.hasOwn(RELEASES, name) ? RELEASES[name as Release] : undefined;
  if (profile) return profile;
  const known = Object.keys(RELEASES).join(', ');
  throw new ScenarioError(`Release "${name}" is not known here; known: ${known}.`, [
    'spec',
    'release',
  ]);
}

function startOf(text: string): Millis {
  const now = parseTimestamp(text);
  if (now === undefined) {
    throw new ScenarioError(`"${text}" is no RFC 3339 time.`, ['spec', 'now']);
  }
  return now;
}

/** Runs `action`; an error in the document gets the place where it stands. */
function at<T>(path: readonly (string | number)[], action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof ScenarioError)
      throw new ScenarioError(error.message, [...path, ...error.path]);
    throw error;
  }
}
