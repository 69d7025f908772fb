import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { OBJECT, OTHER, OWNER, owner, seen, uidOf } from '../support/ordinary-object.ts';

function change(
  type: 'ADDED' | 'MODIFIED',
  uid: string,
  more: Partial<ObjectMeta> = {},
): GraphChange {
  return { type, identity: identityOf('x', { uid }), meta: metaOf('x', { uid, ...more }) };
}

describe('what is read ahead of a batch', () => {
  it('[GB-16] is not taken for what was read before', () => {
    const { graph, notes, processAll } = seen();
    processAll([change('ADDED', uidOf(10))]);
    notes.length = 0;
    processAll([change('MODIFIED', OTHER), change('MODIFIED', uidOf(10))]);
    expect(notes.map(({ subject }) => subject.uid)).toEqual([OTHER, uidOf(10)]);
    processAll([change('MODIFIED', uidOf(11)), change('MODIFIED', uidOf(10))]);
    expect([OTHER, uidOf(10), uidOf(11)].map((uid) => graph.get(uid)?.uid)).toEqual([
      OTHER,
      uidOf(10),
      uidOf(11),
    ]);
  });

  it('[GB-16] is not that of an earlier batch where a text is no uid, and not ASCII', () => {
    const { graph, processAll } = seen();
    // As long as a uid, or it is not read at all.
    const text = `ü${OTHER.slice(1)}`;
    processAll([change('MODIFIED', OTHER)]);
    const before = graph.get(OTHER)?.meta;
    const told = { resourceVersion: '8', finalizers: ['a/b'] };
    for (const type of ['ADDED', 'MODIFIED'] as const) processAll([change(type, text, told)]);
    expect(graph.get(OTHER)?.meta).toEqual(before);
    expect(graph.get(text)?.meta).toEqual(metaOf('x', { uid: text, ...told }));
  });

  it.each([
    ['first', [OWNER]],
    ['second', [OTHER, OWNER]],
    ['first and the other one second', [OWNER, OTHER]],
  ])('[GB-13] an owner that another one of its name follows comes %s itself', (_, uids) => {
    const { graph, processAll } = seen({ ownerReferences: [owner()] });
    const moved = { ownerReferences: [owner({ uid: OTHER })] };
    processAll([...uids.map((uid) => change('MODIFIED', uid)), change('MODIFIED', OBJECT, moved)]);
    expect(graph.get(OBJECT)?.owners).toEqual(moved.ownerReferences);
    expect([OWNER, OTHER].map((uid) => graph.get(uid)?.dependents.size)).toEqual([0, 1]);
  });

  it('[GB-13] an object owns itself no more, but another one of its name', () => {
    const { graph, processAll } = seen({ ownerReferences: [ownedBy('object', { uid: OBJECT })] });
    const moved = { ownerReferences: [ownedBy('object', { uid: OTHER })] };
    processAll([change('MODIFIED', OBJECT, moved)]);
    expect(graph.get(OBJECT)?.owners).toEqual(moved.ownerReferences);
    expect([OBJECT, OTHER].map((uid) => graph.get(uid)?.dependents.size)).toEqual([0, 1]);
  });
});
