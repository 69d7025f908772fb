import {
  type NodeRecord,
  outlineNodes,
  packNodes,
  packWithOwners,
  type SnapshotStructure,
  unpackNodes,
} from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import {
  haveSameShape,
  layout,
  type Rows,
  rowsOf,
  rowsOfPacked,
  stackSiblings,
} from '../src/index.ts';
import { record, reference, uglyWorlds } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';

describe('a graph without its names', () => {
  it('has each object where it will be', () => {
    fc.assert(
      fc.property(uglyWorlds, (drawn) => {
        expectSamePlaces((rows) => rows, [...drawn, ...smallWorld()]);
      }),
    );
  });

  it('has its stacks where they will be', () => {
    expectSamePlaces(stackSiblings, syntheticWorld(3000));
  });

  it('has cycles where they will be, and objects of one kind and name', () => {
    expectSamePlaces(
      (rows) => rows,
      [
        record({ uid: 'c', name: '__proto__', owners: [reference('a')] }),
        record({ uid: 'b', name: 'same', owners: [reference('c')] }),
        record({ uid: 'a', name: 'same', owners: [reference('b')] }),
        record({ uid: 'd', name: 'same' }),
      ],
    );
  });

  it('has another shape once an object has changed', () => {
    const one = rowsOf([record({ uid: 'a' }), record({ uid: 'b' })]);
    expect(haveSameShape(one, rowsOf([record({ uid: '1' }), record({ uid: '2' })]))).toBe(true);
    expect(haveSameShape(one, rowsOf([record({ uid: 'a' })]))).toBe(false);
    const owned = record({ uid: 'b', owners: [reference('a')] });
    expect(haveSameShape(one, rowsOf([record({ uid: 'a' }), owned]))).toBe(false);
    expect(
      haveSameShape(one, rowsOf([record({ uid: 'a' }), record({ uid: 'b', kind: 'X' })])),
    ).toBe(false);
    const elsewhere = record({ uid: 'b', namespace: 'elsewhere' });
    expect(haveSameShape(one, rowsOf([record({ uid: 'a' }), elsewhere]))).toBe(false);
  });

  it('has the same shape whatever the order of kinds and namespaces in their lists', () => {
    const [one, other] = [
      record({ uid: 'a', kind: 'X', namespace: 'x' }),
      record({ uid: 'b', kind: 'Y', namespace: 'y' }),
    ];
    const rows = rowsOfPacked(packNodes([one, other]));
    const turned = {
      ...rows,
      kinds: rows.kinds.toReversed(),
      kind: Array.from(rows.kind, (kind) => 1 - kind),
      namespaces: rows.namespaces.toReversed(),
      namespace: Array.from(rows.namespace, (namespace) => 1 - namespace),
    };
    expect(haveSameShape(turned, rowsOf([one, other]))).toBe(true);
    const swapped = { ...turned, kind: rows.kind };
    expect(haveSameShape(swapped, rowsOf([one, other]))).toBe(false);
  });
});

function expectSamePlaces(stacked: (rows: Rows) => Rows, records: readonly NodeRecord[]): void {
  const whole = inReadingOrder(records);
  const structure = structureOf(whole);
  const after = rowsOf(whole);
  const { uids: _, ...expected } = layout(stacked(after));
  // Rows from records, and straight from columns.
  for (const before of [
    rowsOf(unpackNodes(outlineNodes(structure))),
    rowsOfPacked(outlineNodes(structure)),
  ]) {
    expect(haveSameShape(stacked(before), stacked(after))).toBe(true);
    const { uids: __, ...places } = layout(stacked(before));
    expect(places).toEqual(expected);
  }
}

/** One record per uid, in the order in which a server sends them. */
function inReadingOrder(records: readonly NodeRecord[]): NodeRecord[] {
  const keys = ['namespace', 'kind', 'name', 'uid'] as const;
  const all = [...new Map(records.map((each) => [each.uid, each])).values()];
  return all.sort((a, b) => {
    const key = keys.find((each) => a[each] !== b[each]);
    return key === undefined ? 0 : a[key] < b[key] ? -1 : 1;
  });
}

function structureOf(records: readonly NodeRecord[]): SnapshotStructure {
  const { referenceOwners, ...packed } = packWithOwners(records);
  const { uids: _, names: __, references: ___, resourceVersion: ____, ...nodes } = packed;
  return { nodes, referenceOwners } as unknown as SnapshotStructure;
}
