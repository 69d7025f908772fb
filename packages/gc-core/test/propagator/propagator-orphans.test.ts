import { describe, expect, it } from 'vitest';
import { identityOf, ownedBy } from '../support/nodes.ts';
import { bench, change, nodeIn, observe } from './propagator-bench.ts';

describe('an orphan worker of the Propagator generation', () => {
  it('[PG-35] [PG-38] goes on after a dependent that cannot be asked for', () => {
    const world = bench();
    const owner = nodeIn(world);
    const owned = { ownerReferences: [ownedBy('a')] };
    const unserved = identityOf('unserved', { kind: 'Unserved' });
    observe(world, { ...change('ADDED', 'unserved', owned), identity: unserved });
    observe(world, change('ADDED', 'child', owned));
    world.collector.attemptToOrphan.add(owner);
    expect(world.collector.process('attemptToOrphan')).toMatchObject({
      outcome: { rule: 'PG-36', action: 'forget' },
    });
    expect(world.requests).toEqual(['patch ns/child', 'get ns/a']);
  });
});
