import { describe, expect, it } from 'vitest';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import {
  flags,
  isRefreshed,
  meta,
  OBJECT,
  OTHER,
  OWNER,
  owner,
  seen,
  uidOf,
} from '../support/ordinary-object.ts';

describe('a row among others', () => {
  it('[GB-13] takes over other flags, and leaves the row beside it as it is', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const change = (type: 'ADDED' | 'MODIFIED', serial: number, each: OwnerReference): void => {
      const uid = uidOf(serial);
      const more = { uid, ownerReferences: [each] };
      process({ type, identity: identityOf('x', { uid }), meta: metaOf('x', more) });
    };
    const other = owner({ uid: OTHER });
    change('ADDED', 10, other);
    change('ADDED', 11, other);
    change('ADDED', 12, owner());
    change('MODIFIED', 12, flags(true, true));
    const owners = [10, 11, 12].map((serial) => graph.get(uidOf(serial))?.owners);
    expect(owners).toEqual([[other], [other], [flags(true, true)]]);
  });

  it('tells the owner whatever uid was asked for before', () => {
    const { graph } = seen({ ownerReferences: [owner()] });
    const [node, of] = [graph.get(OBJECT), graph.get(OWNER)];
    graph.get(OTHER);
    expect(node && graph.ownersOf(node)[0]).toBe(of);
    expect(of && graph.ownersOf(of)).toEqual([]);
  });

  it('[GB-16] an empty list of owners is none', () => {
    const { graph } = seen();
    expect(isRefreshed(graph, OBJECT, meta({ ownerReferences: [] }))).toBe(true);
    expect(graph.get(OBJECT)?.meta).toEqual(meta());
  });

  it('tells the owners of every node, of ordinary ones and of others', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const nil = '00000000-0000-0000-0000-000000000000';
    const add = (uid: string, ...ownerReferences: OwnerReference[]): void =>
      process({
        type: 'ADDED',
        identity: identityOf('x', { uid }),
        meta: metaOf('x', { uid, ownerReferences }),
      });
    add(nil);
    // Numbers that a row next to them could be taken for one that is written.
    const odd = Array.from({ length: 40 }, (_, at) => uidOf(at).replace('c0de', 'c0df'));
    for (const uid of odd) add(uid, owner({ uid: OTHER }));
    add(uidOf(99), owner({ uid: OTHER }), owner());
    const ownersOf = (uid: string): (string | undefined)[] => {
      const node = graph.get(uid);
      return node ? graph.ownersOf(node).map((each) => each.uid) : [undefined];
    };
    expect(odd.map(ownersOf)).toEqual(odd.map(() => [OTHER]));
    expect(ownersOf(uidOf(99))).toEqual([OTHER, OWNER]);
    expect(ownersOf(nil)).toEqual([]);
  });

  it('tells the owner that came back, and when all have moved', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const ownerOf = (): unknown => {
      const node = graph.get(OBJECT);
      return node && graph.ownersOf(node);
    };
    const live = {
      identity: identityOf('owner', { uid: OWNER }),
      meta: metaOf('owner', { uid: OWNER }),
    };
    expect(ownerOf()).toEqual([graph.get(OWNER)]);
    process({ type: 'DELETED', identity: live.identity });
    expect([ownerOf(), ownerOf()]).toEqual([[], []]);
    process({ type: 'ADDED', ...live });
    expect([ownerOf(), ownerOf()]).toEqual([[graph.get(OWNER)], [graph.get(OWNER)]]);
    process({ type: 'DELETED', identity: identityOf('owner', { uid: OTHER }) });
    for (let serial = 100; serial < 600; serial++) {
      const uid = uidOf(serial);
      process({ type: 'ADDED', identity: identityOf('x', { uid }), meta: metaOf('x', { uid }) });
    }
    expect([ownerOf(), ownerOf()]).toEqual([[graph.get(OWNER)], [graph.get(OWNER)]]);
  });

  it('tells an owner that has no slot because users crowd uids on one place', () => {
    const { graph, process } = seen();
    const uids = Array.from(
      { length: 100 },
      (_, at) => `00000007-0000-4000-${String(at).padStart(4, '0')}-00000000000a`,
    );
    const add = (uid: string, more: Partial<ObjectMeta>): void =>
      process({
        type: 'ADDED',
        identity: identityOf('x', { uid }),
        meta: metaOf('x', { uid, ...more }),
      });
    for (const uid of uids) add(uid, {});
    const last = { uid: uids.at(-1) ?? '' };
    add(uidOf(50), { ownerReferences: [ownedBy('x', last)] });
    const node = graph.get(uidOf(50));
    expect(node && isRefreshed(graph, node.uid, node.meta ?? meta())).toBe(true);
    expect(node && graph.ownersOf(node)).toEqual([graph.get(last.uid)]);
  });

  it('[GB-13] [GB-14] a second owner, and one that is blocked no more, are seen', () => {
    const { graph, notes, process } = seen({ ownerReferences: [flags(undefined, true)] });
    const update = (...ownerReferences: OwnerReference[]): void =>
      process({
        type: 'MODIFIED',
        identity: identityOf('object', { uid: OBJECT }),
        meta: meta({ ownerReferences }),
      });
    notes.length = 0;
    update(owner());
    expect(notes.map(({ rule }) => rule)).toEqual(['GB-13', 'GB-14']);
    update(owner(), owner({ uid: OTHER }));
    expect(graph.get(OBJECT)?.owners).toEqual([owner(), owner({ uid: OTHER })]);
    expect(graph.get(OTHER)?.dependents.size).toBe(1);
  });

  it('a node that is not there leaves nothing', () => {
    const { graph } = seen();
    const node = graph.get(OBJECT);
    if (!node) throw new Error('the object has no node');
    for (const size of [2, 2]) {
      graph.delete(node, OBJECT);
      expect(graph.size).toBe(size);
    }
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: [OBJECT] });
  });

  it('[DM-05] an update without a deletion starts none', () => {
    const { graph, process } = seen();
    const identity = identityOf('object', { uid: OBJECT });
    process({ type: 'MODIFIED', identity, meta: meta({ finalizers: ['a/b'] }) });
    expect(graph.get(OBJECT)?.beingDeleted).toBe(false);
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    process({ type: 'MODIFIED', identity, meta: meta({ deletionTimestamp }) });
    expect(graph.get(OBJECT)?.beingDeleted).toBe(true);
  });

  it('equal lists of owners are the same, whether their owners are known or not', () => {
    const both = (): OwnerReference[] => [owner(), owner({ uid: OTHER })];
    const { graph, process } = seen({ ownerReferences: both() });
    const node = graph.get(OBJECT);
    const list = node?.owners;
    expect(graph.shareOwners(both())).toBe(list);
    const unknown = { uid: uidOf(50) };
    expect(graph.shareOwners([owner(unknown)])).toBe(graph.shareOwners([owner(unknown)]));
    const uid = uidOf(9);
    const alone = metaOf('x', { uid, ownerReferences: [owner()] });
    process({ type: 'ADDED', identity: identityOf('x', { uid }), meta: alone });
    expect(node && graph.changeOwners(node, both())).toBeUndefined();
    expect(node?.owners).toBe(list);
  });

  it('dependents of one owner with equal references share the list', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const more = { uid: uidOf(9), ownerReferences: [owner()] };
    process({
      type: 'ADDED',
      identity: identityOf('x', { uid: uidOf(9) }),
      meta: metaOf('x', more),
    });
    expect(graph.get(uidOf(9))?.owners).toBe(graph.get(OBJECT)?.owners);
  });

  it('stays where it is while there is room', () => {
    const { graph, process } = seen();
    process({ type: 'DELETED', identity: identityOf('owner', { uid: OTHER }) });
    const before = graph.get(OBJECT)?.position;
    const uid = uidOf(9);
    process({ type: 'ADDED', identity: identityOf('x', { uid }), meta: metaOf('x', { uid }) });
    expect(graph.get(OBJECT)?.position).toBe(before);
  });
});
