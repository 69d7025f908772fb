import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { SharedValues } from '../../src/graph/shared-values.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';

function uidOf(serial: number): string {
  return `${serial.toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`;
}

function sharedValues(...nodes: GraphNode[]): SharedValues {
  return new SharedValues((uid) => nodes.find((node) => node.uid === uid));
}

describe('SharedValues', () => {
  it('gives equal types and namespaces once, and others apart', () => {
    const values = sharedValues();
    const scope = { apiVersion: 'v1', kind: 'Pod', namespace: 'ns' };
    const shared = values.scope(scope);
    expect(shared).toEqual(scope);
    expect(values.scope({ ...scope })).toBe(shared);
    const others = [
      { ...scope, apiVersion: 'v1ns', namespace: '' },
      { ...scope, kind: 'Podv1', apiVersion: '' },
      { ...scope, namespace: 'ns2' },
    ];
    for (const other of others) expect(values.scope(other)).toEqual(other);
    expect(values.scope(scope)).toBe(shared);
  });

  it('begins anew when there are more types than any cluster has', () => {
    const values = sharedValues();
    const scope = { apiVersion: 'v1', kind: 'Pod', namespace: 'ns' };
    const shared = values.scope(scope);
    for (let serial = 1; serial < 65_536; serial++) {
      values.scope({ ...scope, namespace: `${serial}` });
    }
    expect(values.scope(scope)).toBe(shared);
    values.scope({ ...scope, namespace: 'one more' });
    expect(values.scope(scope)).not.toBe(shared);
    expect(values.scope(scope)).toEqual(shared);
  });

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

  it('gives an equal list of finalizers, the same one each time if it has a number', () => {
    const values = sharedValues();
    expect(values.finalizers(undefined)).toEqual([]);
    const list = values.finalizers(['a', 'b']);
    expect(list).toEqual(['a', 'b']);
    expect(values.finalizers(['a', 'b'])).toBe(list);
    expect(values.finalizers(['1', '2', '3', '4', '5'])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('numbers 255 lists that are not empty, and no more', () => {
    const values = sharedValues();
    const numbers = Array.from({ length: 257 }, (_, at) => values.finalizersNumber([`f${at}`]));
    expect(numbers.slice(0, 255)).toEqual(Array.from({ length: 255 }, (_, at) => at + 1));
    expect(numbers.slice(255)).toEqual([-1, -1]);
    expect(values.finalizers(['f256'])).toEqual(['f256']);
  });

  it('gives equal references, whatever they share', () => {
    const owner = nodeOf(identityOf('o'));
    const values = sharedValues(owner);
    const reference = ownedBy('o', { controller: true });
    expect(values.owners([])).toEqual([]);
    expect(values.owners([reference])).toEqual([reference]);
    expect(values.owners([ownedBy('x')])).toEqual([ownedBy('x')]);
    expect(values.owners([ownedBy('o', { name: 'other' })])[0]?.name).toBe('other');
    expect(values.owners([reference], [ownedBy('o')])).toEqual([reference]);
    const renamed = ownedBy('o', { name: 'n' });
    expect(values.owners([renamed], [reference])).toEqual([renamed]);
    const two = [reference, ownedBy('x')];
    expect(values.owners(two, [reference])).toEqual(two);
  });

  it('shares the list of the sibling that came last, if it is equal', () => {
    const owner = nodeOf(identityOf('o'));
    const list = [ownedBy('o'), ownedBy('x')];
    owner.addDependent(nodeOf(identityOf('a'), list));
    const values = sharedValues(owner);
    expect(values.owners([ownedBy('o'), ownedBy('x')])).toBe(list);
    for (const other of [
      [ownedBy('o')],
      [ownedBy('o'), ownedBy('y')],
      [ownedBy('o'), ownedBy('x'), ownedBy('y')],
      [ownedBy('o', { controller: true }), ownedBy('x')],
    ]) {
      expect(values.owners(other)).toEqual(other);
    }
  });

  it('numbers what references name by uids of the ordinary form', () => {
    const values = sharedValues();
    const references = Array.from({ length: 200 }, (_, at) => ownedBy('o', { uid: uidOf(at) }));
    const numbers = references.map((each) => values.newReferenceNumber(each));
    expect(numbers).toEqual(references.map((_, at) => at + 1));
    for (const [at, reference] of references.entries()) {
      expect(values.isReference(at + 1, reference)).toBe(true);
      expect(values.isReference(at, reference)).toBe(false);
      for (const other of [{ name: 'x' }, { kind: 'x' }, { apiVersion: 'x' }, { uid: 'x' }]) {
        expect(values.isReference(at + 1, { ...reference, ...other })).toBe(false);
      }
    }
    expect(values.newReferenceNumber(ownedBy('o'))).toBe(-1);
    expect(values.isReference(-1, ownedBy('o'))).toBe(false);
    values.forgetReferences();
    expect(values.newReferenceNumber(ownedBy('o', { uid: uidOf(7) }))).toBe(1);
  });

  it('tells references apart by each part of the uid', () => {
    const values = sharedValues();
    const uid = '01234567-89ab-cdef-fedc-ba9876543210';
    const number = values.newReferenceNumber(ownedBy('o', { uid }));
    for (const at of [0, 9, 14, 19, 24, 35]) {
      const other = `${uid.slice(0, at)}5${uid.slice(at + 1)}`;
      expect(values.isReference(number, ownedBy('o', { uid: other }))).toBe(false);
    }
  });
});
