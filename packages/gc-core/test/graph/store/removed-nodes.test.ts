import { describe, expect, it } from 'vitest';
import { identityOf } from '../../support/nodes.ts';
import { change, flags, isRefreshed, meta, OBJECT, seen } from '../../support/ordinary-object.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';

describe('what was seen of an ordinary object', () => {
  it('is not that of a node which took the place of another, or came back', () => {
    const more = { ownerReferences: [flags(true, true)], finalizers: ['a/b'] };
    const { graph, process } = seen(more);
    const first = graph.get(OBJECT);
    const second = first?.cloneAs(identityOf('other', { uid: OBJECT }));
    if (!first || !second) throw new Error('the object has no node');
    graph.set(second);
    expect([first.position, second.position]).toEqual([-1, expect.any(Number)]);
    process(change(OBJECT, { ...more, finalizers: ['a/c'] }));
    expect(graph.get(OBJECT)).toBe(second);
    expect(second.finalizers).toEqual(['a/c']);
    expect([first.finalizers, first.owners]).toEqual([['a/b'], more.ownerReferences]);
    graph.delete(second);
    graph.set(second);
    expect(graph.get(OBJECT)?.finalizers).toEqual(['a/c']);
    graph.set(first);
    expect(graph.get(OBJECT)?.finalizers).toEqual(['a/b']);
    expect(second.owners).toEqual(more.ownerReferences);
  });

  it.each([
    ['GB-35', 'orphan'],
    ['GB-36', 'foregroundDeletion'],
  ])('[%s] does not hide that a deletion with %s is seen for the first time', (rule, finalizer) => {
    const more = { finalizers: [finalizer], deletionTimestamp };
    const { graph, notes, process } = seen(more);
    for (const [oldMeta, rules] of [
      [meta(), ['GB-16', rule]],
      [meta(more), ['GB-16']],
      [undefined, ['GB-16', rule]],
    ] as const) {
      notes.length = 0;
      process({ ...change(OBJECT, more), ...(oldMeta && { oldMeta }) });
      expect(notes.map((note) => note.rule)).toEqual(rules);
    }
    expect(isRefreshed(graph, OBJECT, meta(more))).toBe(true);
  });
});
