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
  const differs = node !== undefined && graph.differs(node, meta({ ...after, ...LATER }));
  process(change(OBJECT, { ...after, ...LATER }));
  return [differs, JSON.stringify(record()) !== JSON.stringify(then)];
}

describe('a heartbeat', () => {
  it.each(STATES)('shows nothing new, and every other update of %j does', (before) => {
    for (const after of STATES) {
      const [differs, isShown] = shows(before, after);
      expect({ after, isShown }).toEqual({ after, isShown: after !== before });
      // What is being deleted is looked at each time.
      if (before.deletionTimestamp === undefined && after.ownerReferences?.length !== 2) {
        expect({ after, differs }).toEqual({ after, differs: isShown });
      } else expect(differs || !isShown).toBe(true);
    }
  });

  it.each([true, false])('is told as a change only if it is asked for: %s', (tellsHeartbeats) => {
    const graph = new Graph({ tellsHeartbeats });
    const node = graph.createNode(identityOf('object', { uid: OBJECT }), false);
    graph.set(node);
    graph.see(node, meta());
    graph.takeTouched();
    graph.refresh(node, meta(LATER));
    expect(graph.takeTouched()).toEqual(tellsHeartbeats ? [OBJECT] : []);
    expect(node.meta).toEqual(meta(LATER));
    graph.refresh(node, meta({ ...LATER, finalizers: ['example.com/a'] }));
    expect(graph.takeTouched()).toEqual([OBJECT]);
  });
});
