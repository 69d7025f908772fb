import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../../src/graph/graph-node.ts';
import { SharedValues } from '../../../src/graph/store/shared-values.ts';
import { identityOf, nodeOf, ownedBy } from '../../support/nodes.ts';

function sharedValues(...nodes: GraphNode[]): SharedValues {
  return new SharedValues((uid) => nodes.find((node) => node.uid === uid));
}

describe('SharedValues', () => {
  it('numbers lists of up to four finalizers', () => {
    const values = sharedValues();
    const lists = [[], ['a'], ['b'], ['a', 'b'], ['b', 'a'], ['["a","b"]'], ['a', 'b', 'c', 'd']];
    // A list of one that reads like the key of another list has no number.
    const numbers = [0, 1, 2, 3, 4, -1, 5];
    expect(lists.map((list) => values.finalizersNumber(list))).toEqual(numbers);
    expect(lists.map((list) => values.finalizersNumber([...list]))).toEqual(numbers);
    expect(values.finalizersNumber(undefined)).toBe(0);
    expect(values.finalizersNumber(['a', 'b', 'c', 'd', 'e'])).toBe(-1);
    for (const [at, list] of lists.entries()) {
      const is = [0, 1, 2, 3, 4, 5, 6].filter((id) => values.isFinalizers(id, list));
      expect(is).toEqual(numbers[at] === -1 ? [] : [numbers[at]]);
    }
    expect([values.isFinalizers(0, undefined), values.isFinalizers(1, undefined)]).toEqual([
      true,
      false,
    ]);
  });

  it('numbers 255 lists that are not empty, and no more', () => {
    const values = sharedValues();
    const numbers = Array.from({ length: 257 }, (_, at) => values.finalizersNumber([`f${at}`]));
    expect(numbers.slice(0, 255)).toEqual(Array.from({ length: 255 }, (_, at) => at + 1));
    expect(numbers.slice(255)).toEqual([-1, -1]);
    expect(values.shareFinalizers(['f256'])).toEqual(['f256']);
  });

  it('gives equal references, whatever they share', () => {
    const owner = nodeOf(identityOf('o'));
    const values = sharedValues(owner);
    const reference = ownedBy('o', { controller: true });
    expect(values.owners([])).toEqual([]);
    expect(values.owners([reference])).toEqual([reference]);
    expect(values.owners([ownedBy('x')])).toEqual([ownedBy('x')]);
    expect(values.owners([ownedBy('o', { name: 'other' })])[0]?.name).toBe('other');
    const two = [reference, ownedBy('x')];
    expect(values.owners(two)).toEqual(two);
  });
});
