import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import { failureStatus } from '../../src/meta/api-status-error.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { ownedBy } from '../support/nodes.ts';
import { objectOf, settled, targetOf } from '../support/simulate.ts';

/** A world whose `child` cannot be deleted while `broken` says so. */
function stuck(release: Release): { simulation: Simulation; fix: () => void; asked: string[] } {
  let broken = true;
  const asked: string[] = [];
  const child = objectOf('child', { ownerReferences: [ownedBy('owner')] });
  const simulation = settled([objectOf('owner'), child, objectOf('other')], {
    release: RELEASES[release],
  });
  simulation.listen({
    intercept: ({ verb, name }: ApiRequest) => {
      if (verb !== 'delete' || name !== 'child') return undefined;
      asked.push(name);
      return broken ? { ok: false, status: failureStatus('InternalError', 'no') } : undefined;
    },
  });
  simulation.apiServer.delete(targetOf(simulation, 'owner'), { orphanDependents: false });
  simulation.settle();
  const fix = (): void => {
    broken = false;
  };
  return { simulation, fix, asked };
}

function has(simulation: Simulation, name: string): boolean {
  return simulation.apiServer.get(targetOf(simulation, name)).ok;
}

describe('a queue that spins', () => {
  it('[PG-31] is at rest, though something waits', () => {
    const { simulation, asked } = stuck('v1.4');
    const { process } = simulation;
    expect([process.isSpinning(), process.pending()]).toEqual([true, true]);
    expect(process.nextQueue()).toBe('attemptToDelete');
    expect([process.nextDue(), process.nextUsefulDue()]).toEqual([undefined, undefined]);
    // It tried once, and once more to see that nothing changes.
    expect(asked.length).toBeLessThan(4);
    expect(has(simulation, 'child')).toBe(true);
  });

  it('[PG-31] does not keep the other one waiting', () => {
    const { simulation } = stuck('v1.4');
    simulation.apiServer.delete(targetOf(simulation, 'other'), { orphanDependents: true });
    expect(simulation.process.isSpinning()).toBe(false);
    simulation.step('graphChanges');
    // Something has changed: it is tried once more.
    expect(simulation.step()?.queue).toBe('attemptToDelete');
    expect(simulation.process.nextQueue()).toBe('attemptToOrphan');
    simulation.settle();
    expect([has(simulation, 'other'), has(simulation, 'child')]).toEqual([false, true]);
  });

  it('[PG-31] goes on once something has changed', () => {
    const { simulation, fix } = stuck('v1.4');
    fix();
    simulation.apiServer.create(
      targetOf(simulation, 'other').resource,
      'shop',
      objectOf('new', { uid: '' }),
    );
    expect(simulation.process.isSpinning()).toBe(false);
    simulation.settle();
    expect(has(simulation, 'child')).toBe(false);
  });

  it('[QU-04] with delays nothing spins: what failed waits, the one that is due first goes first', () => {
    const { simulation, fix } = stuck('v1.36');
    const { process } = simulation;
    expect([process.isSpinning(), process.pending()]).toEqual([false, false]);
    const due = process.nextDue() ?? expect.fail('nothing waits');
    expect(due).toBeGreaterThan(simulation.now);
    expect(process.nextUsefulDue(), 'it would only fail again').toBeUndefined();
    fix();
    simulation.advance(due - simulation.now);
    expect(has(simulation, 'child')).toBe(false);
  });
});
