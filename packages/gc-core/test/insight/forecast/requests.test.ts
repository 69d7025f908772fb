import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { type PropagationPolicy, policyOptions } from '../../../src/meta/propagation-policy.ts';
import { blocking, forecastUnder } from '../../support/forecasts.ts';
import { objectOf, settled, targetOf } from '../../support/simulate.ts';

/** How many requests a simulated collector sends because `owner` was deleted. */
function sent(objects: readonly ApiObject[], policy: PropagationPolicy): number {
  let count = 0;
  const simulation = settled(objects);
  simulation.listen({ request: () => void count++ });
  simulation.apiServer.delete(
    targetOf(simulation, 'owner'),
    policyOptions(policy, simulation.release),
  );
  simulation.settle();
  return count;
}

const hold: Partial<ObjectMeta> = { finalizers: ['example.com/hold'] };

/** ConfigMap `name` with blocking references to these owners. */
function below(name: string, ...owners: readonly string[]): ApiObject {
  return objectOf(name, { ownerReferences: owners.map((each) => blocking(each)) });
}

const owner = objectOf('owner');

/** A collector that begins looks at more, and one whose finalizers are taken away does more. */
const WORLDS: Readonly<Record<string, readonly ApiObject[]>> = {
  'two ways to one': [owner, below('a', 'owner'), below('b', 'owner'), below('c', 'a', 'b')],
  'a held dependent': [owner, objectOf('a', { ownerReferences: [blocking('owner')], ...hold })],
  'an owner that is gone besides': [owner, below('a', 'owner', 'ghost'), below('b', 'a', 'ghost')],
};

const POLICIES = ['Background', 'Foreground', 'Orphan'] as const;

describe('requests of a forecast', () => {
  it.each(
    Object.keys(WORLDS).flatMap((world) => POLICIES.map((policy) => [world, policy] as const)),
  )('[HT-03] %s, %s: as many as the simulated collector sends', (world, policy) => {
    const objects = WORLDS[world] ?? [];
    const { requests } = forecastUnder(policy, objects, ['owner']);
    expect(requests).toBe(sent(objects, policy));
  });
});
