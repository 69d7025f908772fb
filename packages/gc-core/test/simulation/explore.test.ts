import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { settleInSomeOrder } from '../../src/simulation/explore.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { SettleLimitError, Simulation } from '../../src/simulation/simulation.ts';
import { ownedBy } from '../support/nodes.ts';
import { NOW, objectOf } from '../support/simulate.ts';

/** A cluster with work to do: nobody has looked at two objects whose owner is gone. */
function started(): Simulation {
  const objects = ['a', 'b'].map((name) => objectOf(name, { ownerReferences: [ownedBy('gone')] }));
  const table = ResourceTable.builtIn();
  return new Simulation({ release: RELEASES['v1.36'], table, objects, now: NOW });
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
});
