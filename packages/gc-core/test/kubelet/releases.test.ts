import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  KUBELET_RELEASES,
  type KubeletProfile,
  type KubeletRelease,
} from '../../src/kubelet/kubelet-releases.ts';
import type { KubeletScenario } from '../../src/scenario/kubelet-scenario.ts';
import { runKubeletScenario } from '../../src/scenario/run-kubelet-scenario.ts';
import { ScenarioError } from '../../src/scenario/scenario.ts';

type Switch = keyof KubeletProfile;

const releases = Object.keys(KUBELET_RELEASES) as KubeletRelease[];
const folder = join(import.meta.dirname, '../../scenarios/kubelet');
const scenarios = readdirSync(folder).map(
  (file) => parse(readFileSync(join(folder, file), 'utf8')) as KubeletScenario,
);

/** Whether the scenario holds under the profile; one that asks for what the profile does not have does not. */
function holdsUnder(scenario: KubeletScenario, profile: KubeletProfile): boolean {
  try {
    return runKubeletScenario(scenario, profile).result === 'passed';
  } catch (error) {
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

/**
 * A scenario cannot show that an order is open (unit tests of C-11 do), nor, without failing, that a release refuses a policy
 * or a layout (unit tests of IV-1, and of the format).
 */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'v1.7 alwaysSorts',
  'v1.28 alwaysSorts',
  'v1.28 hasMaxAge',
  'v1.28 hasContainerFs',
]);

/** Each switch that two neighbours have set otherwise, broken in either of them. */
const broken = releases.flatMap((release, index) => {
  const next = releases[index + 1];
  if (next === undefined) return [];
  const [own, other] = [KUBELET_RELEASES[release], KUBELET_RELEASES[next]];
  return (Object.keys(own) as Switch[])
    .filter((key) => key !== 'release' && own[key] !== other[key])
    .flatMap((key) => [
      { release, key, profile: { ...own, [key]: other[key] } },
      { release: next, key, profile: { ...other, [key]: own[key] } },
    ])
    .filter(({ release: name, key }) => !SHOWN_ELSEWHERE.has(`${name} ${key}`));
});

describe('releases of the kubelet', () => {
  it('differ', () => {
    expect(broken.length).toBeGreaterThanOrEqual(30);
  });

  it.each(broken)('$release without its own $key fails a scenario', ({ release, profile }) => {
    const own = scenarios.filter(({ spec }) => (spec.release ?? 'v1.36') === release);
    expect(own.filter((scenario) => !holdsUnder(scenario, profile))).not.toEqual([]);
  });
});
