import { describe, expect, it } from 'vitest';
import { terminating } from '../../../src/insight/terminating/terminating.ts';
import { type ApiObject, parseTimestamp } from '../../../src/meta/object-meta.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Advice } from '../../../src/wire/terminating.ts';
import { about, going } from '../../support/evidence.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { type Plain, plain } from '../../support/plain.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

const HOLD = 'example.com/hold';

const waiting = { finalizers: ['foregroundDeletion'] };

/** The advice on the first cause of what holds the object. */
function adviceOn(name: string, ...objects: ApiObject[]): readonly Plain<Advice>[] {
  const table = ResourceTable.builtIn();
  const simulation = watched(objects, table);
  const { graph } = simulation.process.collector;
  const now = parseTimestamp('2026-01-01T01:00:00Z') ?? 0;
  const facts = { now, resources: table.resources };
  const seen = { isQueued: () => false, deletionFacts: () => facts };
  const report = terminating(graph.nodes(), { ...simulationView(simulation), ...seen });
  return about(plain(report), name).rootCauses[0]?.advice ?? [];
}

function outcomes(advice: readonly Plain<Advice>[]): string[] {
  return advice.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
}

describe('advice is played before it is given', () => {
  it('[CL-03] [DM-10] each way out of a blocker that is never deleted says what it comes to', () => {
    const unserved = ownedBy('x', { apiVersion: 'no.such/v1' });
    const child = objectOf('child', { ownerReferences: [blocking('owner'), unserved] });
    expect(outcomes(adviceOn('owner', going('owner', waiting), child))).toEqual([
      'Then ConfigMap `shop/owner` is deleted, and ConfigMap `shop/child` stays.',
      'Then ConfigMap `shop/owner` is deleted.',
      'Then ConfigMap `shop/child` and ConfigMap `shop/owner` are deleted.',
    ]);
  });

  it('[CL-04] what would delete the object it is to keep is not offered', () => {
    const other = ownedBy('gone', { kind: 'Node' });
    const child = clusterNode('n', [blocking('owner'), other]);
    const advice = adviceOn('owner', going('owner', waiting), child);
    expect(advice.map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/^Keep/));
    expect(advice.length).toBeGreaterThan(0);
  });

  it('[API-35] a finalizer that is taken away frees its object and what waits for it', () => {
    const leaf = going('leaf', { finalizers: [HOLD], ownerReferences: [blocking('owner')] });
    expect(outcomes(adviceOn('owner', going('owner', waiting), leaf))).toEqual([
      'Then ConfigMap `shop/leaf` and ConfigMap `shop/owner` are deleted.',
    ]);
    const twice = going('leaf', { finalizers: [HOLD, 'example.com/other'] });
    expect(outcomes(adviceOn('leaf', twice))).toEqual([
      'Then nothing is deleted; ConfigMap `shop/leaf` still waits.',
    ]);
  });

  it('[API-54] a finalizer that is taken away from a Pod with grace leaves it to its kubelet', () => {
    const dying = {
      deletionTimestamp: '2026-01-01T01:09:00Z',
      deletionGracePeriodSeconds: 600,
      finalizers: [HOLD],
    };
    const pod = objectOf('pod', dying, { kind: 'Pod' });
    expect(outcomes(adviceOn('pod', pod))).toContain(
      'Then Pod `shop/pod` is deleted, once its kubelet has stopped it.',
    );
    const owned = { ...dying, ownerReferences: [blocking('owner')] };
    const child = objectOf('pod', owned, { kind: 'Pod' });
    expect(outcomes(adviceOn('owner', going('owner', waiting), child))).toEqual([
      'Then Pod `shop/pod` and ConfigMap `shop/owner` are deleted, once the kubelet has stopped Pod `shop/pod`.',
    ]);
  });

  it('[API-51] a DELETE without grace period lets the Pod go that its kubelet would end later', () => {
    const pod = objectOf(
      'pod',
      { deletionTimestamp: '2026-01-01T01:09:00Z', deletionGracePeriodSeconds: 600 },
      { kind: 'Pod' },
    );
    expect(outcomes(adviceOn('pod', pod))).toEqual([
      'Then Pod `shop/pod` goes at once, instead of later.',
    ]);
  });

  it('[FG-02] of two that wait for each other, one deleted in the background lets both go', () => {
    const cycle = (name: string, owner: string): ApiObject =>
      going(name, { ...waiting, ownerReferences: [blocking(owner)] });
    expect(outcomes(adviceOn('a', cycle('a', 'b'), cycle('b', 'a')))).toEqual([
      'Then ConfigMap `shop/a` and ConfigMap `shop/b` are deleted.',
    ]);
  });
});
