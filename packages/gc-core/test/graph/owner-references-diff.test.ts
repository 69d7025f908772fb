import { describe, expect, it } from 'vitest';
import { diffOwnerReferences } from '../../src/graph/owner-references-diff.ts';
import { ownedBy } from '../support/nodes.ts';

const [a, b] = [ownedBy('a'), ownedBy('b')];

describe('diffOwnerReferences', () => {
  it('[GB-16] finds no difference in the same list, nor in another order', () => {
    expect(diffOwnerReferences([a, b], [a, b])).toBeUndefined();
    expect(diffOwnerReferences([a, b], [{ ...b }, { ...a }])).toBeUndefined();
    expect(diffOwnerReferences([], [])).toBeUndefined();
    expect(diffOwnerReferences([a], [a])).toBeUndefined();
    expect(diffOwnerReferences([a], [{ ...a }])).toBeUndefined();
  });

  it.each([
    ['apiVersion', { apiVersion: 'v2' }],
    ['kind', { kind: 'Secret' }],
    ['name', { name: 'z' }],
    ['controller', { controller: false }],
    ['blockOwnerDeletion', { blockOwnerDeletion: false }],
  ])('[GB-12] a difference in %s alone is a change', (_field, difference) => {
    const after = { ...a, ...difference };
    const diff = diffOwnerReferences([b, a], [b, after]);
    expect(diff).toEqual({ added: [], removed: [], changed: [{ before: a, after }] });
  });

  it('[GB-12] of equal uids in the old list the last one counts', () => {
    const blocking = { ...a, blockOwnerDeletion: true };
    expect(diffOwnerReferences([blocking, a], [])).toEqual({
      added: [],
      removed: [a],
      changed: [],
    });
    expect(diffOwnerReferences([blocking, a], [a])).toBeUndefined();
    const diff = diffOwnerReferences([a, blocking], [a]);
    expect(diff?.changed).toEqual([{ before: blocking, after: a }]);
  });

  it('[GB-12] the second of equal uids in the new list is added', () => {
    const twin = { ...a, name: 'twin' };
    expect(diffOwnerReferences([a], [a, twin])).toEqual({
      added: [twin],
      removed: [],
      changed: [],
    });
    expect(diffOwnerReferences([], [a, twin])?.added).toEqual([a, twin]);
  });

  it('[GB-12] a list with equal uids differs from itself', () => {
    const twin = { ...a, name: 'twin' };
    const diff = diffOwnerReferences([a, twin], [a, twin]);
    expect(diff).toEqual({ added: [twin], removed: [], changed: [{ before: twin, after: a }] });
  });

  it('[GB-12] treats lists of eight and nine alike, also with equal uids', () => {
    for (const length of [2, 8, 9]) {
      const list = Array.from({ length }, (_, index) => ownedBy(`o${index}`));
      expect(diffOwnerReferences(list, list.slice())).toBeUndefined();
      expect(diffOwnerReferences(list, list.slice(1))?.removed).toEqual(list.slice(0, 1));
      expect(diffOwnerReferences(list.slice(1), list)?.added).toEqual(list.slice(0, 1));
      const last = list.slice(0, -1).concat(list.slice(0, 1));
      expect(diffOwnerReferences(last, last)?.added).toEqual(list.slice(0, 1));
    }
  });

  it('[GB-12] a difference in the uid alone is one that comes and one that goes', () => {
    const after = { ...a, uid: 'another' };
    const diff = { added: [after], removed: [a], changed: [] };
    expect(diffOwnerReferences([b, a], [b, after])).toEqual(diff);
    expect(diffOwnerReferences([a], [after])).toEqual(diff);
  });
});
