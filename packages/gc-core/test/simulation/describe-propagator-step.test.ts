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
      'PG-11: The collector sees ConfigMap `shop/child`, but has not seen its owners. It adds them to its graph and queues them for a check.',
      'PG-14: The collector sees an update of ConfigMap `shop/owner`. No owner reference changed.',
      'PG-21: ConfigMap `shop/missing` does not exist. The collector queues its removal from the graph.',
      'PG-17: The collector sees that ConfigMap `shop/missing` is gone. It removes the object from its graph and queues its dependents for a check.',
      'PG-22: ConfigMap `shop/owner` stays, because it has no owner.',
      'PG-28: ConfigMap `shop/child` stays, because its owner ConfigMap `shop/owner` exists.',
    ]);
  });

  it('[PG-11] names a single owner that was not seen yet', () => {
    const simulation = simulate([objectOf('child', { ownerReferences: [missing] })], { release });
    expect(describedSteps(simulation, () => simulation.settle())[0]).toBe(
      'PG-11: The collector sees ConfigMap `shop/child`, but has not seen one of its owners. It adds this owner to its graph and queues it for a check.',
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
      'PG-12: The collector sees that ConfigMap `shop/owner` is being deleted with the finalizer `orphan`. It queues the object for an orphan worker, which will remove the references to it.',
      'PG-36: The collector has removed the references to ConfigMap `shop/owner` from the dependents that it knows. Now it removes the finalizer `orphan`.',
      'PG-15: The collector sees that the owner references of ConfigMap `shop/child` changed.',
      'PG-17: The collector sees that ConfigMap `shop/owner` is gone. It removes the object from its graph.',
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
      'PG-29: The collector deletes ConfigMap `shop/child`, because none of its owners exists. Its kind decides what happens to its own dependents.',
    );
    expect(steps).toContain(
      'PG-24: ConfigMap `shop/held` stays, because the API server does not serve the kind of one of its owners. ' +
        'The collector will try again at once. Error: unable to get REST mapping for example.com/v1/Thing.',
    );
    expect(steps).toContain(
      'PG-31: The collector could not check Thing `shop/owner`. The collector will try again at once. Error: unable to get REST mapping for example.com/v1/Thing.',
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
      'PG-14: The collector sees an update of ConfigMap `shop/owner`. No owner reference changed.',
      'PG-18: ConfigMap `shop/missing` is no longer in the graph, so the collector has nothing to do.',
    ]);
  });
});
