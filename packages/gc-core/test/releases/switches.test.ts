import { describe, expect, it } from 'vitest';
import { RELEASES, type Release, type ReleaseProfile } from '../../src/meta/releases.ts';
import { ANSWER_SWITCHES } from '../conformance/answers/answer-switches.ts';
import { holdsUnder, readScenario, scenarioFiles } from '../support/scenario-files.ts';

type Switch = keyof ReleaseProfile;

const releases = Object.keys(RELEASES) as Release[];
const scenarios = ['releases', 'walk-throughs', 'incidents']
  .flatMap((folder) => scenarioFiles(folder))
  .map((file) => ({ file, scenario: readScenario(file) }));

/** Switches that no scenario can show: it sees no bodies of requests and answers, no warnings, and no cache of that size; refusals are shown by recorded answers. */
const SHOWN_ELSEWHERE: ReadonlySet<Switch> = new Set<Switch>([
  'release',
  'absentOwnerCacheSize',
  'referencePatchOrder',
  'unblockPatchHasCreationTimestamp',
  'asksForMetadataAlone',
  'warnsOfPreservedPods',
  'validatesFields',
  'deletesPodsOfNamespaceFirst',
  'namespaceHasConditions',
  'requestsPerSecond',
  'metrics',
  ...ANSWER_SWITCHES,
]);

function isEqual(a: unknown, b: unknown): boolean {
  if (!(a instanceof Set && b instanceof Set)) return a === b;
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/** Each switch of a release that its successor has set otherwise. */
const changes = releases.flatMap((release, index) => {
  const next = releases[index + 1];
  if (next === undefined) return [];
  return (Object.keys(RELEASES[release]) as Switch[])
    .filter((key) => !SHOWN_ELSEWHERE.has(key))
    .filter((key) => !isEqual(RELEASES[release][key], RELEASES[next][key]))
    .map((key) => ({ release, next, key }));
});

describe('switches of a profile', () => {
  it('differ from release to release', () => {
    expect(changes.length).toBeGreaterThanOrEqual(14);
  });

  it.each(changes)('$release without its own $key fails a scenario', ({ release, next, key }) => {
    const broken: ReleaseProfile = { ...RELEASES[release], [key]: RELEASES[next][key] };
    const own = scenarios.filter(({ scenario }) => scenario.spec.release === release);
    expect(own.filter(({ scenario }) => !holdsUnder(scenario, broken))).not.toEqual([]);
  });
});
