import { describe, expect, it } from 'vitest';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { flags, isRefreshed, meta, OBJECT, seen, uidOf } from '../support/ordinary-object.ts';

describe('what was seen of an ordinary object', () => {
  it('is known of a removed object, also after all others have moved', () => {
    const more = {
      ownerReferences: [flags(true, true)],
      finalizers: ['a/b'],
      deletionTimestamp: '2026-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 30,
    };
    const { graph, process } = seen(more);
    const removed = graph.get(OBJECT);
    process({ type: 'DELETED', identity: identityOf('object', { uid: OBJECT }) });
    expect(removed?.position).toBe(-1);
    expect(removed?.meta).toEqual(meta(more));
    for (let serial = 10; serial < 400; serial++) {
      const ownerReferences = [ownedBy(`o${serial}`, { uid: uidOf(1000 + serial) })];
      const [uid, name] = [uidOf(serial), `n${serial}`];
      const identity = identityOf(name, { uid });
      process({ type: 'ADDED', identity, meta: metaOf(name, { uid, ownerReferences }) });
    }
    expect(removed?.meta).toEqual(meta(more));
    expect(removed?.owners).toEqual(more.ownerReferences);
    expect(removed?.finalizers).toEqual(more.finalizers);
  });

  it('tells nothing of an object that is gone, however many changes are read at once', () => {
    const { graph, notes, processAll } = seen();
    const identity = identityOf('object', { uid: OBJECT });
    notes.length = 0;
    processAll([
      { type: 'MODIFIED', identity, meta: meta() },
      { type: 'DELETED', identity, meta: meta() },
      { type: 'MODIFIED', identity, meta: meta() },
      { type: 'MODIFIED', identity, meta: meta() },
      { type: 'DELETED', identity, meta: meta() },
      { type: 'DELETED', identity, meta: meta() },
    ]);
    expect(notes.map((note) => note.rule)).toEqual([
      'GB-16',
      'GB-41',
      'GB-10',
      'GB-16',
      'GB-41',
      'GB-40',
    ]);
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: [OBJECT] });
  });

  it('is not that of a node which took the place of another, or came back', () => {
    const more = { ownerReferences: [flags(true, true)], finalizers: ['a/b'] };
    const { graph, process } = seen(more);
    const first = graph.get(OBJECT);
    const second = first?.cloneAs(identityOf('other', { uid: OBJECT }));
    if (!first || !second) throw new Error('the object has no node');
    graph.set(second);
    expect([first.position, second.position]).toEqual([-1, expect.any(Number)]);
    const changed = { ...more, finalizers: ['a/c'] };
    const identity = identityOf('other', { uid: OBJECT });
    process({ type: 'MODIFIED', identity, meta: meta(changed) });
    expect(graph.get(OBJECT)).toBe(second);
    expect(second.finalizers).toEqual(['a/c']);
    expect([first.finalizers, first.owners]).toEqual([['a/b'], more.ownerReferences]);
    graph.delete(second, OBJECT);
    graph.set(second);
    expect(graph.get(OBJECT)?.finalizers).toEqual(['a/c']);
    graph.set(first);
    expect(graph.get(OBJECT)?.finalizers).toEqual(['a/b']);
    expect(second.owners).toEqual(more.ownerReferences);
  });

  it('[GB-35] [GB-36] does not hide that a deletion is seen for the first time', () => {
    for (const finalizer of ['orphan', 'foregroundDeletion']) {
      const more = { finalizers: [finalizer], deletionTimestamp: '2026-01-01T00:00:00Z' };
      const { graph, notes, process } = seen(more);
      const identity = identityOf('object', { uid: OBJECT });
      const change = { type: 'MODIFIED' as const, identity, meta: meta(more) };
      const rule = finalizer === 'orphan' ? 'GB-35' : 'GB-36';
      for (const [oldMeta, rules] of [
        [meta(), ['GB-16', rule]],
        [meta(more), ['GB-16']],
        [undefined, ['GB-16', rule]],
      ] as const) {
        notes.length = 0;
        process(oldMeta ? { ...change, oldMeta } : change);
        expect(notes.map((note) => note.rule)).toEqual(rules);
      }
      expect(isRefreshed(graph, OBJECT, meta(more))).toBe(true);
    }
  });
});
