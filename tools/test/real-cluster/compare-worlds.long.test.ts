import { RELEASES } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import {
  compareWorlds,
  type PlayWorlds,
} from '../../real-cluster/src/differential/compare-worlds.ts';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import { reportOf } from '../../real-cluster/src/differential/report.ts';
import { simulateWorld } from '../../real-cluster/src/differential/simulate-world.ts';

const RELEASE = RELEASES['v1.36'];
const WORLDS = worldsFrom(1, 5);
/** Stands in for the real cluster: a rare order of the simulation. */
const play: PlayWorlds = async (worlds) =>
  worlds.map((world) => simulateWorld(world, RELEASE, 77).course);

describe('compareWorlds', () => {
  it('explains every order of the simulation itself, and counts each world once', async () => {
    const comparison = await compareWorlds(play, WORLDS, RELEASE);
    expect(comparison.mismatches).toEqual([]);
    const counts = [...comparison.sizes.values()];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(WORLDS.length);
    expect(comparison.rules.get('GB-10')).toBe(WORLDS.length);
    expect(reportOf(comparison)).toContain(`${WORLDS.length} worlds, 0 unexplained`);
  });

  it('says that the sizes of outcome sets are a lower bound and rest on the paces', async () => {
    const report = reportOf(await compareWorlds(play, WORLDS.slice(0, 1), RELEASE));
    expect(report).toMatch(
      /possible courses: .* worlds; more than one in \d+\.\d %; counted over 40 sampled orders of each world \(4 with a thousand owners\), so a lower bound, and as the paces of the worlds were drawn\n/,
    );
  });

  it('plays worlds together that ask for as many workers', async () => {
    const worlds = [...WORLDS.slice(0, 2), ...worldsFrom(1, 2, 'hasty')];
    const batches: string[] = [];
    await compareWorlds(
      (batch, isExplained) => {
        batches.push(batch.map(({ workers }) => workers).join(' '));
        return play(batch, isExplained);
      },
      worlds,
      RELEASE,
      { orders: 80 },
    );
    expect(batches).toEqual(['one one', 'many many']);
  });

  it('keeps a world with what happened and what was expected when no order explains it', async () => {
    const [world] = WORLDS;
    if (!world) throw new Error('There is no world.');
    const lost: PlayWorlds = async () => [[{ answers: [], left: [] }]];
    const { mismatches } = await compareWorlds(lost, [world], RELEASE, { orders: 3 });
    expect(mismatches).toHaveLength(1);
    expect(mismatches[0]?.real).toEqual([{ answers: [], left: [] }]);
    expect(mismatches[0]?.simulated[0]).toHaveLength(world.rounds.length);
  });
});
