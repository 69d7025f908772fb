import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../../src/graph/store/shared-references.ts';
import type { ObjectMeta } from '../../../src/meta/object-meta.ts';
import { graphFixture } from '../../support/graph-fixture.ts';
import { identityOf, ownedBy } from '../../support/nodes.ts';
import {
  ALL_FLAGS,
  change,
  flags,
  isRefreshed,
  meta,
  OBJECT,
  OTHER,
  OWNER,
  owner,
  refresh,
  removal,
  seen,
  uidOf,
} from '../../support/ordinary-object.ts';

/** Metadata that are kept as numbers, and differ from each other in more than the resourceVersion. */
const ORDINARY: readonly Partial<ObjectMeta>[] = [
  {},
  ...[0, 1, 31, 62].map((generation) => ({ generation })),
  { creationTimestamp: '2026-01-01T00:00:00Z' },
  { creationTimestamp: '2063-12-31T23:59:59Z' },
  { finalizers: ['a/b'] },
  { finalizers: ['a/c'] },
  { finalizers: ['a/b', 'a/c'] },
  ...ALL_FLAGS.map((reference) => ({ ownerReferences: [reference] })),
  { ownerReferences: [owner({ uid: OTHER })] },
  { deletionTimestamp: '2026-01-01T00:00:00Z' },
  { deletionTimestamp: '2026-01-01T00:00:01Z', deletionGracePeriodSeconds: 30 },
  { deletionTimestamp: '2026-01-01T00:00:01Z', deletionGracePeriodSeconds: 0 },
  { deletionTimestamp: 'soon', finalizers: ['a/b'], ownerReferences: [owner()] },
  { deletionGracePeriodSeconds: 30 },
];

/** Metadata that are kept as they came. */
const OTHERS: readonly Partial<ObjectMeta>[] = [
  ...[-1, -2, 1.5, 63, 1000].map((generation) => ({ generation })),
  ...['4398046511104', '999999999999999', '07', 'x'].map((each) => ({ resourceVersion: each })),
  { creationTimestamp: 'yesterday' },
  { finalizers: ['a', 'b', 'c', 'd', 'e'] },
  { ownerReferences: [owner(), owner()] },
  { ownerReferences: [owner(), owner({ uid: OTHER })] },
  { ownerReferences: [owner({ uid: 'text' })] },
];

/** What an update of a row cannot change. */
function leftAlone(of: Partial<ObjectMeta>): string {
  const { deletionTimestamp, deletionGracePeriodSeconds, ownerReferences = [] } = of;
  const owners = ownerReferences.map(({ uid, name }) => [uid, name]);
  return JSON.stringify([deletionTimestamp, deletionGracePeriodSeconds, owners]);
}

function flagsIn({ ownerReferences: [reference] = [] }: Partial<ObjectMeta>): number {
  return reference ? flagsOf(reference) : 0;
}

const VERSIONS = ['0', '7', '2147483648', '4294967295', '4294967296', '4398046511103'];

describe('the row of an ordinary object', () => {
  it.each(ORDINARY)('[GB-16] tells an update without effect: %j', (more) => {
    const { graph } = seen(more);
    const node = graph.get(OBJECT);
    for (const resourceVersion of VERSIONS) {
      expect(node?.meta).toEqual({ ...meta(more), resourceVersion: node?.meta?.resourceVersion });
      expect(isRefreshed(graph, OBJECT, meta({ ...more, resourceVersion }))).toBe(true);
      expect(node?.meta).toEqual(meta({ ...more, resourceVersion }));
      expect(graph.takeTouched()).toEqual([OBJECT]);
    }
  });

  it.each(ORDINARY)(
    '[GB-13] [GB-16] takes over whatever leaves owners and deletion alone: %j',
    (more) => {
      for (const other of [...ORDINARY, ...OTHERS]) {
        const { graph } = seen(more);
        const isTaken = ORDINARY.includes(other) && leftAlone(more) === leftAlone(other);
        expect(refresh(graph, OBJECT, meta(other))).toBe(isTaken ? flagsIn(more) : -1);
        expect(graph.get(OBJECT)?.meta).toEqual(meta(isTaken ? other : more));
        expect(graph.takeTouched()).toEqual(isTaken ? [OBJECT] : []);
      }
    },
  );

  it.each(ORDINARY)('leaves an update alone that is out of the ordinary: %j', (more) => {
    const { graph } = seen(more);
    const renamed = { ownerReferences: [owner({ name: 'another' })] };
    const { resourceVersion: _, ...unversioned } = meta(more);
    for (const other of [meta(renamed), unversioned]) {
      expect(refresh(graph, OBJECT, other)).toBe(-1);
      expect(graph.get(OBJECT)?.meta).toEqual(meta(more));
      expect(graph.takeTouched()).toEqual([]);
    }
  });

  it.each(OTHERS)('holds nothing of what is out of the ordinary: %j', (more) => {
    const { graph, process } = seen({ generation: 5 });
    process(change(OBJECT, more));
    const node = graph.get(OBJECT);
    expect(isRefreshed(graph, OBJECT, meta(more))).toBe(false);
    expect(node?.meta).toEqual(meta(more));
    expect(graph.takeTouched()).toContain(OBJECT);
    process(change(OBJECT, { generation: 6 }));
    expect(isRefreshed(graph, OBJECT, meta({ generation: 6 }))).toBe(true);
    expect(node?.meta).toEqual(meta({ generation: 6 }));
  });

  it('is none before the object is seen, and none for the unknown', () => {
    const { graph, process } = seen();
    const unseen = meta({}, uidOf(8));
    process(change(uidOf(9), { ownerReferences: [ownedBy('x', { uid: uidOf(8) })] }));
    const virtual = graph.get(uidOf(8));
    expect(virtual).toMatchObject({ virtual: true, meta: undefined });
    expect(isRefreshed(graph, uidOf(8), unseen)).toBe(false);
    expect(isRefreshed(graph, uidOf(7), meta({}, uidOf(7)))).toBe(false);
    if (virtual) graph.see(virtual, unseen);
    expect(virtual?.meta).toEqual(unseen);
    expect(isRefreshed(graph, uidOf(8), unseen)).toBe(true);
  });

  it('[GB-16] tells an update without effect also of an object whose owner is gone', () => {
    const ownerReferences = [owner()];
    const { graph, process } = seen({ ownerReferences });
    process(removal(OWNER));
    const changed = change(OBJECT, { ownerReferences, generation: 2 });
    process(changed);
    expect(isRefreshed(graph, OBJECT, changed.meta)).toBe(true);
    expect(graph.get(OBJECT)?.meta).toEqual(changed.meta);
  });

  it('stays with its object when all move to make room, and so does the mark of a change', () => {
    const { graph, process } = graphFixture();
    const metas = new Map<string, ObjectMeta>();
    const add = (serial: number): void => {
      const ownerReferences = serial === 0 ? [] : [ownedBy('x', { uid: uidOf(0) })];
      const added = change(uidOf(serial), {
        generation: serial % 60,
        ...(serial > 0 && { ownerReferences }),
      });
      metas.set(uidOf(serial), added.meta);
      process(added);
    };
    const remove = (serial: number): void => {
      metas.delete(uidOf(serial));
      process(removal(uidOf(serial)));
    };
    for (let serial = 0; serial < 200; serial++) add(serial);
    graph.takeDelta();
    for (let serial = 50; serial < 150; serial++) remove(serial);
    graph.takeDelta();
    add(190);
    remove(191);
    for (let serial = 200; serial < 300; serial++) add(serial);
    const [removed, ...changed] = graph.takeTouched();
    expect(removed).toBe(uidOf(191));
    expect(changed).toEqual([
      uidOf(190),
      ...Array.from({ length: 100 }, (_, at) => uidOf(200 + at)),
    ]);
    expect(graph.size).toBe(metas.size);
    for (const [uid, each] of metas) {
      expect(graph.get(uid)?.meta).toEqual(each);
      expect(isRefreshed(graph, uid, { ...each, resourceVersion: '8' })).toBe(true);
      expect(graph.get(uid)?.meta).toEqual({ ...each, resourceVersion: '8' });
    }
    expect(graph.takeTouched()).toEqual([...metas.keys()]);
  });

  it('stays when all move and another object names its owner otherwise', () => {
    const { graph, process } = seen({ ownerReferences: [owner()] });
    const sibling = change(uidOf(9), { ownerReferences: [owner()] });
    process(sibling);
    const changed = change(OBJECT, { ownerReferences: [owner({ name: 'another' })] });
    process(changed);
    expect(isRefreshed(graph, uidOf(9), sibling.meta)).toBe(true);
    for (let serial = 100; serial < 400; serial++) process(change(uidOf(serial)));
    expect(graph.get(OBJECT)?.meta).toEqual(changed.meta);
    expect(graph.get(uidOf(9))?.meta).toEqual(sibling.meta);
    expect(isRefreshed(graph, uidOf(9), sibling.meta)).toBe(true);
    expect(isRefreshed(graph, OBJECT, changed.meta)).toBe(false);
  });

  it('goes with a node that another one replaces, whose copy knows what was seen', () => {
    const { graph } = seen({ generation: 5 });
    const before = graph.get(OBJECT);
    const copy = before?.cloneAs(identityOf('object', { uid: OBJECT, kind: 'Secret' }));
    if (copy) graph.set(copy);
    expect([before?.position, before?.meta]).toEqual([-1, meta({ generation: 5 })]);
    expect(copy?.meta).toEqual(meta({ generation: 5 }));
    expect(isRefreshed(graph, OBJECT, meta({ generation: 5 }))).toBe(false);
  });

  it('is left to the node that leaves the graph', () => {
    const more = { generation: 5, ownerReferences: [flags(true, false)], finalizers: ['a/b'] };
    const { graph, process } = seen(more);
    const node = graph.get(OBJECT);
    process(removal(OBJECT));
    expect([node?.position, node?.meta]).toEqual([-1, meta(more)]);
    expect(graph.get(OWNER)?.dependents.size).toBe(0);
  });

  it('[GB-16] an update told from it is noted, without an attempt to delete', () => {
    const { enqueued, graph, notes, process } = seen();
    notes.length = 0;
    const update = change(OBJECT, { resourceVersion: '8' });
    process({ ...update, identity: { ...update.identity, apiVersion: 'v2' } });
    expect(notes).toEqual([{ rule: 'GB-16', subject: update.identity }]);
    expect([enqueued, graph.takeTouched()]).toEqual([[], [OBJECT]]);
  });
});
