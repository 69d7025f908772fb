import { type NodeRecord, type PackedNodes, packNodes, unpackNodes } from '@gcscope/gc-core/wire';
import { layout, rowsOfPacked, writeSvg } from '@gcscope/picture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFault } from '../../src/cli/packed-faults.ts';
import { propertyRuns } from '../support/property-runs.ts';

const plain = {
  namespace: 'shop',
  finalizers: [],
  virtual: false,
  beingDeleted: false,
  deletingDependents: false,
};
const owner: NodeRecord = {
  ...plain,
  uid: 'o',
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: 'web',
  owners: [],
  summary: { verdict: 'stays', rule: 'AD-01', wrong: [] },
};
const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'o' };
const pod: NodeRecord = {
  ...plain,
  uid: 'p',
  apiVersion: 'v1',
  kind: 'Pod',
  name: 'web-1',
  owners: [reference, { ...reference, uid: 'gone' }],
  resourceVersion: '7',
};
const whole = packNodes([owner, pod]);

describe('packed nodes of a file', () => {
  it('are whole as they come from the server', () => {
    expect(firstFault(JSON.parse(JSON.stringify(whole)))).toBeUndefined();
    expect(firstFault(packNodes([]))).toBeUndefined();
  });

  it.each<[string, Partial<Record<keyof PackedNodes, unknown>>]>([
    ['kinds is no list', { kinds: undefined }],
    ['kinds[1] is not as it should be', { kinds: [['v1', 'Pod'], ['v1']] }],
    ['traits[0] is not as it should be', { traits: [{ finalizers: [1] }] }],
    ['traits[0] is not as it should be', { traits: [{ ...whole.traits[0], owners: 'x' }] }],
    [
      'traits[0] is not as it should be',
      { traits: [{ ...whole.traits[0], deletionTimestamp: 5 }] },
    ],
    ['summaries[0] is not as it should be', { summaries: [null] }],
    ['references[0] is not as it should be', { references: [{ uid: 'a' }] }],
    ['names has 1 rows where uids has 2', { names: ['a'] }],
    ['resourceVersion has 1 rows where uids has 2', { resourceVersion: ['1'] }],
    ['resourceVersion[1] is not as it should be', { resourceVersion: ['1', 2] }],
    ['uids[1] is no text', { uids: ['o', 5] }],
    ['kind[1] is no whole number from 0 to 1', { kind: [0, 2] }],
    ['namespace[0] is no whole number from 0 to 0', { namespace: [0.5, 0] }],
    ['trait[0] is no whole number from 0 to 0', { trait: ['0', 0] }],
    ['summary[0] is no whole number from -1 to 0', { summary: [-2, 0] }],
    ['owners has 2 references where ownerCount says 3', { ownerCount: [1, 2] }],
    ['ownerCount[0] is no whole number from 0 to 2', { ownerCount: [-1, 3] }],
    ['owners[0] is no whole number from -1 to 17', { owners: [18, -1] }],
    ['owners[1] is no whole number from -1 to 17', { owners: [0, -2] }],
  ])('%s', (fault, columns) => {
    expect(firstFault({ ...whole, ...columns })).toBe(fault);
  });

  it('can be drawn and read whenever no fault is found', () => {
    const names = Object.keys(whole) as (keyof PackedNodes)[];
    const value = fc.oneof(
      fc.constantFrom(null, 'x', -1, 0, 1, 9, 0.5, 1e300),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const broken = fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(2),
      value,
      whole: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(broken, { minLength: 1, maxLength: 2 }), (faults) => {
        const columns: Record<string, unknown> = { ...structuredClone(whole) };
        for (const { name, at, value: put, whole: all } of faults) {
          const column = columns[name];
          if (all || !Array.isArray(column)) columns[name] = put;
          else column[at] = put;
        }
        if (firstFault(columns) !== undefined) return;
        // It was checked, though the compiler cannot know.
        const packed = columns as unknown as PackedNodes;
        const rows = rowsOfPacked(packed);
        writeSvg(rows, layout(rows), { theme: 'light', title: '' });
        unpackNodes(packed);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});
