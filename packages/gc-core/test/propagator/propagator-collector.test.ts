import { describe, expect, it } from 'vitest';
import { RELEASES } from '../../src/meta/releases.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { bench, change, nodeIn, observe } from './propagator-bench.ts';

const DELETED_AT = '2026-01-01T00:00:00Z';

describe('PropagatorCollector', () => {
  it('[AC-01] [PG-19] remembers a hundred uids, five hundred since 1.5', () => {
    expect(Object.values(RELEASES).map((each) => each.absentOwnerCacheSize)).toEqual([
      100, 500, 500, 500, 500,
    ]);
    expect(bench().collector.absentOwnerCache.keyedBy).toBe('uid');
  });

  it('[PG-06] no node ever has a flag', () => {
    const world = bench();
    const doomed = { deletionTimestamp: DELETED_AT, finalizers: ['foregroundDeletion'] };
    observe(world, change('ADDED', 'a', { ...doomed, ownerReferences: [ownedBy('o')] }));
    for (const node of world.collector.graph.nodes()) {
      expect([node.virtual, node.beingDeleted, node.deletingDependents]).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(world.collector.graph.size).toBe(2);
  });

  it('[PG-10] [PG-17] event_processing is observed from the enqueue on', () => {
    const world = bench();
    observe(world, change('ADDED', 'a'), 5);
    observe(world, change('MODIFIED', 'a', { ownerReferences: [ownedBy('o')] }), 7);
    observe(world, change('DELETED', 'a'), 11);
    expect(world.collector.latencies.eventProcessing).toEqual([5, 7, 11]);
  });

  it('[PG-14] [PG-18] what is ignored is not observed, even if it starts an orphaning', () => {
    const world = bench();
    observe(world, change('ADDED', 'a'));
    observe(world, change('MODIFIED', 'a', { labels: { a: 'b' } }, metaOf('a')));
    const orphaned = { deletionTimestamp: DELETED_AT, finalizers: ['orphan'] };
    observe(world, change('MODIFIED', 'a', orphaned, metaOf('a')));
    observe(world, change('DELETED', 'unknown'));
    expect(world.collector.attemptToOrphan.size).toBe(1);
    expect(world.collector.latencies.eventProcessing).toEqual([0]);
    expect(world.collector.absentOwnerCache.entries()).toEqual([]);
  });

  it('[PG-10] [PG-12] an orphaning starts with the timestamp, not with the finalizer', () => {
    const world = bench();
    const held = { deletionTimestamp: DELETED_AT, finalizers: ['x/y'] };
    observe(world, change('ADDED', 'a', held));
    const late = { ...held, finalizers: ['x/y', 'orphan'] };
    observe(world, change('MODIFIED', 'a', late, metaOf('a', held)));
    expect(world.collector.attemptToOrphan.size).toBe(0);
    observe(world, change('ADDED', 'b', late));
    expect(world.collector.attemptToOrphan.size).toBe(1);
  });

  it.each([
    ['PG-21', undefined, []],
    ['PG-21', metaOf('a', { uid: 'another' }), []],
    ['PG-22', metaOf('a'), []],
    ['PG-28', metaOf('a', { ownerReferences: [ownedBy('there')] }), ['PG-28']],
    ['PG-29', metaOf('a', { ownerReferences: [ownedBy('missing')] }), ['PG-26', 'PG-29']],
  ] as const)('[%s] ends a dirty pass, which is observed', (rule, live, noted) => {
    const world = bench();
    const { collector, clock } = world;
    if (live) world.live.set('a', live);
    world.live.set('there', metaOf('there', { deletionTimestamp: DELETED_AT }));
    collector.attemptToDelete.add(nodeIn(world));
    clock.now += 13;
    expect(collector.process('attemptToDelete')).toMatchObject({
      outcome: { rule, action: 'forget' },
    });
    expect(collector.latencies.dirtyProcessing).toEqual([13]);
    expect(world.rules).toEqual(['PG-10', ...noted]);
  });

  it('a change without metadata that is no deletion breaks a promise', () => {
    expect(() => observe(bench(), { type: 'ADDED', identity: identityOf('a') })).toThrow(
      'a change other than a deletion carries metadata',
    );
  });

  it('[PG-20] a dirty item is read first, and again until it can be read', () => {
    const world = bench();
    const { collector } = world;
    const item = nodeIn(world);
    collector.attemptToDelete.add(item);
    world.live.set('a', 'Forbidden');
    collector.process('attemptToDelete');
    expect(world.requests).toEqual(['get ns/a']);
    expect(collector.attemptToDelete.items()).toEqual([item]);
    world.live.set('a', metaOf('a'));
    collector.process('attemptToDelete');
    expect(world.requests).toEqual(['get ns/a', 'get ns/a']);
    expect(collector.attemptToDelete.size).toBe(0);
  });

  it('[PG-31] a retry keeps its start time, and only its success is observed', () => {
    const world = bench();
    const { collector, clock } = world;
    collector.attemptToDelete.add(nodeIn(world));
    world.live.set('a', 'InternalError');
    for (let i = 0; i < 3; i++) {
      clock.now += 10;
      expect(collector.process('attemptToDelete')).toMatchObject({
        outcome: { rule: 'PG-31', action: 'requeue', error: 'no' },
      });
      expect(collector.attemptToDelete.size).toBe(1);
    }
    expect(collector.latencies.dirtyProcessing).toEqual([]);
    world.live.set('a', metaOf('a'));
    clock.now += 10;
    collector.process('attemptToDelete');
    expect(collector.latencies.dirtyProcessing).toEqual([40]);
  });

  it('[PG-23] [PG-24] [PG-26] [PG-27] goes through the references in order, up to the first error', () => {
    const world = bench();
    const { collector } = world;
    collector.attemptToDelete.add(nodeIn(world));
    collector.absentOwnerCache.add(identityOf('cached', { namespace: 'elsewhere' }));
    const unknown = { apiVersion: 'example.com/v1', kind: 'Thing', name: 'thing', uid: 'thing' };
    world.live.set('changed', metaOf('changed', { uid: 'new' }));
    const references = [ownedBy('cached'), ownedBy('missing'), ownedBy('changed'), unknown];
    world.live.set('a', metaOf('a', { ownerReferences: [...references, ownedBy('last')] }));
    expect(collector.process('attemptToDelete')).toMatchObject({
      outcome: { rule: 'PG-24', action: 'requeue' },
    });
    expect(world.requests).toEqual(['get ns/a', 'get ns/missing', 'get ns/changed']);
    expect(world.rules).toEqual(['PG-10', 'PG-23', 'PG-26', 'PG-27', 'PG-24']);
    expect(collector.absentOwnerCache.entries().map(({ uid }) => uid)).toEqual([
      'cached-uid',
      'missing-uid',
      'changed-uid',
    ]);
  });

  it('[PG-31] an owner that cannot be read is an error, and later ones are not asked for', () => {
    const world = bench();
    world.live.set('refused', 'Forbidden');
    world.live.set('a', metaOf('a', { ownerReferences: [ownedBy('refused'), ownedBy('b')] }));
    world.collector.attemptToDelete.add(nodeIn(world));
    expect(world.collector.process('attemptToDelete')).toMatchObject({
      outcome: { rule: 'PG-31', action: 'requeue' },
    });
    expect(world.requests).toEqual(['get ns/a', 'get ns/refused']);
  });

  it('[PG-29] the DELETE has the uid as precondition, and no policy', () => {
    const world = bench();
    world.live.set('get a', metaOf('a', { ownerReferences: [ownedBy('missing')] }));
    world.collector.attemptToDelete.add(nodeIn(world));
    world.collector.process('attemptToDelete');
    expect(world.requests).toEqual(['get ns/a', 'get ns/missing', 'delete ns/a']);
    expect(world.body.text).toBe('{"preconditions":{"uid":"a-uid"}}');
    // The DELETE was a 404: an error, tried again at once.
    expect(world.collector.attemptToDelete.size).toBe(1);
  });

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

  it('[PG-36] a finalizer that is gone already is not written again', () => {
    const world = bench();
    world.live.set('a', metaOf('a', { finalizers: ['x/y'] }));
    world.collector.attemptToOrphan.add(nodeIn(world));
    expect(world.collector.process('attemptToOrphan')).toMatchObject({
      outcome: { rule: 'PG-36', action: 'forget' },
    });
    expect(world.requests).toEqual(['get ns/a']);
  });

  it('[PG-36] gives up after five conflicts, and says of which object', () => {
    const world = bench();
    world.live.set('a', metaOf('a', { finalizers: ['orphan'] }));
    world.live.set('update a', 'Conflict');
    world.collector.attemptToOrphan.add(nodeIn(world));
    expect(world.collector.process('attemptToOrphan')).toMatchObject({
      outcome: {
        rule: 'PG-36',
        error:
          'the finalizer of [v1/ConfigMap, namespace: ns, name: a, uid: a-uid] could not be removed in 5 tries',
      },
    });
    expect(world.requests.filter((each) => each === 'update ns/a')).toHaveLength(5);
  });

  it('[PG-36] a failed removal of the finalizer is observed each time, with growing values', () => {
    const world = bench();
    const { collector, clock } = world;
    world.live.set('a', metaOf('a', { finalizers: ['orphan'] }));
    world.live.set('update a', 'InternalError');
    collector.attemptToOrphan.add(nodeIn(world));
    for (let i = 0; i < 2; i++) {
      clock.now += 10;
      collector.process('attemptToOrphan');
    }
    world.live.set('update a', metaOf('a'));
    clock.now += 10;
    collector.process('attemptToOrphan');
    expect(collector.latencies.orphanProcessing).toEqual([10, 20, 30]);
    // Only a conflict is tried again within a pass.
    expect(world.requests.filter((each) => each === 'update ns/a')).toHaveLength(3);
    expect(collector.attemptToOrphan.size).toBe(0);
  });
});
