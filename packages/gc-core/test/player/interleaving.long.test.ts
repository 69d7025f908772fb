import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPAGATION_POLICIES } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { candidates } from '../../src/player/offers.ts';
import { type PlaybackSource, play, worldAt } from '../../src/player/play.ts';
import { outcomeOf } from '../../src/simulation/outcome.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { NextUp, PlaybackOptions } from '../../src/wire/playback.ts';
import { arbitraryWorld } from '../support/arbitrary-world.ts';
import { follow } from '../support/follow.ts';
import { forkSource } from '../support/fork-source.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Longer plays say nothing that shorter ones do not. */
const MOST_STEPS = 120;
/** Steps without a choice that are passed over. */
const MOST_TRIES = 6;

const performance = fc.record({
  objects: arbitraryWorld({ uniqueUids: true }),
  victim: fc.nat(8),
  propagationPolicy: fc.constantFrom(...PROPAGATION_POLICIES),
  release: fc.constantFrom(...(Object.keys(RELEASES) as Release[])),
  /** After how many steps, and which of the choices. */
  chosen: fc.array(fc.record({ after: fc.nat(2), which: fc.nat(20) }), {
    minLength: 1,
    maxLength: 5,
  }),
});

type Player = typeof performance extends fc.Arbitrary<infer T> ? T : never;

/** Chooses again and again, each time some steps further on, where there is a choice that fits. */
function directed(
  { objects, victim, propagationPolicy, release, chosen }: Player,
  fits: (act: NextUp, simulation: Simulation) => boolean,
): { source: PlaybackSource; options: PlaybackOptions } {
  const source = forkSource(objects, victim);
  let options: PlaybackOptions = { propagationPolicy, release, actions: [] };
  let at = 0;
  for (const { after, which } of chosen) {
    at += after;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      at += 1;
      const { simulation, length } = worldAt(source, options, at);
      if (length < at) break;
      // More than is offered: also a pause where nothing is left to send.
      const acts = candidates(simulation)
        .flatMap((act): NextUp[] => [act, { ...act, pauses: true }])
        .filter((act) => fits(act, simulation));
      const act = acts[which % Math.max(1, acts.length)];
      if (!act) continue;
      options = { ...options, actions: [...options.actions, { at, act }] };
      break;
    }
  }
  return { source, options };
}

/** Two workers take what is in front; to take something else is to be a third one. An exploration leaves a spin alone. */
function isOfTwo({ queue, uid, goesOn, pauses }: NextUp, { process }: Simulation): boolean {
  if (queue === 'graphChanges') return false;
  if (goesOn) return true;
  if (process.isSpinning()) return false;
  return pauses === true && process.collector[queue].items()[0]?.uid === uid;
}

/** Follows what is played when these choices are made; how many of its steps leave a worker paused. */
function stepsWithPausedWorker(
  made: Player,
  fits: (act: NextUp, simulation: Simulation) => boolean,
): number {
  const { source, options } = directed(made, fits);
  const { steps, faults } = play(source, options);
  expect(faults.filter((each) => each.includes('“next”'))).toEqual([]);
  if (steps.length > MOST_STEPS) return 0;
  const { simulation } = worldAt(source, options, 1);
  follow(simulation, steps);
  const played = worldAt(source, options, Number.POSITIVE_INFINITY);
  expect(outcomeOf(simulation.apiServer)).toEqual(outcomeOf(played.simulation.apiServer));
  return steps.filter(({ paused }) => paused).length;
}

describe('who goes next', () => {
  it('[QU-02] two workers interleave as in an exploration', () => {
    let paused = 0;
    fc.assert(
      fc.property(performance, (made) => {
        paused += stepsWithPausedWorker(made, isOfTwo);
      }),
      propertyRuns(25),
    );
    expect(paused).toBeGreaterThan(0);
  });

  it('[QU-05] events come as in an exploration: nothing overtakes what a worker found absent', () => {
    fc.assert(
      fc.property(performance, (made) => {
        stepsWithPausedWorker(made, ({ queue, pauses }) => queue === 'graphChanges' && !pauses);
      }),
      propertyRuns(25),
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(performance, (made) => {
        const { source, options } = directed(made, () => true);
        expect(play(source, options)).toEqual(play(source, options));
      }),
      propertyRuns(25),
    );
  });
});
