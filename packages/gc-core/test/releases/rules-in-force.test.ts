import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELEASES, type Release, type ReleaseProfile } from '../../src/meta/releases.ts';

interface Rule {
  readonly id: string;
  /** First and last release that have it, as minor versions. */
  readonly since: number;
  readonly until: number;
}

const root = join(import.meta.dirname, '../..');
const releases = Object.keys(RELEASES) as Release[];
const minor = (text: string): number => Number(/(\d+)$/.exec(text)?.[1]);

/** The rules of a document that are shown, with the releases their last column names; an empty one means `since`. */
function rulesOf(file: string, since: number, until: number): Rule[] {
  const [shown = ''] = readFileSync(join(root, file), 'utf8').split(/^## Not shown /m);
  const rows = shown.split('\n').filter((line) => /^\| [A-Z]{2,3}-/.test(line));
  return rows.flatMap((row) => {
    const [, ids = '', , column = ''] = row.split('|').map((cell) => cell.trim());
    const [, from, to] = /^(1\.\d+)(?: to (1\.\d+))?/.exec(column) ?? [];
    return ids.split(', ').map((id) => ({
      id,
      since: from === undefined ? since : minor(from),
      until: to === undefined ? until : minor(to),
    }));
  });
}

const NOW = Number.POSITIVE_INFINITY;
const rules = [
  ...rulesOf('SPEC.md', 6, NOW),
  ...rulesOf('SPEC-API-SERVER.md', 0, NOW),
  ...rulesOf('SPEC-INSIGHT.md', 0, NOW).filter(({ id }) => id === 'CF-05'),
  ...rulesOf('SPEC-PROPAGATOR.md', 3, 5),
];

/** The ids of the rules in force in a release, sorted. */
function inForce(release: Release): string[] {
  const at = minor(release);
  return rules.filter(({ since, until }) => since <= at && at <= until).map(({ id }) => id);
}

const listed = new Map(releases.map((release) => [release, new Set(inForce(release))]));
const holds = (id: string, release: Release): boolean => listed.get(release)?.has(id) === true;

/** The rules that stand and fall with a switch, and whether they hold where it is set so. */
const SWITCHES: readonly [string, (profile: ReleaseProfile) => boolean, readonly string[]][] = [
  ['Propagator', (p) => p.generation === 'propagator', ['PG-10', 'PG-21', 'PG-29', 'PG-36']],
  ['graph builder', (p) => p.generation === 'graph-builder', ['GB-10', 'AD-14', 'FG-01', 'OR-07']],
  ['absentOwnerCacheKey', (p) => p.absentOwnerCacheKey === 'identity', ['AC-02', 'AC-05', 'AC-06']],
  ['absentOwnerCacheSize', (p) => p.absentOwnerCacheSize === 500, ['AC-01']],
  [
    'comparesIdentities',
    (p) => p.comparesIdentities,
    [
      ...['GB-03', 'GB-05', 'GB-06', 'GB-07', 'GB-27', 'GB-28', 'GB-29', 'GB-31'],
      ...['GB-42b', 'GB-42c', 'AL-01', 'AL-06', 'EV-01', 'EV-07', 'AD-W2', 'AD-W3', 'CL-13'],
    ],
  ],
  [
    'leavesNamespacedOwnersOfClusterScopedAlone',
    (p) => p.leavesNamespacedOwnersOfClusterScopedAlone,
    ['AD-05', 'CL-04', 'AD-W8'],
  ],
  ['PUT', (p) => p.finalizerRemoval === 'put', ['FR-09']],
  ['merge patch', (p) => p.finalizerRemoval === 'merge-patch', ['FR-06']],
  ['deletesByResourceVersion', (p) => p.deletesByResourceVersion, ['DE-04', 'DE-05']],
  ['missingOnDeleteIsGone', (p) => p.missingOnDeleteIsGone, ['DE-06']],
  ['ignored Events', (p) => p.ignoredResources.has('events.k8s.io/events'), ['MO-03']],
  ['hasPropagationPolicies', (p) => p.hasPropagationPolicies, ['API-13', 'API-14', 'API-15']],
  ['preconditionFollowsOwnUpdate', (p) => p.preconditionFollowsOwnUpdate, ['API-06']],
  ['warnsOfPreservedPods', (p) => p.warnsOfPreservedPods, ['API-76']],
  ['validatesFields', (p) => p.validatesFields, ['VA-14']],
  ['namespaceObeysPolicy', (p) => p.namespaceObeysPolicy, ['NS-17']],
  ['namespaceHasConditions', (p) => p.namespaceHasConditions, ['NS-12']],
  ['requestsPerSecond', (p) => p.requestsPerSecond === 40, ['CF-05']],
  ['deletesPodsOfNamespaceFirst', (p) => p.deletesPodsOfNamespaceFirst, ['NS-07', 'NS-11']],
];

describe('rules in force', () => {
  it('are listed once', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it.each(SWITCHES)('%s: the profiles say of its rules what the documents say', (_, on, ids) => {
    for (const release of releases) {
      const expected = on(RELEASES[release]);
      expect(ids.map((id) => [release, id, holds(id, release)])).toEqual(
        ids.map((id) => [release, id, expected]),
      );
    }
  });
});
