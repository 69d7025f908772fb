import { describe, expect, it } from 'vitest';
import type { NodeRecord } from '../../src/wire/node-record.ts';
import { packNodes } from '../../src/wire/pack-nodes.ts';
import { packedFault } from '../../src/wire/packed-faults.ts';
import type { PackedNodes } from '../../src/wire/packed-nodes.ts';

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
    expect(packedFault(JSON.parse(JSON.stringify(whole)))).toBeUndefined();
    expect(packedFault(packNodes([]))).toBeUndefined();
  });

  it.each<[string, Partial<Record<keyof PackedNodes, unknown>>]>([
    ['kinds is not a list', { kinds: undefined }],
    ['kinds[1] is not as it should be', { kinds: [['v1', 'Pod'], ['v1']] }],
    ['traits[0] is not as it should be', { traits: [{ finalizers: [1] }] }],
    ['traits[0] is not as it should be', { traits: [{ ...whole.traits[0], owners: 'x' }] }],
    [
      'traits[0] is not as it should be',
      { traits: [{ ...whole.traits[0], deletionTimestamp: 5 }] },
    ],
    ['summaries[0] is not as it should be', { summaries: [null] }],
    ['summaries[0] is not as it should be', { summaries: [{ verdict: 'toString', rule: '' }] }],
    [
      'summaries[0] is not as it should be',
      { summaries: [{ verdict: 'goes', rule: '', wrong: [{ index: 0, finding: '__proto__' }] }] },
    ],
    ['references[0] is not as it should be', { references: [{ uid: 'a' }] }],
    [
      'references[0] is not as it should be',
      { references: [JSON.parse(`{"__proto__":{},${JSON.stringify(reference).slice(1)}`)] },
    ],
    ['names has 1 rows where uids has 2', { names: ['a'] }],
    ['resourceVersion has 1 rows where uids has 2', { resourceVersion: ['1'] }],
    ['resourceVersion[1] is not a string', { resourceVersion: ['1', 2] }],
    ['uids[1] is not a string', { uids: ['o', 5] }],
    ['kind[1] is not a whole number from 0 to 1', { kind: [0, 2] }],
    ['namespace[0] is not a whole number from 0 to 0', { namespace: [0.5, 0] }],
    ['trait[0] is not a whole number from 0 to 0', { trait: ['0', 0] }],
    ['summary[0] is not a whole number from -1 to 0', { summary: [-2, 0] }],
    ['owners has 2 references where ownerCount says 3', { ownerCount: [1, 2] }],
    ['ownerCount[0] is not a whole number from 0 to 2', { ownerCount: [-1, 3] }],
    ['owners[0] is not a whole number from -1 to 17', { owners: [18, -1] }],
    ['owners[1] is not a whole number from -1 to 17', { owners: [0, -2] }],
  ])('%s', (fault, columns) => {
    expect(packedFault({ ...whole, ...columns })).toBe(fault);
  });
});
