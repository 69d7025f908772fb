import { describe, expect, it } from 'vitest';
import { partitionDependents } from '../../src/graph/partition-dependents.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';

const owner = identityOf('owner');
const cluster = identityOf('owner', { namespace: '' });
const right = ownedBy('owner');
const wrong = ownedBy('owner', { kind: 'Secret' });

describe('partitionDependents', () => {
  it('[GB-60] a dependent in another namespace does not match, whatever it says', () => {
    const stranger = nodeOf(identityOf('s', { namespace: 'elsewhere' }), [right]);
    const silent = nodeOf(identityOf('t', { namespace: 'elsewhere' }));
    const split = partitionDependents([stranger, silent], owner);
    expect(split).toEqual({ matching: [], nonMatching: [stranger, silent] });
  });

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

  it('[GB-62] without a namespace only references decide', () => {
    const stranger = nodeOf(identityOf('s', { namespace: 'elsewhere' }), [right]);
    expect(partitionDependents([stranger], cluster).matching).toEqual([stranger]);
    expect(partitionDependents([stranger], cluster).nonMatching).toEqual([]);
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
