import {
  NodePacker,
  type NodeRecord,
  outlineRecords,
  type SnapshotStructure,
} from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../bench/synthetic-world.ts';
import { haveSameShape, layout, type Rows, rowsOf, stackSiblings } from '../src/index.ts';
import { record, reference, uglyWorlds } from './support/records.ts';
import { smallWorld } from './support/small-world.ts';

describe('a graph without its names', () => {
  it('has each object where it will be', () => {
    fc.assert(
      fc.property(uglyWorlds, (drawn) => {
        expectSamePlaces(rowsOf, [...drawn, ...smallWorld()]);
      }),
    );
  });

  it('has its stacks where they will be', () => {
    expectSamePlaces((records) => stackSiblings(rowsOf(records)), syntheticWorld(3000));
  });

  it('has cycles where they will be, and objects of one kind and name', () => {
    expectSamePlaces(rowsOf, [
      record({ uid: 'c', name: '__proto__', owners: [reference('a')] }),
      record({ uid: 'b', name: 'same', owners: [reference('c')] }),
      record({ uid: 'a', name: 'same', owners: [reference('b')] }),
      record({ uid: 'd', name: 'same' }),
    ]);
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
  });
});

function expectSamePlaces(
  rowsFrom: (records: readonly NodeRecord[]) => Rows,
  records: readonly NodeRecord[],
): void {
  const whole = inReadingOrder(records);
  const outline = outlineRecords(structureOf(whole));
  const [before, after] = [rowsFrom(outline), rowsFrom(whole)];
  expect(haveSameShape(before, after)).toBe(true);
  const { uids: _, ...places } = layout(before);
  const { uids: __, ...expected } = layout(after);
  expect(places).toEqual(expected);
}

/** One a uid, as a server sends them. */
function inReadingOrder(records: readonly NodeRecord[]): NodeRecord[] {
  const keys = ['namespace', 'kind', 'name', 'uid'] as const;
  const all = [...new Map(records.map((each) => [each.uid, each])).values()];
  return all.sort((a, b) => {
    const key = keys.find((each) => a[each] !== b[each]);
    return key === undefined ? 0 : a[key] < b[key] ? -1 : 1;
  });
}

function structureOf(records: readonly NodeRecord[]): SnapshotStructure {
  const packer = new NodePacker();
  for (const each of records) packer.number(each);
  for (const each of records) packer.add(each);
  const { uids: _, names: __, references: ___, resourceVersion: ____, ...nodes } = packer.packed;
  const { referenceOwners } = packer;
  return { nodes, referenceOwners } as unknown as SnapshotStructure;
}
