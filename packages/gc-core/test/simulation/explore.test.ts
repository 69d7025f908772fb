import { describe, expect, it } from 'vitest';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { SettleLimitError, type Simulation } from '../../src/simulation/simulation.ts';
import { ownedBy } from '../support/nodes.ts';
import { objectOf, simulate, targetOf } from '../support/simulate.ts';

/** A cluster with work to do: nobody has looked at two objects whose owner is gone. */
function started(): Simulation {
  const objects = ['a', 'b'].map((name) => objectOf(name, { ownerReferences: [ownedBy('gone')] }));
  return simulate(objects);
}

describe('a simulation in a random order', () => {
  it('[AD-17] comes to the end that every order comes to', () => {
    const simulation = started();
    settleInSomeOrder(simulation, seededRandom(1));
    expect([...simulation.process.collector.graph.nodes()]).toEqual([]);
    expect(simulation.process.pending()).toBe(false);
  });

  it('is given up after so many steps', () => {
    for (const limit of [0, 1, 5]) {
      expect(() => settleInSomeOrder(started(), seededRandom(1), limit)).toThrow(SettleLimitError);
    }
  });

  it('[AL-06] [GB-31] begins with any identity that an absent owner may have, with one worker too', () => {
    // One uid under two names: its node has one, then the other, for ever. Whether the second one differs from it decides
    // whether the object comes before its dependent when it is deleted.
    const gone = (name: string): OwnerReference => ownedBy(name, { uid: 'never' });
    const ends = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const ownerReferences = [gone('x'), gone('y')];
      const simulation = simulate([objectOf('held', { finalizers: ['a/hold'], ownerReferences })]);
      const random = seededRandom(seed);
      const settle = (): void => settleInSomeOrder(simulation, random, undefined, 1);
      settle();
      const { resource } = targetOf(simulation, 'held');
      simulation.apiServer.create(
        resource,
        'shop',
        objectOf('dependent', { ownerReferences: [ownedBy('held')] }),
      );
      settle();
      const options = { propagationPolicy: 'Foreground' } as const;
      simulation.apiServer.delete(targetOf(simulation, 'held'), options);
      settle();
      ends.add([...simulation.apiServer.all()].map(({ metadata }) => metadata.name).join());
    }
    expect([...ends].sort()).toEqual(['held', 'held,dependent']);
  });
});
