import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { PROPAGATION_POLICIES } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { candidates } from '../../src/player/offers.ts';
import { offersAt } from '../../src/player/offers-at.ts';
import { type Piece, play, worldAt } from '../../src/player/play.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { outcomeOf } from '../../src/simulation/outcome.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { applyDelta, type GraphDelta } from '../../src/wire/graph-delta.ts';
import type { Direction, NextUp } from '../../src/wire/playback.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { follow } from '../support/follow.ts';
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

const HEAD = { apiVersion: 'gcscope.dev/v1', kind: 'Scenario', metadata: { name: 'lost-owner' } };

type Performance = typeof performance extends fc.Arbitrary<infer T> ? T : never;

function pieceOf(objects: readonly ApiObject[], victim: number): Piece {
  const uid = objects[victim % objects.length]?.metadata.uid ?? '';
  const { resources } = worldTable;
  const fork = { id: 'f', uid, now: 0, objects, resources, atWork: [], assumptions: [] };
  return { type: 'fork', fork };
}

/** Chooses again and again, each time some steps further on, where there is a choice that fits. */
function directed(
  { objects, victim, propagationPolicy, release, chosen }: Performance,
  fits: (act: NextUp, simulation: Simulation) => boolean,
): { piece: Piece; direction: Direction } {
  const piece = pieceOf(objects, victim);
  let direction: Direction = { propagationPolicy, release, cues: [] };
  let at = 0;
  for (const { after, which } of chosen) {
    at += after;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      at += 1;
      const { simulation, length } = worldAt(piece, direction, at);
      if (length < at) break;
      // More than is offered: also those who stand where nothing is left to send.
      const acts = candidates(simulation)
        .flatMap((act): NextUp[] => [act, { ...act, stands: true }])
        .filter((act) => fits(act, simulation));
      const act = acts[which % Math.max(1, acts.length)];
      if (!act) continue;
      direction = { ...direction, cues: [...direction.cues, { at, act }] };
      break;
    }
  }
  return { piece, direction };
}

/** Two workers take what is in front; to take something else is to be a third one. An exploration leaves a spin alone. */
function isOfTwo({ queue, uid, goesOn, stands }: NextUp, { process }: Simulation): boolean {
  if (queue === 'graphChanges') return false;
  if (goesOn) return true;
  if (process.isSpinning()) return false;
  return stands === true && process.collector[queue].items()[0]?.uid === uid;
}

/** Follows what is played when these choices are made; how many of its steps leave a worker standing. */
function stepsWithStanding(
  made: Performance,
  fits: (act: NextUp, simulation: Simulation) => boolean,
): number {
  const { piece, direction } = directed(made, fits);
  const { steps, faults } = play(piece, direction);
  expect(faults.filter((each) => each.includes('“next”'))).toEqual([]);
  if (steps.length > MOST_STEPS) return 0;
  const { simulation } = worldAt(piece, direction, 1);
  follow(simulation, steps);
  const played = worldAt(piece, direction, Number.POSITIVE_INFINITY);
  expect(outcomeOf(simulation.apiServer)).toEqual(outcomeOf(played.simulation.apiServer));
  return steps.filter(({ standing }) => standing).length;
}

describe('who goes next', () => {
  it('[QU-02] two workers interleave as in an exploration', () => {
    let stood = 0;
    fc.assert(
      fc.property(performance, (made) => {
        stood += stepsWithStanding(made, isOfTwo);
      }),
      propertyRuns(20),
    );
    expect(stood).toBeGreaterThan(0);
  });

  it('[QU-05] events come as in an exploration: nothing overtakes what a worker found absent', () => {
    fc.assert(
      fc.property(performance, (made) => {
        stepsWithStanding(made, ({ queue, stands }) => queue === 'graphChanges' && !stands);
      }),
      propertyRuns(25),
    );
  });

  it('[QU-05] what is heard after a worker found something absent is behind that', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'lost', uid: 'lost' };
    const child = { namespace: 'shop', name: 'child', uid: 'child', ownerReferences: [owner] };
    const alone = { namespace: 'shop', name: 'alone', uid: 'alone' };
    const objects = [child, alone].map((metadata) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
    }));
    const steps = [{ settle: {} }];
    const scenario = { ...HEAD, spec: { objects, steps } } as Scenario;
    const piece = { type: 'scene', scenario } as const;
    const { queues } = play(piece, { cues: [] }).steps[2] ?? expect.fail('There is no third step.');
    expect(queues.graphChanges).toEqual(['DELETED v1/ConfigMap shop/lost lost (virtual)']);
    const act = { type: 'delete', uid: 'alone', propagationPolicy: 'Background' } as const;
    const cues = [{ at: 3, act }];
    expect(play(piece, { cues }).steps[3]?.queues.graphChanges).toHaveLength(2);
    expect(offersAt(piece, { cues }, 4, []).choices).toEqual([]);
  });

  it('leads forth, back and forth again to the identical state', () => {
    fc.assert(
      fc.property(performance, (made) => {
        const { piece, direction } = directed(made, () => true);
        const played = play(piece, direction);
        expect(play(piece, direction)).toEqual(played);
        const records = new Map(played.nodes.map((record) => [record.uid, record]));
        const start = new Map(records);
        const forth = (): GraphDelta[] =>
          played.steps.map(({ delta }) => applyDelta(records, delta));
        const inverses = forth();
        const end = new Map(records);
        for (const inverse of inverses.toReversed()) applyDelta(records, inverse);
        expect(records).toEqual(start);
        forth();
        expect(records).toEqual(end);
      }),
      propertyRuns(25),
    );
  });
});
