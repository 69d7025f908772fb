import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { PROPAGATION_POLICIES } from '../../src/meta/propagation-policy.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { candidates } from '../../src/player/offers.ts';
import { offersAt } from '../../src/player/offers-at.ts';
import { type PlaybackSource, play, worldAt } from '../../src/player/play.ts';
import { outcomeOf } from '../../src/simulation/outcome.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { NextUp, PlaybackOptions } from '../../src/wire/playback.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { follow } from '../support/follow.ts';
import { ownedBy } from '../support/nodes.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { scenarioOf } from '../support/scenario-files.ts';
import { objectOf } from '../support/simulate.ts';

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

const POD = { kind: 'Pod', spec: { nodeName: 'node-1' } };

type Player = typeof performance extends fc.Arbitrary<infer T> ? T : never;

function sourceOf(objects: readonly ApiObject[], victim: number): PlaybackSource {
  const uid = objects[victim % objects.length]?.metadata.uid ?? '';
  const { resources } = worldTable;
  const known = { objects, resources, unserved: [], atWork: [], guarded: [], assumptions: [] };
  const fork = { id: 'f', uid, now: 0, ...known };
  return { type: 'fork', fork };
}

/** Chooses again and again, each time some steps further on, where there is a choice that fits. */
function directed(
  { objects, victim, propagationPolicy, release, chosen }: Player,
  fits: (act: NextUp, simulation: Simulation) => boolean,
): { source: PlaybackSource; options: PlaybackOptions } {
  const source = sourceOf(objects, victim);
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

  it('[QU-03] a retry that is due can be taken right after the step that brought its time', () => {
    // The API server refuses any change of both finalizers at once, so the orphan worker tries again.
    const finalizers = ['orphan', 'foregroundDeletion'];
    const ownerReferences = [ownedBy('pod', { kind: 'Pod' })];
    const child = objectOf('child', { ownerReferences, finalizers });
    const source = sourceOf([objectOf('pod', {}, POD), child], 0);
    const act = { type: 'next', queue: 'attemptToOrphan', uid: 'pod-uid' } as const;
    const actions = [{ at: 4, act }];
    const { faults, steps } = play(source, { propagationPolicy: 'Orphan', actions });
    expect(steps.slice(2, 5).map(({ actor }) => actor)).toEqual([
      'orphan-worker',
      'kubelet',
      'orphan-worker',
    ]);
    expect(faults).toEqual([]);
  });

  it('[QU-03] a retry that is due waits in front of what a chosen event adds', () => {
    // The API server refuses any change of two controllers, so the delete worker tries again.
    const controller = ownedBy('lost', { controller: true });
    const ownerReferences = [controller, { ...controller, blockOwnerDeletion: true }];
    const source = sourceOf([objectOf('pod', { ownerReferences }, POD)], 0);
    const act = { type: 'next', queue: 'graphChanges', uid: 'pod-uid' } as const;
    const queuesWith = (actions: PlaybackOptions['actions']) =>
      play(source, {
        release: 'v1.13',
        propagationPolicy: 'Foreground',
        actions,
      }).steps.map(({ actor, queues }) => [actor, queues.attemptToDelete]);
    const steps = queuesWith([]);
    expect(steps[5]?.[0]).toBe('kubelet');
    // Only one event waits after that: to choose it changes nothing.
    expect(queuesWith([{ at: 6, act }])).toEqual(steps);
  });

  it('[QU-05] what is heard after a worker found something absent is behind that', () => {
    const type = { kind: 'Secret' };
    const child = objectOf('child', { ownerReferences: [ownedBy('lost')] }, type);
    const objects = [child, objectOf('alone', {}, type)];
    const scenario = scenarioOf({ objects, steps: [{ settle: {} }] });
    const source = { type: 'scene', scenario } as const;
    const { queues } =
      play(source, { actions: [] }).steps[2] ?? expect.fail('There is no third step.');
    expect(queues.graphChanges).toEqual(['DELETED v1/ConfigMap shop/lost lost-uid (virtual)']);
    const act = { type: 'delete', uid: 'alone-uid', propagationPolicy: 'Background' } as const;
    const actions = [{ at: 3, act }];
    expect(play(source, { actions }).steps[3]?.queues.graphChanges).toHaveLength(2);
    expect(offersAt(source, { actions }, 4, []).choices).toEqual([]);
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
