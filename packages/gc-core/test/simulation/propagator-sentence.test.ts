import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { ownedBy } from '../support/nodes.ts';
import { describedSteps, objectOf, settled, simulate, targetOf } from '../support/simulate.ts';

const release = RELEASES['v1.4'];
const owner = ownedBy('owner');
const missing = ownedBy('missing');
const unknown = ownedBy('owner', { apiVersion: 'example.com/v1', kind: 'Thing', uid: 'thing-uid' });
const child = objectOf('child', { ownerReferences: [owner] });

describe('describePropagatorStep', () => {
  it('[PG-11] [PG-21] [PG-17] [PG-28] says how a living owner keeps an object', () => {
    const simulation = simulate(
      [objectOf('child', { ownerReferences: [missing, owner] }), objectOf('owner')],
      { release },
    );
    expect(describedSteps(simulation, () => simulation.settle())).toEqual([
      'PG-11: Saw ConfigMap `shop/child`, whose owners were not seen yet: they enter the graph and are to be checked.',
      'PG-14: Saw ConfigMap `shop/owner`: its owners are as they were.',
      'PG-21: ConfigMap `shop/missing` does not exist any more: its node is to leave the graph.',
      'PG-17: ConfigMap `shop/missing` is gone: it leaves the graph, and what depended on it is to be checked.',
      'PG-22: ConfigMap `shop/owner` stays, because it has no owner.',
      'PG-28: ConfigMap `shop/child` stays, because ConfigMap `shop/owner` exists.',
    ]);
  });

  it('[PG-11] names a single owner that was not seen yet', () => {
    const simulation = simulate([objectOf('child', { ownerReferences: [missing] })], { release });
    expect(describedSteps(simulation, () => simulation.settle())[0]).toBe(
      'PG-11: Saw ConfigMap `shop/child`, whose owner was not seen yet: the owner enters the graph and is to be checked.',
    );
  });

  it('[PG-12] [PG-14] [PG-36] says how an owner is orphaned', () => {
    const simulation = settled([objectOf('owner'), child], { release });
    const steps = describedSteps(simulation, () => {
      const target = targetOf(simulation, 'owner');
      simulation.apiServer.delete(target, { orphanDependents: true });
      simulation.settle();
    });
    expect(steps).toEqual([
      'PG-12: Saw that ConfigMap `shop/owner` is being deleted with the finalizer orphan: its dependents are to lose their reference.',
      'PG-36: The dependents of ConfigMap `shop/owner` that were known have lost their reference: its finalizer orphan is removed.',
      'PG-15: Saw that the owners of ConfigMap `shop/child` changed.',
      'PG-17: ConfigMap `shop/owner` is gone: it leaves the graph, and what depended on it is to be checked.',
    ]);
  });

  it('[PG-29] [PG-24] [PG-31] says what goes, and what waits again at once', () => {
    const held = objectOf('held', { ownerReferences: [owner, unknown] });
    const simulation = settled([objectOf('owner'), child, held], { release });
    const steps = describedSteps(simulation, () => {
      simulation.apiServer.delete(targetOf(simulation, 'owner'));
      simulation.settle();
    });
    expect(steps).toContain(
      'PG-29: ConfigMap `shop/child` goes: none of its owners exists. Its kind decides what becomes of its dependents.',
    );
    expect(steps).toContain(
      'PG-24: ConfigMap `shop/held` stays: one of its owners is of a kind that is not served. ' +
        'It waits again at once: unable to get REST mapping for example.com/v1/Thing.',
    );
    expect(steps).toContain(
      'PG-31: Thing `shop/owner` could not be checked. It waits again at once: unable to get REST mapping for example.com/v1/Thing.',
    );
  });

  it('[PG-14] [PG-18] says what is passed over', () => {
    const simulation = settled([objectOf('owner'), objectOf('other')], { release });
    const steps = describedSteps(simulation, () => {
      simulation.apiServer.patch(targetOf(simulation, 'owner'), 'merge', {
        metadata: { labels: { a: 'b' } },
      });
      const { collector } = simulation.process;
      const identity = { ...missing, namespace: 'shop' };
      collector.enqueue({ type: 'DELETED', identity });
      simulation.settle();
    });
    expect(steps).toEqual([
      'PG-14: Saw ConfigMap `shop/owner`: its owners are as they were.',
      'PG-18: ConfigMap `shop/missing` had left the graph before: nothing to do.',
    ]);
  });
});
