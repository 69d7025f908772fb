import { describe, expect, it } from 'vitest';
import { describeReferences } from '../../src/ui/describe-reference.ts';
import { ownedBy, record } from '../support/record.ts';

const owner = record({ uid: 'owner', kind: 'Rollout', name: 'web' });
const summary = {
  verdict: 'goes',
  rule: 'AD-17',
  wrong: [{ index: 0, finding: 'dangling' }],
} as const;
const pod = record({ uid: 'pod', name: 'web-x', owners: [ownedBy(owner)], summary });

it('a reference of an object that is gone is of the past', () => {
  const gone = record({
    uid: 'gone',
    name: 'web-x',
    owners: [{ ...ownedBy(owner), blockOwnerDeletion: true }],
  });
  expect(describeReferences(gone, 'owner', owner, true)).toMatchObject([
    {
      sentence: 'Pod shop/web-x named Rollout shop/web as an owner.',
      facts: expect.arrayContaining(['blocked any foreground deletion of the owner']),
    },
  ]);
});

describe('a wrong reference in words', () => {
  const factsOf = (virtual: boolean): unknown =>
    describeReferences(pod, 'owner', { ...owner, virtual }).map(({ facts }) => facts);

  it('names the object that has its uid', () => {
    expect(factsOf(false)).toEqual([
      expect.arrayContaining(['the uid is that of Rollout shop/web']),
    ]);
  });

  it('[GB-25] does not take an owner that was never seen for such an object', () => {
    expect(factsOf(true)).toEqual([expect.not.arrayContaining([expect.stringContaining('uid')])]);
  });
});
