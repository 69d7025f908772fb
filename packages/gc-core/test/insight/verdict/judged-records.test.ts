import { describe, expect, it, vi } from 'vitest';
import type { GraphNode } from '../../../src/graph/graph-node.ts';
import { explain } from '../../../src/insight/verdict/explain.ts';
import { JudgedRecords } from '../../../src/insight/verdict/judged-records.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { lowerFirst, plainText, say } from '../../../src/meta/sentence.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import { blocking } from '../../support/forecasts.ts';
import { judging, store } from '../../support/judged.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, clusterNode, objectOf, targetOf } from '../../support/simulate.ts';

function remove(simulation: Simulation, name: string, kind?: string): void {
  simulation.apiServer.delete(targetOf(simulation, name, kind), {
    propagationPolicy: 'Background',
  });
}

const owner = objectOf('owner');
const foreground = { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] };

/** Owners that wait, each for the next one; the last has a finalizer of somebody else. */
function chainOf(length: number): ApiObject[] {
  return Array.from({ length }, (_, at) =>
    objectOf(String(at), {
      deletionTimestamp: 'x',
      finalizers: [at === length - 1 ? 'example.com/hold' : 'foregroundDeletion'],
      ownerReferences: at === 0 ? [] : [blocking(String(at - 1))],
    }),
  );
}

describe('records with their verdicts', () => {
  it('of all nodes come before those of nodes that changed, even where time is short', () => {
    const { simulation } = judging([objectOf('a'), objectOf('b')]);
    const { graph } = simulation.process.collector;
    const looked: string[] = [];
    const records = new JudgedRecords(graph, simulationView(simulation), {
      onJudged: (uid) => looked.push(uid),
    });
    records.touchAll(graph.nodes());
    records.touch(['b-uid']);
    // The time is up after the first node, for one question.
    let asked = 0;
    records.judge(() => ++asked !== 2);
    expect(looked).toEqual(['a-uid']);
  });

  it('[CL-05] [CL-07] change when another object takes, or leaves, the name of an owner', () => {
    const { simulation, after, summary } = judging([child(ownedBy('owner', { uid: 'old' }))]);
    expect(summary('child')?.wrong).toEqual([{ index: 0, finding: 'dangling' }]);
    after(() => store(simulation, owner));
    expect(summary('child')?.wrong).toEqual([{ index: 0, finding: 'stale-uid' }]);
    after(() => remove(simulation, 'owner'));
    expect(summary('child')?.wrong).toEqual([{ index: 0, finding: 'dangling' }]);
  });

  it('[CL-07] change for each object that means the name, and for none that has gone', () => {
    const stale = { ownerReferences: [ownedBy('owner', { uid: 'old' })] };
    const { simulation, judged, after, summary } = judging([
      objectOf('a', stale),
      objectOf('b', stale),
    ]);
    const { delta } = after(() => remove(simulation, 'a'));
    expect(delta).toEqual({ upserts: [], removes: ['a-uid'] });
    expect(judged.records.get('a-uid')).toBeUndefined();
    after(() => store(simulation, owner));
    expect(summary('b')?.wrong).toEqual([{ index: 0, finding: 'stale-uid' }]);
    after(() => store(simulation, objectOf('b')));
    after(() => remove(simulation, 'owner'));
    expect(summary('b')).toEqual({ verdict: 'stays', rule: 'AD-11' });
  });

  it('[AD-15] [AD-17] change with the dependents of an object whose owner waits', () => {
    const leaf = objectOf('leaf', { ownerReferences: [ownedBy('child')] });
    const waiting = objectOf('owner', foreground);
    const { simulation, after, summary } = judging([waiting, child(ownedBy('owner')), leaf]);
    expect(summary('child')?.rule).toBe('AD-15');
    after(() => remove(simulation, 'leaf'));
    expect(summary('child')?.rule).toBe('AD-17');
    after(() => store(simulation, leaf));
    expect(summary('child')?.rule).toBe('AD-15');
  });

  it('[FG-02] [API-35] change up the chain of owners that wait', () => {
    const waits = (name: string, ...owners: string[]): ApiObject =>
      objectOf(name, { ...foreground, ownerReferences: owners.map((each) => blocking(each)) });
    const leaf = (more: Partial<ObjectMeta>): ApiObject =>
      objectOf('leaf', { deletionTimestamp: 'x', ownerReferences: [blocking('low')], ...more });
    const { simulation, after, summary } = judging([
      objectOf('living'),
      waits('top', 'living'),
      waits('middle', 'top'),
      waits('low', 'middle', 'top'),
      leaf({ finalizers: ['example.com/hold'] }),
    ]);
    const heldBy = (): unknown[] =>
      ['top', 'middle', 'low'].map((name) => summary(name)?.blockedBy);
    const leafHas = (finalizer: string): unknown =>
      Array(3).fill(`ConfigMap shop/leaf, finalizer ${finalizer}`);
    expect(heldBy()).toEqual(leafHas('example.com/hold'));
    after(() => store(simulation, leaf({ finalizers: ['example.com/other'] })));
    expect(heldBy()).toEqual(leafHas('example.com/other'));
  });

  it('[FG-02] are judged with one walk down a chain of owners, not one for each of them', () => {
    const asked = (length: number): number => {
      const { simulation } = judging(chainOf(length));
      const { graph } = simulation.process.collector;
      const view = simulationView(simulation);
      const mapping = vi.spyOn(view, 'mapping');
      new JudgedRecords(graph, view).update([...graph.nodes()].map(({ uid }) => uid));
      return mapping.mock.calls.length;
    };
    expect(asked(200)).toBeLessThan(3 * asked(100));
  });

  it('[FG-02] [API-35] of a long chain name the object at its end; the verdict counts those between', () => {
    const { simulation, summary } = judging(chainOf(100));
    expect(summary('0')?.blockedBy).toBe('ConfigMap shop/99, finalizer example.com/hold');
    const { graph } = simulation.process.collector;
    const { because } = explain(graph.get('0-uid') as GraphNode, simulationView(simulation));
    expect(because.map(({ text }) => plainText(text))).toContain(
      '78 more objects wait in a row, down to ConfigMap `shop/99`.',
    );
    expect(because.length).toBeLessThan(30);
  });

  it('[AD-16] [AD-15] change when something begins to block the owner in a cycle', () => {
    const pod = objectOf('pod', {
      ...foreground,
      deletionTimestamp: '2026-01-01T00:00:30Z',
      deletionGracePeriodSeconds: 30,
      ownerReferences: [ownedBy('child')],
    });
    const references = [blocking('pod'), ownedBy('gone')];
    const blocker = objectOf('blocker', { ownerReferences: [blocking('pod')] });
    const { simulation, after, summary } = judging([pod, child(...references)]);
    expect(summary('child')?.rule).toBe('AD-16');
    after(() => store(simulation, blocker));
    expect(summary('child')?.rule).toBe('AD-15');
    after(() => remove(simulation, 'blocker'));
    expect(summary('child')?.rule).toBe('AD-16');
    after(() => store(simulation, child()));
    expect(summary('child')?.rule).toBe('AD-11');
  });

  it('[CL-09] [CL-05] change when an owner comes and goes', () => {
    const { simulation, after, summary } = judging([
      owner,
      child(ownedBy('owner')),
      clusterNode('n', [ownedBy('owner')]),
    ]);
    expect(summary('child')?.verdict).toBe('stays');
    const { delta, before } = after(() => remove(simulation, 'owner'));
    expect(summary('child')?.verdict).toBe('goes');
    expect(delta.removes).toEqual(['owner-uid']);
    expect(delta.upserts.map(({ uid }) => uid)).toContain('child-uid');
    expect(before.get('child-uid')?.summary?.verdict).toBe('stays');
    expect(before.get('owner-uid')?.name).toBe('owner');
  });
});

describe('a delta', () => {
  it('holds each object that is new, without a former record', () => {
    const { simulation, judged, after } = judging([owner]);
    const { delta, before } = after(() => store(simulation, objectOf('new')));
    expect(delta).toEqual({ upserts: [judged.records.get('new-uid')], removes: [] });
    expect([...before.keys()]).toEqual([]);
  });

  it('is empty when only the resourceVersion moved, but every verdict is told', () => {
    const { simulation, judgedAgain, after } = judging([owner, objectOf('other')]);
    judgedAgain.length = 0;
    const again = objectOf('owner', { resourceVersion: '99' });
    const { delta, before } = after(() => store(simulation, again));
    expect([delta, before.size]).toEqual([{ upserts: [], removes: [] }, 0]);
    expect(judgedAgain).toEqual(['owner-uid']);
  });

  it('says nothing of an unknown uid', () => {
    const { judged } = judging([owner]);
    expect(judged.update(['nobody'])).toEqual({
      delta: { upserts: [], removes: [] },
      before: new Map(),
    });
  });
});

describe('a sentence that goes on', () => {
  it('begins small, unless a name stands first', () => {
    expect(plainText(lowerFirst(say`It is so.`))).toBe('it is so.');
    expect(plainText(lowerFirst(say`Pod a is The one.`))).toBe('Pod a is The one.');
  });
});
