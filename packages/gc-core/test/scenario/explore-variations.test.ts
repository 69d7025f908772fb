import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { perform } from '../../src/scenario/perform-step.ts';
import { createWorld, runScenario } from '../../src/scenario/run-scenario.ts';
import type { Scenario, ScenarioStep } from '../../src/scenario/scenario.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { outcomeOf } from '../../src/simulation/outcome.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { scenarioOf } from './run-spec.ts';

const ORDERS = 60;
const HOLD = { finalizers: ['example.com/hold'] };

/** What differs between two orders that are alike in all else: the two ends that then are possible. */
interface Variation {
  readonly objects: readonly ApiObject[];
  /** What happens to a collector at rest before it goes on in some order. */
  readonly acts: readonly ScenarioStep[];
  readonly ends: readonly (readonly string[])[];
}

function object(kind: string, uid: string, owners: readonly string[], more = {}): ApiObject {
  const ownerReferences = owners.map(
    (owner): OwnerReference => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: owner,
      uid: owner,
      blockOwnerDeletion: true,
    }),
  );
  const metadata = { namespace: 'a', name: uid, uid, ownerReferences, ...more };
  return { apiVersion: 'v1', kind, metadata };
}

function deletion(uid: string, propagationPolicy: string): ScenarioStep {
  return { delete: { object: `uid:${uid}`, propagationPolicy } };
}

function played({ objects, acts }: Variation, last: readonly ScenarioStep[]): Scenario {
  return scenarioOf({ objects, steps: [{ settle: {} }, ...acts, ...last] });
}

/** The ends that an exploring step reports, sorted. */
function explored(variation: Variation, orders: number = ORDERS): string[] {
  const { steps } = runScenario(played(variation, [{ settle: { explore: orders } }]));
  return (steps.at(-1)?.outcomes ?? []).map(({ objects }) => objects.join('\n')).toSorted();
}

/** The ends with one worker to each queue: nobody comes between two requests of another. */
function withOneWorker(variation: Variation): string[] {
  const scenario = played(variation, []);
  const ends = Array.from({ length: ORDERS }, (_, seed) => {
    const world = createWorld(scenario, RELEASES['v1.36']);
    for (const step of scenario.spec.steps ?? []) perform(world, step);
    settleInSomeOrder(world.simulation, seededRandom(seed), undefined, 1);
    return outcomeOf(world.simulation.apiServer).join('\n');
  });
  return [...new Set(ends)].toSorted();
}

function sorted({ ends }: Variation): string[] {
  return ends.map((lines) => lines.join('\n')).toSorted();
}

const WAITS = 'terminating; finalizers foregroundDeletion';
const HELD = 'terminating; finalizers example.com/hold';

/** One kind only, whose events have an order; the worker looks at the owner before or after the last of them is heard. */
const actors: Variation = {
  objects: [object('ConfigMap', 'owner', [])],
  acts: [deletion('owner', 'Foreground'), { create: object('ConfigMap', 'late', ['owner'], HOLD) }],
  ends: [
    [`v1/ConfigMap a/late late; ${HELD}; owners owner (blocking)`],
    [
      `v1/ConfigMap a/late late; ${HELD}; owners owner (blocking)`,
      `v1/ConfigMap a/owner owner; ${WAITS}`,
    ],
  ],
};

/** `child` is looked at while its owner `middle` is solid, or when that waits as `owner` does: both are dependents of that. */
const dependents: Variation = {
  objects: [
    object('ConfigMap', 'owner', []),
    object('ConfigMap', 'middle', ['owner']),
    object('ConfigMap', 'child', ['owner', 'middle'], HOLD),
  ],
  acts: [deletion('owner', 'Foreground')],
  ends: [
    [
      `v1/ConfigMap a/child child; ${HELD}; owners middle (blocking)`,
      `v1/ConfigMap a/middle middle; ${WAITS}; owners owner (blocking)`,
      `v1/ConfigMap a/owner owner; ${WAITS}`,
    ],
    [
      `v1/ConfigMap a/child child; ${HELD}; owners owner (blocking),middle (blocking)`,
      `v1/ConfigMap a/middle middle; ${WAITS}; owners owner (blocking)`,
      `v1/ConfigMap a/owner owner; ${WAITS}`,
    ],
  ],
};

/** Its creation was before the owner's deletion, yet of another kind: heard after it, the child is not orphaned. */
const kinds: Variation = {
  objects: [object('ConfigMap', 'owner', [])],
  acts: [{ create: object('Secret', 'child', ['owner']) }, deletion('owner', 'Orphan')],
  ends: [[], ['v1/Secret a/child child']],
};

/** `middle` waits in the queue before `child`, always: only a second worker looks at the one before the other is deleted. */
const workers: Variation = {
  objects: [
    object('ConfigMap', 'first', []),
    object('ConfigMap', 'second', []),
    object('ConfigMap', 'middle', ['first']),
    object('ConfigMap', 'child', ['second', 'middle'], HOLD),
  ],
  acts: [deletion('first', 'Foreground'), deletion('second', 'Background')],
  ends: [
    [
      `v1/ConfigMap a/child child; ${HELD}; owners middle (blocking)`,
      `v1/ConfigMap a/first first; ${WAITS}`,
      `v1/ConfigMap a/middle middle; ${WAITS}; owners first (blocking)`,
    ],
    [
      `v1/ConfigMap a/child child; ${HELD}; owners second (blocking),middle (blocking)`,
      `v1/ConfigMap a/first first; ${WAITS}`,
      `v1/ConfigMap a/middle middle; ${WAITS}; owners first (blocking)`,
    ],
  ],
};

describe('explore varies', () => {
  it('[FG-05] which actor goes next', () => {
    expect(explored(actors)).toEqual(sorted(actors));
    expect(withOneWorker(actors)).toEqual(sorted(actors));
  });

  it('[GB-36] the order of the dependents of an owner', () => {
    // A second worker could look at the child first in whatever order the two wait.
    expect(withOneWorker(dependents)).toEqual(sorted(dependents));
    expect(explored(dependents)).toEqual(sorted(dependents));
  });

  it('[OR-10] the order of events between kinds', () => {
    expect(explored(kinds)).toEqual(sorted(kinds));
    expect(withOneWorker(kinds)).toEqual(sorted(kinds));
  });

  it('[CL-08] the requests of two workers', () => {
    expect(explored(workers)).toEqual(sorted(workers));
    expect(withOneWorker(workers)).toHaveLength(1);
  });

  it('[CL-14] what happens between two requests of one pass', () => {
    // `lower` waits only after `upper` does. Who found that one solid and this one waiting asked for them before and after.
    const objects = [
      object('ConfigMap', 'owner', []),
      object('ConfigMap', 'upper', ['owner']),
      object('ConfigMap', 'lower', ['upper']),
      object('ConfigMap', 'child', ['upper', 'owner', 'lower'], HOLD),
    ];
    const ends = explored({ objects, acts: [deletion('owner', 'Foreground')], ends: [] }, 400);
    const between = `v1/ConfigMap a/child child; ${HELD}; owners upper (blocking)\n`;
    expect(ends.filter((end) => end.includes(between))).toHaveLength(1);
  });
});
