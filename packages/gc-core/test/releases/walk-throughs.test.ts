import { describe, expect, it } from 'vitest';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { holdsUnder, readScenario, scenarioFiles } from '../support/scenario-files.ts';

const releases = Object.keys(RELEASES) as Release[];

/** The releases under whose rules each walk-through and each incident goes as told. */
const HOLDS: Readonly<Record<string, string>> = {
  'walk-throughs/background-v1.13.yaml': 'v1.13 v1.17',
  'walk-throughs/background-v1.17.yaml': 'v1.13 v1.17',
  'walk-throughs/background-v1.28.yaml': 'v1.28 v1.36',
  'walk-throughs/background-v1.36.yaml': 'v1.28 v1.36',
  'walk-throughs/foreground-v1.13.yaml': 'v1.13',
  'walk-throughs/foreground-v1.17.yaml': 'v1.17 v1.28 v1.36',
  'walk-throughs/foreground-v1.28.yaml': 'v1.17 v1.28 v1.36',
  'walk-throughs/foreground-v1.36.yaml': 'v1.17 v1.28 v1.36',
  'walk-throughs/orphan-v1.13.yaml': 'v1.13',
  'walk-throughs/orphan-v1.17.yaml': 'v1.17 v1.28 v1.36',
  'walk-throughs/orphan-v1.28.yaml': 'v1.17 v1.28 v1.36',
  'walk-throughs/orphan-v1.36.yaml': 'v1.17 v1.28 v1.36',
  'incidents/block-owner-deletion-does-not-block.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/blocked-dependent-deleted-twice.yaml': 'v1.17 v1.28 v1.36',
  'incidents/broken-conversion.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/custom-resource-orphaned-v1.13.yaml': 'v1.13',
  'incidents/custom-resource-orphaned-v1.4.yaml': 'v1.4',
  'incidents/delete-conflicts-with-its-own-update.yaml': 'v1.17 v1.28 v1.36',
  'incidents/failed-deletion-is-tried-again-v1.4.yaml': 'v1.4',
  'incidents/finalizer-nobody-removes.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/foreground-deletes-what-does-not-block.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/foreground-deletion-of-an-api-service.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/namespace-of-an-owner-guessed-v1.36.yaml': 'v1.28 v1.36',
  'incidents/redis-cross-namespace-v1.13-exporter-first.yaml': 'v1.13 v1.17',
  'incidents/redis-cross-namespace-v1.13-redis-first.yaml': 'v1.13 v1.17',
  'incidents/redis-in-stages-v1.13.yaml': 'v1.13 v1.17',
  'incidents/redis-in-stages-v1.36.yaml': 'v1.28 v1.36',
  'incidents/velero-restores-stale-uids.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/version-of-a-known-object-is-gone.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/virtual-owner-gone-unseen-v1.13.yaml': 'v1.13 v1.17 v1.28 v1.36',
  'incidents/virtual-owner-gone-unseen-v1.4.yaml': 'v1.4',
};

describe('walk-throughs and incidents', () => {
  const files = [...scenarioFiles('walk-throughs'), ...scenarioFiles('incidents')];

  it('are listed here, each one', () => {
    expect(files.toSorted()).toEqual(Object.keys(HOLDS).toSorted());
  });

  it.each(files)('%s', (file) => {
    const scenario = readScenario(file);
    expect(releases.filter((release) => holdsUnder(scenario, release)).join(' ')).toBe(HOLDS[file]);
    expect(scenario.metadata.title).toBeDefined();
  });

  it('incidents name their sources', () => {
    for (const file of scenarioFiles('incidents')) {
      expect(readScenario(file).metadata.sources?.length).toBeGreaterThan(0);
    }
  });
});
