import {
  type NodeRecord,
  outlineNodes,
  packWithOwners,
  type SnapshotStructure,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { GraphStore } from '../../src/data/graph-store.ts';
import { OutlineStore } from '../../src/data/outline-store.ts';
import { filtered, NO_FILTER, shownBy } from '../../src/data/selection.ts';
import { tallyOf } from '../../src/data/tally.ts';
import { ownedBy, record } from '../support/record.ts';
import { shopWorld } from '../support/shop-world.ts';

const owner = record({ uid: 'owner', kind: 'Job', apiVersion: 'batch/v1', namespace: 'shop' });
const GRAPH = [
  ...shopWorld(),
  owner,
  record({ uid: 'never', name: '__proto__', virtual: true, namespace: 'ghost' }),
  record({
    uid: 'wrong',
    owners: [{ ...ownedBy(owner), name: 'other' }],
    finalizers: ['__proto__', 'example.com/wait'],
    summary: { verdict: 'stays', rule: 'AD-17', wrong: [{ index: 0, finding: 'wrong-name' }] },
  }),
  record({
    uid: 'stuck',
    beingDeleted: true,
    finalizers: ['example.com/wait'],
    summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'x' },
  }),
] as readonly NodeRecord[];

function structureOf(records: readonly NodeRecord[]): SnapshotStructure {
  const { referenceOwners, ...packed } = packWithOwners(records);
  const { uids: _, names: __, references: ___, resourceVersion: ____, ...nodes } = packed;
  return { nodes, referenceOwners } as unknown as SnapshotStructure;
}

describe('a graph before its uids and names have come', () => {
  const structure = structureOf(GRAPH);
  const outline = new OutlineStore(structure);
  const whole = new GraphStore(GRAPH);

  it('counts what the graph will count', () => {
    expect(outline.counts).toEqual(whole.counts);
    expect(outline.size).toBe(whole.size);
    expect(outline.counts).toBe(outline.counts);
  });

  it('has the records, and knows who depends on whom', () => {
    const records = unpackNodes(outlineNodes(structure));
    expect([...outline.records.values()]).toEqual(records);
    const at = records.findIndex(({ kind }) => kind === 'Job');
    const dependents = outline.dependentsOf(records[at]?.uid ?? '');
    expect(dependents.size).toBe(whole.dependentsOf('owner').size);
    expect(dependents.size).toBeGreaterThan(0);
  });

  it('is selected whole, or filtered as the graph will be', () => {
    const all = filtered(NO_FILTER)(outline);
    expect(all.rows).toBe(outline.rows);
    expect(shownBy(all)).toEqual(tallyOf(all.records));
    for (const filter of [{ states: ['wrong'] }, { namespaces: ['shop'] }] as const) {
      const [some, expected] = [outline, whole].map(filtered({ ...NO_FILTER, ...filter }));
      expect(some?.rows).toBeUndefined();
      expect(some?.matches).toEqual(expected?.matches);
      expect(some && shownBy(some)).toEqual(expected && shownBy(expected));
      expect(some?.matches.objects).toBeGreaterThan(0);
    }
  });
});
