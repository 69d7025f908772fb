import { describe, expect, it } from 'vitest';
import {
  apiVersionOf,
  groupResource,
  isGettable,
  isMonitorable,
} from '../../src/meta/api-resource.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

const releases = Object.keys(RELEASES) as Release[];
const table = (release: Release): ResourceTable => ResourceTable.builtIn([], new Set(), release);

const REVIEWS = ['authentication.k8s.io/v1', 'authorization.k8s.io/v1'] as const;
const REVIEWS_UNTIL_1_21 = [
  ...REVIEWS,
  'authentication.k8s.io/v1beta1',
  'authorization.k8s.io/v1beta1',
] as const;

/** The versions of a group that serve a kind, preferred first. */
function versions(release: Release, group: string, kind: string): string {
  return table(release)
    .resources.filter((each) => each.group === group && each.kind === kind)
    .map((each) => each.version)
    .join(' ');
}

describe('ResourceTable of a release', () => {
  it.each([
    ['v1.4', '', 'v1beta1', '', ''],
    ['v1.13', 'v1 v1beta2 v1beta1', 'v1beta1', 'v1beta1', 'v1beta1'],
    ['v1.17', 'v1', '', 'v1beta1', 'v1beta1'],
    ['v1.28', 'v1', '', 'v1', 'v1'],
    ['v1.36', 'v1', '', 'v1', 'v1'],
  ] as const)(
    '[MO-01] [API-75] %s serves Deployments as apps %s and extensions %s, CronJobs as %s, Events as %s',
    (release, apps, extensions, cronJobs, events) => {
      expect(versions(release, 'apps', 'Deployment')).toBe(apps);
      expect(versions(release, 'extensions', 'Deployment')).toBe(extensions);
      expect(versions(release, 'batch', 'CronJob')).toBe(cronJobs);
      expect(versions(release, 'events.k8s.io', 'Event')).toBe(events);
    },
  );

  it.each(releases)('[MO-01] %s monitors the preferred version of each resource', (release) => {
    const { preferred, resources } = table(release);
    const first = new Map(resources.toReversed().map((each) => [groupResource(each), each]));
    expect(preferred.map(apiVersionOf)).toEqual(
      [...preferred].map((each) => {
        const expected = first.get(groupResource(each));
        return expected && apiVersionOf(expected);
      }),
    );
  });

  it.each([
    ['v1.4', ['authentication.k8s.io/v1beta1', 'authorization.k8s.io/v1beta1'], []],
    ['v1.13', REVIEWS_UNTIL_1_21, ['SelfSubjectRulesReview']],
    ['v1.17', REVIEWS_UNTIL_1_21, ['SelfSubjectRulesReview']],
    ['v1.28', REVIEWS, ['SelfSubjectReview', 'SelfSubjectRulesReview']],
    ['v1.36', REVIEWS, ['SelfSubjectReview', 'SelfSubjectRulesReview']],
  ] as const)(
    '[KM-05] [KM-06] %s serves kinds that have no objects, or that nobody can watch',
    (release, reviews, more) => {
      const { resources } = table(release);
      const unwatched = resources.filter((each) => !isMonitorable(each));
      expect(unwatched.filter(isGettable).map(({ kind }) => kind)).toEqual(['ComponentStatus']);
      const asked = unwatched.filter((each) => !isGettable(each));
      expect(asked.every(({ verbs }) => verbs?.join() === 'create')).toBe(true);
      expect(new Set(asked.map(apiVersionOf))).toEqual(new Set(['v1', ...reviews]));
      expect(new Set(asked.map(({ kind }) => kind))).toEqual(
        new Set([
          'Binding',
          'LocalSubjectAccessReview',
          'SelfSubjectAccessReview',
          'SubjectAccessReview',
          'TokenReview',
          ...more,
        ]),
      );
      const namespaced = new Set(asked.filter((each) => each.namespaced).map(({ kind }) => kind));
      expect(namespaced).toEqual(new Set(['Binding', 'LocalSubjectAccessReview']));
    },
  );

  it.each(releases)('%s gives a kind the same scope and plural in all its versions', (release) => {
    const known = new Map<string, string>();
    for (const { group, kind, resource, namespaced } of table(release).resources) {
      const shape = `${resource} ${namespaced}`;
      expect(known.get(`${group}/${kind}`) ?? shape).toBe(shape);
      known.set(`${group}/${kind}`, shape);
    }
  });

  it.each(releases)('[MO-03] [PG-03] %s never looks at core Events', (release) => {
    const { ignoredResources } = RELEASES[release];
    expect(ignoredResources.has('/events')).toBe(true);
    const both = release === 'v1.28' || release === 'v1.36';
    expect(ignoredResources.has('events.k8s.io/events')).toBe(both);
    expect(ignoredResources.has('/pods')).toBe(false);
  });
});
