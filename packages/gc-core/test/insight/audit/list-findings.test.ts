import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { described, findingsOf } from '../../support/findings.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, objectOf } from '../../support/simulate.ts';

const owner = objectOf('owner');

/** ConfigMap `name` with references to these. */
function below(name: string, ...owners: readonly string[]): ApiObject {
  return objectOf(name, { ownerReferences: owners.map((each) => ownedBy(each)) });
}

describe('a finding on a list of references', () => {
  it('[VA-04] two-controllers: the first that stands goes on', () => {
    const controlled = (name: string): OwnerReference => ownedBy(name, { controller: true });
    const names = ['gone', 'a', 'b'];
    const objects = [child(...names.map(controlled)), objectOf('a'), objectOf('b')];
    const found = findingsOf(objects).map(described);
    expect(found).toMatchObject([{ rule: 'dangling' }, { rule: 'two-controllers' }]);
    expect(found[1]).toEqual({
      id: 'two-controllers: v1 ConfigMap shop/child -> v1 ConfigMap gone',
      rule: 'two-controllers',
      object: 'child',
      reference: 'gone',
      severity: 'warning',
      text: '3 of its references say `controller: true`, but an object has only one controller.',
      effect:
        'The collector ignores `controller`. But the API server refuses every update that leaves more than one controller, and each of these owners may try to manage the object.',
      rules: ['VA-04'],
      risk: 'Only one of the owners still manages the object; the others still own it.',
      does: [
        'test /metadata/uid',
        'test /metadata/ownerReferences/2',
        'test /metadata/ownerReferences/0',
        'replace /metadata/ownerReferences/2',
        'replace /metadata/ownerReferences/0',
      ],
    });
    const none = findingsOf([child(controlled('gone'), controlled('lost'))]);
    expect(none.find(({ rule }) => rule === 'two-controllers')?.reference?.name).toBe('lost');
  });

  it('[DM-10] [AD-14] duplicate-uid: the first that holds stays', () => {
    const references = [ownedBy('z', { uid: 'owner-uid' }), ownedBy('owner'), ownedBy('owner')];
    const [finding] = findingsOf([child(...references), owner]).map(described);
    expect(finding).toEqual({
      id: 'duplicate-uid: v1 ConfigMap shop/child -> v1 ConfigMap z',
      rule: 'duplicate-uid',
      object: 'child',
      reference: 'z',
      severity: 'warning',
      text: '3 of its references have the same uid.',
      effect:
        'If one of them is invalid, the collector removes all of them at the next check, and the object loses that owner.',
      rules: ['DM-10', 'AD-14'],
      risk: 'None, if the remaining reference is the right one.',
      does: [
        'test /metadata/uid',
        'test /metadata/ownerReferences/2',
        'test /metadata/ownerReferences/0',
        'remove /metadata/ownerReferences/2',
        'remove /metadata/ownerReferences/0',
      ],
    });
  });

  /** A ring of so many. */
  function ring(count: number): ApiObject[] {
    return Array.from({ length: count }, (_, at) =>
      objectOf(`n${at}`, {
        ownerReferences: [ownedBy('other'), ownedBy(`n${(at + 1) % count}`)],
      }),
    );
  }

  it('[CL-09] [AD-16] cycle: the reference that closes it, and the shortest way round', () => {
    const other = objectOf('other');
    expect(findingsOf([...ring(2), other]).map(described)[0]).toEqual({
      id: 'cycle: v1 ConfigMap shop/n0 -> v1 ConfigMap n1',
      rule: 'cycle',
      object: 'n0',
      reference: 'n1',
      severity: 'warning',
      text: 'It owns itself: ConfigMap `shop/n0` is owned by ConfigMap `shop/n1` is owned by ConfigMap `shop/n0`.',
      effect:
        'The collector deletes no object of the cycle by itself. Once you delete one, the others go, unless they have another owner.',
      rules: ['CL-09', 'AD-16'],
      risk: 'Without the reference, the object depends on its other owners alone.',
      does: [
        'test /metadata/uid',
        'test /metadata/ownerReferences/1',
        'remove /metadata/ownerReferences/1',
      ],
    });
    expect(findingsOf([...ring(20), other])[0]?.text).toMatch(/^It owns itself: ConfigMap/);
    expect(findingsOf([...ring(21), other])[0]?.text).toBe(
      'It owns itself through others: it is part of a cycle of 21 objects.',
    );
    // A chord makes the way shorter.
    const [first, ...rest] = ring(4);
    const chord = objectOf('n0', { ownerReferences: [ownedBy('n1'), ownedBy('n3')] });
    expect(first && findingsOf([chord, ...rest, other])[0]?.text).toBe(
      'It owns itself: ConfigMap `shop/n0` is owned by ConfigMap `shop/n3` is owned by ConfigMap `shop/n0`.',
    );
  });

  it('[AD-16] cycle: what hangs on one, or joins two, is told of its own', () => {
    const objects = [
      below('a', 'b'),
      below('b', 'a', 'c'),
      below('c', 'd'),
      below('d', 'c'),
      below('below', 'a'),
      below('leaf', 'below'),
      objectOf('x', { deletionTimestamp: 't', ownerReferences: [ownedBy('y')] }),
      below('y', 'x'),
      below('self', 'self'),
    ];
    const cycles = findingsOf(objects).filter(({ rule }) => rule === 'cycle');
    expect(cycles.map(({ object, reference }) => `${object.name} ${reference?.name}`)).toEqual([
      'a b',
      'b a',
      'c d',
      'd c',
      'self self',
    ]);
  });

  it('[KM-02] [AD-16] cycle: also over a reference whose kind is misspelt', () => {
    const loop = (name: string, kind: string, owner: string): ApiObject =>
      objectOf(name, { ownerReferences: [ownedBy(owner, { kind })] });
    const found = findingsOf([loop('a', 'configmap', 'b'), loop('b', 'ConfigMap', 'a')]);
    expect(found.map(({ rule, object }) => `${rule} ${object.name}`)).toEqual([
      'cycle a',
      'misspelt-kind a',
      'cycle b',
    ]);
    // What the fix takes away is the reference itself.
    expect(found.map(({ patch }) => patch.body.includes('"remove"'))).toEqual([true, false, true]);
  });

  it('[GB-43] owner-vanishing: what hangs on an object that goes, and on nothing else', () => {
    const objects = [
      below('first', 'gone'),
      below('second', 'first'),
      below('third', 'second', 'first'),
      below('kept', 'second', 'owner'),
    ];
    const found = findingsOf([...objects, owner]);
    expect(found.map(({ rule, object }) => `${rule} ${object.name}`)).toEqual([
      'dangling first',
      'owner-vanishing second',
      'owner-vanishing third',
    ]);
    expect(found[2]?.text).toContain('ConfigMap `shop/first`: Goes');
  });

  it('[GB-43] owner-vanishing: says whether one owner goes or several', () => {
    const [, , both] = findingsOf([
      objectOf('first', { ownerReferences: [ownedBy('gone')] }),
      objectOf('other', { ownerReferences: [ownedBy('gone')] }),
      objectOf('second', { ownerReferences: [ownedBy('first'), ownedBy('other')] }),
    ]);
    expect(both?.text).toMatch(/^All its owners will be deleted\. /);
    expect(both?.effect).toMatch(/^It goes once its owners are gone\. /);
  });

  it('[AD-17] [GB-43] owner-vanishing: with the object that starts it', () => {
    const objects = [
      objectOf('first', { ownerReferences: [ownedBy('gone')] }),
      objectOf('second', { ownerReferences: [ownedBy('lost'), ownedBy('first')] }),
    ];
    const found = findingsOf(objects).map(described);
    expect(found.slice(1)).toEqual([
      expect.objectContaining({
        rule: 'dangling',
        object: 'second',
        effect:
          'Other owners keep the object as long as they exist themselves; the collector removes the reference at the next check.',
        rules: ['CL-05', 'AD-14'],
      }),
      {
        id: 'owner-vanishing: v1 ConfigMap shop/second -> v1 ConfigMap first',
        rule: 'owner-vanishing',
        object: 'second',
        reference: 'first',
        severity: 'warning',
        when: 'restart',
        text: 'Its owner will be deleted. ConfigMap `shop/first`: Goes, because ConfigMap `shop/gone` does not exist.',
        effect:
          'It goes once its owner is gone. The collector deletes ConfigMap `shop/first` when it restarts.',
        rules: ['AD-17', 'GB-43'],
        risk: `This saves only this object. Fix ConfigMap \`shop/first\` to keep everything it owns. The patch removes 2 references. The object then has no owner and stays: delete it yourself if you do not want it.`,
        does: [
          'test /metadata/uid',
          'test /metadata/ownerReferences/1',
          'test /metadata/ownerReferences/0',
          'remove /metadata/ownerReferences/1',
          'remove /metadata/ownerReferences/0',
        ],
      },
    ]);
  });
});
