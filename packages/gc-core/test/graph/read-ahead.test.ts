import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AHEAD } from '../../src/graph/read-ahead.ts';
import { arbitraryStory } from '../support/arbitrary-world.ts';
import { changesOf, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { OTHER, OWNER, owner, seen, uidOf } from '../support/ordinary-object.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('changes in batches', () => {
  it('lead to what they lead to one by one', () => {
    fc.assert(
      fc.property(arbitraryStory(), (story) => {
        const [batch, single] = [graphFixture(), graphFixture()];
        const changes = changesOf(story);
        batch.processAll(changes);
        for (const change of changes) single.process(change);
        expect(batch.notes).toEqual(single.notes);
        expect(batch.enqueued).toEqual(single.enqueued);
        expect(batch.graph.takeDelta()).toEqual(single.graph.takeDelta());
      }),
      propertyRuns(),
    );
  });

  it('are all processed, however many there are', () => {
    for (const count of [0, 1, AHEAD - 1, AHEAD, AHEAD + 1, 5 * AHEAD]) {
      const { graph, notes, processAll } = graphFixture();
      const changes = Array.from({ length: count }, (_, at) => {
        const uid = `${at.toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`;
        const ownerReferences = at % 3 === 0 ? [] : [ownedBy('o', { uid: 'text' })];
        return {
          type: 'ADDED' as const,
          identity: identityOf('a', { uid }),
          meta: metaOf('a', { uid, ownerReferences }),
        };
      });
      processAll(changes);
      processAll(changes.map((change) => ({ ...change, type: 'MODIFIED' as const })));
      expect(graph.size).toBe(count + (count > 1 ? 1 : 0));
      processAll(changes.map(({ identity }) => ({ type: 'DELETED' as const, identity })));
      expect([...graph.nodes()].filter((node) => !node.virtual)).toEqual([]);
      expect(notes.filter(({ rule }) => rule === 'GB-16')).toHaveLength(count);
      expect(notes.filter(({ rule }) => rule === 'GB-41')).toHaveLength(count);
      expect(notes.filter(({ rule }) => rule === 'GB-40')).toEqual([]);
    }
  });

  it('say nothing of a change that comes alone later', () => {
    const { graph, process, processAll } = graphFixture();
    const uids = ['a', 'b', 'c'].map((digit) => `0000000${digit}-0000-4000-8000-00000000000a`);
    const change = (type: 'ADDED' | 'MODIFIED', uid: string, resourceVersion: string) => ({
      type,
      identity: identityOf('a', { uid }),
      meta: metaOf('a', { uid, resourceVersion }),
    });
    processAll(uids.map((uid) => change('ADDED', uid, '1')));
    processAll(uids.map((uid) => change('MODIFIED', uid, '2')));
    for (const uid of uids) process(change('MODIFIED', uid, '3'));
    expect(uids.map((uid) => graph.get(uid)?.meta?.resourceVersion)).toEqual(['3', '3', '3']);
    process(change('MODIFIED', uids[0] ?? '', '4'));
    expect(uids.map((uid) => graph.get(uid)?.meta?.resourceVersion)).toEqual(['4', '3', '3']);
  });

  it('[GB-13] tell an owner from another one of the same name', () => {
    const { graph, notes, processAll } = seen();
    const change = (type: 'ADDED' | 'MODIFIED', serial: number, of: string) => ({
      type,
      identity: identityOf('x', { uid: uidOf(serial) }),
      meta: metaOf('x', { uid: uidOf(serial), ownerReferences: [owner({ uid: of })] }),
    });
    processAll([10, 11, 12].map((serial) => change('ADDED', serial, OWNER)));
    notes.length = 0;
    const owners = [OWNER, OTHER, OWNER];
    processAll(owners.map((of, at) => change('MODIFIED', 10 + at, of)));
    expect(notes.map(({ rule }) => rule)).toEqual(['GB-16', 'GB-13', 'GB-16']);
    const now = [10, 11, 12].map((serial) => graph.get(uidOf(serial))?.owners[0]?.uid);
    expect(now).toEqual(owners);
  });
});
