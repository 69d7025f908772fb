import { describe, expect, it } from 'vitest';
import { AHEAD } from '../../src/graph/read-ahead.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { ownedBy } from '../support/nodes.ts';
import {
  change,
  earlyUid,
  OBJECT,
  OTHER,
  OWNER,
  owner,
  removal,
  seen,
  uidOf,
} from '../support/ordinary-object.ts';

describe('changes in batches', () => {
  it('are all processed, however many there are', () => {
    for (const count of [0, 1, AHEAD - 1, AHEAD, AHEAD + 1, 5 * AHEAD]) {
      const { graph, notes, processAll } = graphFixture();
      const uids = Array.from({ length: count }, (_, at) => earlyUid(at));
      for (const type of ['ADDED', 'MODIFIED'] as const) {
        const ownersOf = (at: number) => (at % 3 === 0 ? [] : [ownedBy('o', { uid: 'text' })]);
        processAll(uids.map((uid, at) => change(uid, { ownerReferences: ownersOf(at) }, type)));
      }
      expect(graph.size).toBe(count + (count > 1 ? 1 : 0));
      processAll(uids.map(removal));
      expect([...graph.nodes()].filter((node) => !node.virtual)).toEqual([]);
      expect(notes.filter(({ rule }) => rule === 'GB-16')).toHaveLength(count);
      expect(notes.filter(({ rule }) => rule === 'GB-41')).toHaveLength(count);
      expect(notes.filter(({ rule }) => rule === 'GB-40')).toEqual([]);
    }
  });

  it('say nothing of a change that comes alone later', () => {
    const { graph, process, processAll } = graphFixture();
    const uids = [10, 11, 12].map(earlyUid);
    const [first = ''] = uids;
    processAll(uids.map((uid) => change(uid, { resourceVersion: '1' }, 'ADDED')));
    processAll(uids.map((uid) => change(uid, { resourceVersion: '2' })));
    for (const uid of uids) process(change(uid, { resourceVersion: '3' }));
    expect(uids.map((uid) => graph.get(uid)?.meta?.resourceVersion)).toEqual(['3', '3', '3']);
    process(change(first, { resourceVersion: '4' }));
    expect(uids.map((uid) => graph.get(uid)?.meta?.resourceVersion)).toEqual(['4', '3', '3']);
  });

  it('[GB-13] tell an owner from another one of the same name', () => {
    const { graph, notes, processAll } = seen();
    const uids = [10, 11, 12].map(uidOf);
    const ownedBy = (uid: string) => ({ ownerReferences: [owner({ uid })] });
    processAll(uids.map((uid) => change(uid, ownedBy(OWNER), 'ADDED')));
    notes.length = 0;
    const owners = [OWNER, OTHER, OWNER];
    processAll(uids.map((uid, at) => change(uid, ownedBy(owners[at] ?? ''))));
    expect(notes.map(({ rule }) => rule)).toEqual(['GB-16', 'GB-13', 'GB-16']);
    expect(uids.map((uid) => graph.get(uid)?.owners[0]?.uid)).toEqual(owners);
  });

  it('tell nothing of an object that is gone', () => {
    const { graph, notes, processAll } = seen();
    notes.length = 0;
    const [update, removed] = [change(OBJECT), removal(OBJECT)];
    processAll([update, removed, update, update, removed, removed]);
    const rules = ['GB-16', 'GB-41', 'GB-10', 'GB-16', 'GB-41', 'GB-40'];
    expect(notes.map(({ rule }) => rule)).toEqual(rules);
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: [OBJECT] });
  });
});

describe('what is read ahead of a batch', () => {
  it('[GB-16] is not taken for what was read before', () => {
    const { graph, notes, processAll } = seen();
    processAll([change(uidOf(10), {}, 'ADDED')]);
    notes.length = 0;
    processAll([change(OTHER), change(uidOf(10))]);
    expect(notes.map(({ subject }) => subject.uid)).toEqual([OTHER, uidOf(10)]);
    processAll([change(uidOf(11)), change(uidOf(10))]);
    const uids = [OTHER, uidOf(10), uidOf(11)];
    expect(uids.map((uid) => graph.get(uid)?.uid)).toEqual(uids);
  });

  it('[GB-16] is not that of an earlier batch where a text is no uid, and not ASCII', () => {
    const { graph, processAll } = seen();
    // As long as a uid, or it is not read at all.
    const text = `ü${OTHER.slice(1)}`;
    processAll([change(OTHER)]);
    const before = graph.get(OTHER)?.meta;
    const told = { resourceVersion: '8', finalizers: ['a/b'] };
    for (const type of ['ADDED', 'MODIFIED'] as const) processAll([change(text, told, type)]);
    expect(graph.get(OTHER)?.meta).toEqual(before);
    expect(graph.get(text)?.meta).toEqual(change(text, told).meta);
  });

  it.each([
    ['first', [OWNER]],
    ['second', [OTHER, OWNER]],
    ['first and the other one second', [OWNER, OTHER]],
  ])('[GB-13] an owner that another one of its name follows comes %s itself', (_, uids) => {
    const { graph, processAll } = seen({ ownerReferences: [owner()] });
    const moved = { ownerReferences: [owner({ uid: OTHER })] };
    processAll([...uids.map((uid) => change(uid)), change(OBJECT, moved)]);
    expect(graph.get(OBJECT)?.owners).toEqual(moved.ownerReferences);
    expect([OWNER, OTHER].map((uid) => graph.get(uid)?.dependents.size)).toEqual([0, 1]);
  });

  it('[GB-13] an object owns itself no more, but another one of its name', () => {
    const { graph, processAll } = seen({ ownerReferences: [ownedBy('object', { uid: OBJECT })] });
    const moved = { ownerReferences: [ownedBy('object', { uid: OTHER })] };
    processAll([change(OBJECT, moved)]);
    expect(graph.get(OBJECT)?.owners).toEqual(moved.ownerReferences);
    expect([OBJECT, OTHER].map((uid) => graph.get(uid)?.dependents.size)).toEqual([0, 1]);
  });
});
