import { describe, expect, it } from 'vitest';
import { partitionDependents } from '../../src/graph/partition-dependents.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';

const owner = identityOf('owner');
const right = ownedBy('owner');
const wrong = ownedBy('owner', { kind: 'Secret' });

describe('partitionDependents', () => {
  it('[GB-61] references decide in the same namespace; both at once is possible', () => {
    const [fits, not, both] = [[right], [wrong], [right, wrong]].map((owners, index) =>
      nodeOf(identityOf(`d${index}`), owners),
    );
    const all = [fits, not, both].filter((each) => each !== undefined);
    expect(partitionDependents(all, owner)).toEqual({
      matching: [fits, both],
      nonMatching: [not, both],
    });
  });

  it('[GB-63] without a reference to the uid it is in neither list', () => {
    const none = nodeOf(identityOf('n'), [ownedBy('other')]);
    expect(partitionDependents([none], owner)).toEqual({ matching: [], nonMatching: [] });
  });

  it('[GB-64] another version is another text', () => {
    const other = nodeOf(identityOf('o'), [ownedBy('owner', { apiVersion: 'v1beta1' })]);
    expect(partitionDependents([other], owner).nonMatching).toEqual([other]);
  });
});
