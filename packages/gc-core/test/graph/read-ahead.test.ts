import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import { NodeTable } from '../../src/graph/node-table.ts';
import { AHEAD, ReadAhead } from '../../src/graph/read-ahead.ts';
import { SharedReferences } from '../../src/graph/shared-references.ts';
import { readUid, WORDS, words } from '../../src/graph/uid-words.ts';
import { arbitraryStory } from '../support/arbitrary-world.ts';
import { changesOf, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';
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

const NIL = '00000000-0000-0000-0000-000000000000';
/** Has the hash of `early(1)`. */
const LIKE_FIRST = '00000001-0000-4000-8001-000000000000';

/** A uid that differs from others in its first eight digits. */
function early(serial: number): string {
  return `${serial.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

function change(uid: string, of?: string): GraphChange {
  const ownerReferences = of === undefined ? [] : [ownedBy('o', { uid: of })];
  return {
    type: 'MODIFIED',
    identity: identityOf('x', { uid }),
    meta: metaOf('x', { uid, ownerReferences }),
  };
}

function readAhead(uids: readonly string[]): ReadAhead {
  const table = new NodeTable();
  for (const uid of uids) table.append(nodeOf(identityOf('x', { uid })));
  return new ReadAhead(table, new SharedReferences());
}

describe('ReadAhead', () => {
  it('knows where the nodes of uids are that the API server made, without a search', () => {
    const uids = Array.from({ length: AHEAD }, (_, at) => early(at + 1));
    const ahead = readAhead(uids);
    ahead.read(uids.toReversed().map((uid) => change(uid)));
    expect(uids.map((_, index) => ahead.position(index))).toEqual(
      uids.map((_, index) => AHEAD - 1 - index),
    );
    expect([-1, AHEAD].map((index) => ahead.position(index))).toEqual([-1, -1]);
  });

  it('leaves the others to a search: texts, uids that are not there, those of one hash', () => {
    const ahead = readAhead(['text', early(1), NIL]);
    ahead.read(['text', early(2), NIL, LIKE_FIRST, early(1)].map((uid) => change(uid)));
    expect([0, 1, 2, 3, 4].map((index) => ahead.position(index))).toEqual([-1, -1, -1, -1, 1]);
  });

  it('has the words of every first owner', () => {
    const ahead = readAhead([]);
    const owners = [early(7), undefined, 'text', NIL, OWNER];
    ahead.read(owners.map((of, at) => change(early(at + 1), of)));
    const wordsAt = (at: number): number[] => [...ahead.words.slice(at, at + WORDS)];
    const read = owners.map((_, index) => ahead.ownerAt(index));
    expect(read.slice(1, 4)).toEqual([-1, -1, -1]);
    for (const index of [0, 4]) {
      expect(readUid(owners[index] ?? '')).toBe(true);
      expect(wordsAt(read[index] ?? -1)).toEqual([...words]);
    }
  });
});
