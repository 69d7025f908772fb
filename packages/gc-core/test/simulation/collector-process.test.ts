import { describe, expect, it } from 'vitest';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { SettleLimitError } from '../../src/simulation/simulation.ts';
import { ownedBy } from '../support/nodes.ts';
import { objectOf, settled, targetOf } from '../support/simulate.ts';

const widgets: ApiResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
};
const widget = { apiVersion: 'example.com/v1', kind: 'Widget' };
const child = objectOf('child', { ownerReferences: [ownedBy('w', widget)] });

describe('CollectorProcess', () => {
  it('[AD-W9] recovers when the kind of an owner becomes known', () => {
    const simulation = settled([child]);
    const { apiServer, process } = simulation;
    simulation.advance(60_000);
    expect(apiServer.get(targetOf(simulation, 'child')).ok).toBe(true);
    const due = process.nextDue() ?? expect.fail('nothing will be tried again');
    // The delays have grown, but they go on without end.
    expect(due - simulation.now).toBeGreaterThan(1000);
    apiServer.table = ResourceTable.builtIn([widgets]);
    simulation.advance(1_000_000);
    expect(apiServer.get(targetOf(simulation, 'child')).ok).toBe(false);
    expect(process.collector.graph.size).toBe(0);
  });

  it('[MO-13] nodes of a kind that is no longer served stay', () => {
    const objects = [objectOf('w', {}, widget), child];
    const simulation = settled(objects, { table: ResourceTable.builtIn([widgets]) });
    simulation.apiServer.table = ResourceTable.builtIn();
    simulation.settle();
    const { graph } = simulation.process.collector;
    expect([...graph.nodes()].map((node) => node.uid)).toEqual(['w-uid', 'child-uid']);
    expect(graph.get('child-uid')?.virtual).toBe(false);
  });

  it('[GB-38] [AC-01] a restart begins with an empty cache and the list of the server', () => {
    const simulation = settled([child], { table: ResourceTable.builtIn([widgets]) });
    const { process } = simulation;
    expect(process.collector.absentOwnerCache.entries()).toHaveLength(1);
    process.restart();
    expect(process.collector.absentOwnerCache.entries()).toEqual([]);
    expect(process.collector.graph.size).toBe(0);
  });

  it('[QU-01] events go before deletions, deletions before orphans', () => {
    const simulation = settled([objectOf('a'), objectOf('b'), objectOf('c')]);
    const { apiServer, process } = simulation;
    apiServer.delete(targetOf(simulation, 'a'), { propagationPolicy: 'Orphan' });
    apiServer.delete(targetOf(simulation, 'b'), { propagationPolicy: 'Foreground' });
    expect(process.nextQueue()).toBe('graphChanges');
    simulation.step();
    simulation.step();
    expect(process.nextQueue()).toBe('attemptToDelete');
    simulation.step();
    expect(process.nextQueue()).toBe('graphChanges');
    simulation.step();
    expect(process.nextQueue()).toBe('attemptToOrphan');
    simulation.settle();
    expect(process.pending()).toBe(false);
  });

  it('a settle that does not end within its limit is an error', () => {
    const simulation = settled([objectOf('a')]);
    simulation.apiServer.delete(targetOf(simulation, 'a'), { propagationPolicy: 'Foreground' });
    expect(() => simulation.settle(1)).toThrow(SettleLimitError);
  });
});
