import { describe, expect, it } from 'vitest';
import { ownedBy } from '../../support/nodes.ts';
import {
  change,
  crowdedUids,
  isRefreshed,
  meta,
  OBJECT,
  OTHER,
  OWNER,
  owner,
  removal,
  seen,
  uidOf,
} from '../../support/ordinary-object.ts';

describe('a row among others', () => {
  it('tells the owners of every node, of ordinary ones and of others', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const nil = '00000000-0000-0000-0000-000000000000';
    const other = owner({ uid: OTHER });
    process(change(nil));
    // Numbers that a row next to them could be taken for one that is written.
    const odd = Array.from({ length: 40 }, (_, at) => uidOf(at).replace('c0de', 'c0df'));
    for (const uid of odd) process(change(uid, { ownerReferences: [other] }));
    process(change(uidOf(99), { ownerReferences: [other, owner()] }));
    const ownersOf = (uid: string): (string | undefined)[] => {
      const node = graph.get(uid);
      return node ? graph.ownersOf(node).map((each) => each.uid) : [undefined];
    };
    expect(odd.map(ownersOf)).toEqual(odd.map(() => [OTHER]));
    expect(ownersOf(uidOf(99))).toEqual([OTHER, OWNER]);
    expect(ownersOf(nil)).toEqual([]);
  });

  it('a node that is not there leaves nothing', () => {
    const { graph } = seen();
    const node = graph.get(OBJECT) ?? expect.fail('the object has no node');
    for (const size of [2, 2]) {
      graph.delete(node);
      expect(graph.size).toBe(size);
    }
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: [OBJECT] });
  });

  it('tells the owner that came back, and when all have moved', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const ownerOf = (): unknown => {
      const node = graph.get(OBJECT);
      return node && graph.ownersOf(node);
    };
    expect(ownerOf()).toEqual([graph.get(OWNER)]);
    process(removal(OWNER));
    expect([ownerOf(), ownerOf()]).toEqual([[], []]);
    process(change(OWNER));
    expect([ownerOf(), ownerOf()]).toEqual([[graph.get(OWNER)], [graph.get(OWNER)]]);
    process(removal(OTHER));
    for (let serial = 100; serial < 600; serial++) process(change(uidOf(serial)));
    expect([ownerOf(), ownerOf()]).toEqual([[graph.get(OWNER)], [graph.get(OWNER)]]);
  });

  it('tells an owner that has no slot because users crowd uids on one place', () => {
    const { graph, process } = seen();
    const crowd = crowdedUids(100);
    for (const uid of crowd) process(change(uid));
    const last = crowd.at(-1) ?? '';
    process(change(uidOf(50), { ownerReferences: [ownedBy('x', { uid: last })] }));
    const node = graph.get(uidOf(50));
    expect(node && isRefreshed(graph, node.uid, node.meta ?? meta())).toBe(true);
    expect(node && graph.ownersOf(node)).toEqual([graph.get(last)]);
  });

  it('has the list of its siblings, whether their owner is known or not', () => {
    for (const uid of [OWNER, uidOf(50)]) {
      const { graph, process } = seen({ ownerReferences: [owner({ uid })] });
      process(change(uidOf(9), { ownerReferences: [owner({ uid })] }));
      expect(graph.get(uidOf(9))?.owners).toBe(graph.get(OBJECT)?.owners);
    }
  });

  it('stays where it is while there is room', () => {
    const { graph, process } = seen();
    process(removal(OTHER));
    const before = graph.get(OBJECT)?.position;
    process(change(uidOf(9)));
    expect(graph.get(OBJECT)?.position).toBe(before);
  });
});
