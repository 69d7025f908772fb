import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { PropagationPolicy } from '../../../src/meta/propagation-policy.ts';
import {
  expectedStates,
  type FinalStates,
  forecastsIn,
  play,
  world,
} from '../../support/forecast-worlds.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const ORDERS = 200;

describe('forecast', () => {
  it('is one of the ends that other orders come to, where order matters, which it seldom does', () => {
    let deletions = 0;
    let said = 0;
    fc.assert(
      fc.property(world, fc.nat(8), (objects, victim) => {
        for (const { uid, before, forecast } of forecastsIn(objects, victim)) {
          deletions++;
          if (forecast.orders === 'alike') continue;
          said++;
          const { policy } = forecast;
          const expected = textOf(expectedStates(before, forecast));
          const ends = endsOf(objects, uid, policy, expected);
          expect({ policy, ends }).toEqual({ policy, ends: expect.arrayContaining([expected]) });
        }
      }),
      { ...propertyRuns(50, 20), endOnFailure: true },
    );
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(deletions * 0.2);
  });
});

/** The ends that other orders come to, up to the expected one. */
function endsOf(
  objects: readonly ApiObject[],
  uid: string,
  policy: PropagationPolicy,
  expected: string,
): string[] {
  const ends = new Set<string>();
  for (let seed = 0; seed < ORDERS && !ends.has(expected); seed++) {
    ends.add(textOf(play(objects, uid, policy, seed)));
  }
  return [...ends];
}

function textOf(finalStates: FinalStates): string {
  return Object.entries(finalStates)
    .map(([uid, finalState]) => `${uid} ${finalState}`)
    .toSorted()
    .join(', ');
}
