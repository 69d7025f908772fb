import { describe, expect, it } from 'vitest';
import { Graph } from '../../src/graph/graph.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { NodeRecord } from '../../src/wire/node-record.ts';
import { identityOf } from '../support/nodes.ts';
import { ALL_FLAGS, change, meta, OBJECT, OTHER, owner, seen } from '../support/ordinary-object.ts';

/** Each differs from all others in what is shown. */
const STATES: readonly Partial<ObjectMeta>[] = [
  {},
  { creationTimestamp: '2026-01-01T00:00:00Z' },
  { finalizers: ['example.com/a'] },
  { finalizers: ['example.com/a', 'example.com/b'] },
  { deletionTimestamp: '2026-01-01T00:00:00Z' },
  { deletionTimestamp: '2026-01-02T00:00:00Z' },
  { ownerReferences: [owner(), owner()] },
  { ownerReferences: [owner({ uid: OTHER })] },
  ...ALL_FLAGS.map((reference) => ({ ownerReferences: [reference] })),
];
const LATER = { resourceVersion: '900', generation: 9 };

/** What an update changes of the record, but for the resourceVersion. */
function shows(before: Partial<ObjectMeta>, after: Partial<ObjectMeta>): [boolean, boolean] {
  const { graph, process } = seen(before);
  const node = graph.get(OBJECT);
  const record = (): Partial<NodeRecord> => ({ ...node?.toRecord(), resourceVersion: '' });
  const then = record();
  const isNews = node !== undefined && !graph.takeHeartbeat(node, meta({ ...after, ...LATER }));
  process(change(OBJECT, { ...after, ...LATER }));
  return [isNews, JSON.stringify(record()) !== JSON.stringify(then)];
}

describe('a heartbeat', () => {
  it.each(STATES)('shows nothing new, and every other update of %j does', (before) => {
    for (const after of STATES) {
      const [isNews, isShown] = shows(before, after);
      expect({ after, isShown }).toEqual({ after, isShown: after !== before });
      // What is being deleted is looked at each time.
      if (before.deletionTimestamp === undefined && after.ownerReferences?.length !== 2) {
        expect({ after, isNews }).toEqual({ after, isNews: isShown });
      } else expect(isNews || !isShown).toBe(true);
    }
  });

  it('is taken over and is no change', () => {
    const graph = new Graph();
    const node = graph.createNode(identityOf('object', { uid: OBJECT }), false);
    graph.set(node);
    graph.see(node, meta());
    graph.takeTouched();
    expect(graph.takeHeartbeat(node, meta(LATER))).toBe(true);
    expect(graph.takeTouched()).toEqual([]);
    expect(node.meta).toEqual(meta(LATER));
    const news = meta({ ...LATER, finalizers: ['example.com/a'] });
    expect(graph.takeHeartbeat(node, news)).toBe(false);
    expect(node.meta).toEqual(meta(LATER));
    graph.refresh(node, news);
    expect(graph.takeTouched()).toEqual([OBJECT]);
  });
});
