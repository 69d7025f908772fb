import { describe, expect, it } from 'vitest';
import { audit } from '../../../src/insight/audit/audit.ts';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import type { Finding } from '../../../src/wire/audit.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

function findingsOf(
  objects: readonly ApiObject[],
  changed: Partial<ClusterView> = {},
): readonly Finding[] {
  const simulation = watched(objects);
  const view = { ...simulationView(simulation), isQueued: () => false, ...changed };
  const nodes = simulation.process.collector.graph.nodes();
  return audit(nodes, view, { groups: new Set(['apps']) }).findings;
}

/** A finding with the operations of its patch, tests by their path. */
function told({ patch, object, reference, ...finding }: Finding): object {
  const operations = JSON.parse(patch.body) as { op: string; path: string; value?: unknown }[];
  return {
    ...finding,
    object: object.name,
    ...(reference ? { reference: reference.name } : {}),
    risk: patch.risk,
    does: operations.map(({ op, path }) => `${op} ${path}`),
  };
}

function child(...ownerReferences: OwnerReference[]): ApiObject {
  return objectOf('child', { ownerReferences });
}

const owner = objectOf('owner');
const unserved = ownedBy('x', { apiVersion: 'no.such/v1' });
const REMOVAL =
  'Without the reference that owner no longer takes the object along: delete the object yourself if it is not wanted.';
const NOT_SERVED =
  'ConfigMap in no.such/v1 is not served, so ConfigMap `shop/x` cannot be looked up; the object is left alone.';

describe('a finding on a reference', () => {
  it('[CL-05] [AD-17] says what happens, when, and what the patch risks', () => {
    expect(findingsOf([child(ownedBy('gone'))]).map(told)).toEqual([
      {
        id: 'dangling: v1 ConfigMap shop/child -> v1 ConfigMap gone',
        rule: 'dangling',
        object: 'child',
        reference: 'gone',
        severity: 'error',
        when: 'restart',
        text: 'ConfigMap `shop/gone` does not exist.',
        effect: "It is deleted at the collector's next restart.",
        rules: ['CL-05', 'AD-17'],
        risk: REMOVAL,
        does: [
          'test /metadata/uid',
          'test /metadata/ownerReferences/0',
          'remove /metadata/ownerReferences/0',
        ],
      },
    ]);
    const [now] = findingsOf([child(ownedBy('gone'))], { isQueued: () => true });
    expect(now).toMatchObject({ when: 'now', effect: 'The collector deletes it now.' });
  });

  it('[CL-11] that is mended says who owns the object from then on', () => {
    const [finding] = findingsOf([child(ownedBy('ownr', { uid: 'owner-uid' })), owner]);
    expect(finding?.text).toBe(
      'ConfigMap `shop/ownr` does not exist under this name: the object with this uid is ConfigMap `shop/owner`.',
    );
    expect(finding?.patch.risk).toBe(
      'From then on ConfigMap `owner` owns the object: it goes when that goes.',
    );
  });

  it('[CL-03] of an object that is left alone for good, and of one beside it', () => {
    const [beside, refused] = findingsOf([child(ownedBy('gone'), unserved)]).map(told);
    expect(beside).toMatchObject({
      severity: 'warning',
      effect: `The collector leaves the object alone, because of another reference: ${NOT_SERVED}`,
      rules: ['CL-05', 'CL-03'],
    });
    expect(beside).not.toHaveProperty('when');
    expect(refused).toMatchObject({
      text: NOT_SERVED,
      effect: 'The collector never deletes the object, not even when its owner is gone.',
      rules: ['CL-03'],
      does: [
        'test /metadata/uid',
        'test /metadata/ownerReferences/1',
        'test /metadata/ownerReferences/0',
        'remove /metadata/ownerReferences/1',
        'remove /metadata/ownerReferences/0',
      ],
    });
  });

  it('[CL-04] [DM-10] that blocks an owner which nobody has seen holds up nothing', () => {
    const blocking = ownedBy('gone', { blockOwnerDeletion: true });
    expect(findingsOf([clusterNode('n', [blocking])]).map(told)).toMatchObject([
      { severity: 'warning', rules: ['CL-04'] },
    ]);
    const plain = [clusterNode('n', [ownedBy('owner', { blockOwnerDeletion: true })]), owner];
    expect(findingsOf(plain)[0]?.effect).toBe(
      'The collector never deletes the object, not even when its owner is gone; and a foreground deletion of ConfigMap `shop/owner` never ends, because the object blocks it.',
    );
  });

  it('[AD-14] [CL-06] beside an owner that lives, or that cannot be read', () => {
    const isQueued: ClusterView['isQueued'] = () => true;
    expect(
      findingsOf([child(ownedBy('gone'), ownedBy('owner')), owner], { isQueued }),
    ).toMatchObject([
      {
        when: 'now',
        effect:
          'Another owner keeps the object; the collector removes the reference at its next check.',
      },
    ]);
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const unknown = [child(ownedBy('gone'), ownedBy('s', { kind: 'Secret' }))];
    expect(findingsOf(unknown, { isRead }).map(told)).toMatchObject([
      {
        severity: 'warning',
        effect: 'What the collector does cannot be told: another of its owners cannot be read.',
        rules: ['CL-05', 'CL-06'],
      },
    ]);
  });
});

describe('a finding on a list of references', () => {
  it('[VA-04] two-controllers: the first that stands goes on', () => {
    const controlled = (name: string): OwnerReference => ownedBy(name, { controller: true });
    const names = ['gone', 'a', 'b'];
    const objects = [child(...names.map(controlled)), objectOf('a'), objectOf('b')];
    const found = findingsOf(objects).map(told);
    expect(found).toMatchObject([{ rule: 'dangling' }, { rule: 'two-controllers' }]);
    expect(found[1]).toEqual({
      id: 'two-controllers: v1 ConfigMap shop/child -> v1 ConfigMap gone',
      rule: 'two-controllers',
      object: 'child',
      reference: 'gone',
      severity: 'warning',
      text: '3 of its references say controller: true, but an object has one controller.',
      effect:
        'The collector does not mind. The API server refuses any other change of the object, and two controllers may fight over it.',
      rules: ['VA-04'],
      risk: 'Only one of the owners goes on to manage the object; the others still own it.',
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
    const [finding] = findingsOf([child(...references), owner]).map(told);
    expect(finding).toEqual({
      id: 'duplicate-uid: v1 ConfigMap shop/child -> v1 ConfigMap z',
      rule: 'duplicate-uid',
      object: 'child',
      reference: 'z',
      severity: 'warning',
      text: '3 of its references have the same uid.',
      effect:
        'If one of them does not hold, the collector removes all of them at its next check: the object is left without that owner.',
      rules: ['DM-10', 'AD-14'],
      risk: 'None, if the reference that stays is the one that was meant.',
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
    expect(findingsOf([...ring(2), other]).map(told)[0]).toEqual({
      id: 'cycle: v1 ConfigMap shop/n0 -> v1 ConfigMap n1',
      rule: 'cycle',
      object: 'n0',
      reference: 'n1',
      severity: 'warning',
      text: 'It owns itself: ConfigMap `shop/n0` is owned by ConfigMap `shop/n1` is owned by ConfigMap `shop/n0`.',
      effect:
        'The collector never deletes any of them by itself. Once one is deleted, all that have no other owner go.',
      rules: ['CL-09', 'AD-16'],
      risk: REMOVAL,
      does: [
        'test /metadata/uid',
        'test /metadata/ownerReferences/1',
        'remove /metadata/ownerReferences/1',
      ],
    });
    expect(findingsOf([...ring(20), other])[0]?.text).toMatch(/^It owns itself: ConfigMap/);
    expect(findingsOf([...ring(21), other])[0]?.text).toBe(
      'It owns itself, over others: it is one of a cycle of 21 objects.',
    );
    // A chord makes the way shorter.
    const [first, ...rest] = ring(4);
    const chord = objectOf('n0', { ownerReferences: [ownedBy('n1'), ownedBy('n3')] });
    expect(first && findingsOf([chord, ...rest, other])[0]?.text).toBe(
      'It owns itself: ConfigMap `shop/n0` is owned by ConfigMap `shop/n3` is owned by ConfigMap `shop/n0`.',
    );
  });

  it('[AD-16] cycle: what hangs on one, or joins two, is told of its own', () => {
    const loop = (name: string, ...owners: string[]): ApiObject =>
      objectOf(name, { ownerReferences: owners.map((each) => ownedBy(each)) });
    const objects = [
      loop('a', 'b'),
      loop('b', 'a', 'c'),
      loop('c', 'd'),
      loop('d', 'c'),
      loop('below', 'a'),
      loop('leaf', 'below'),
      objectOf('x', { deletionTimestamp: 't', ownerReferences: [ownedBy('y')] }),
      loop('y', 'x'),
    ];
    const cycles = findingsOf(objects).filter(({ rule }) => rule === 'cycle');
    expect(cycles.map(({ object, reference }) => `${object.name} ${reference?.name}`)).toEqual([
      'a b',
      'b a',
      'c d',
      'd c',
    ]);
  });

  it('[AD-17] [GB-43] owner-vanishing: with the object that starts it', () => {
    const objects = [
      objectOf('first', { ownerReferences: [ownedBy('gone')] }),
      objectOf('second', { ownerReferences: [ownedBy('lost'), ownedBy('first')] }),
    ];
    const found = findingsOf(objects).map(told);
    expect(found.slice(1)).toEqual([
      expect.objectContaining({
        rule: 'dangling',
        object: 'second',
        effect:
          'Other owners keep the object as long as they are there themselves; the collector removes the reference at its next check.',
        rules: ['CL-05', 'AD-14'],
      }),
      {
        id: 'owner-vanishing: v1 ConfigMap shop/second -> v1 ConfigMap first',
        rule: 'owner-vanishing',
        object: 'second',
        reference: 'first',
        severity: 'warning',
        when: 'restart',
        text: 'Nothing keeps it but what is about to go. ConfigMap `shop/first`: Goes, because ConfigMap `shop/gone` does not exist.',
        effect:
          "It goes when its owners are gone. Of ConfigMap `shop/first`: It is deleted at the collector's next restart.",
        rules: ['AD-17', 'GB-43'],
        risk: `Saves this object only; mend ConfigMap \`shop/first\` to keep all that hangs on it. ${REMOVAL}`,
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

describe('a mended reference', () => {
  const doesTo = (objects: readonly ApiObject[]): string | undefined => {
    const [finding] = findingsOf(objects).filter(({ object }) => object.name === 'child');
    return finding && (JSON.parse(finding.patch.body) as { op: string }[]).at(-1)?.op;
  };
  const renamed = ownedBy('ownr', { uid: 'owner-uid' });

  it('[CL-11] is none to an owner that is being deleted, is about to go, or is owned by the object', () => {
    expect(doesTo([child(renamed), owner])).toBe('replace');
    const going = objectOf('owner', { deletionTimestamp: 't', finalizers: ['a.b/c'] });
    expect(doesTo([child(renamed), going])).toBe('remove');
    const goes = objectOf('owner', { ownerReferences: [ownedBy('gone')] });
    expect(doesTo([child(renamed), goes])).toBe('remove');
    const below = objectOf('owner', { ownerReferences: [ownedBy('middle')] });
    const middle = objectOf('middle', { ownerReferences: [ownedBy('child')] });
    expect(doesTo([child(renamed), below, middle])).toBe('remove');
  });

  it('[CL-07] is none that would name one owner twice', () => {
    const stale = ownedBy('owner', { uid: 'old' });
    expect(doesTo([child(stale), owner])).toBe('replace');
    expect(doesTo([child(stale, ownedBy('owner')), owner])).toBe('remove');
  });

  it('[VA-04] leaves one controller', () => {
    const references = [
      ownedBy('owner', { controller: true }),
      ownedBy('gone'),
      ownedBy('b', { controller: true }),
    ];
    const found = findingsOf([child(...references), owner, objectOf('b')]);
    const [dangling] = found.filter(({ rule }) => rule === 'dangling');
    const operations = JSON.parse(dangling?.patch.body ?? '[]') as object[];
    expect(operations.slice(-2)).toEqual([
      {
        op: 'replace',
        path: '/metadata/ownerReferences/2',
        value: ownedBy('b', { controller: false }),
      },
      { op: 'remove', path: '/metadata/ownerReferences/1' },
    ]);
  });
});

describe('a finding on a finalizer', () => {
  it('[API-35] says what hangs, and what taking it away gives up', () => {
    const finalizers = ['orphan', 'example.com/hold'];
    const objects = [
      objectOf('a', { finalizers }),
      objectOf('b', { finalizers, deletionTimestamp: 't' }),
    ];
    const common = {
      rule: 'unhandled-finalizer',
      finalizer: 'example.com/hold',
      text: 'Nobody seems to handle its finalizer `example.com/hold`: the controller of example.com removes it, but no API group of that domain is served.',
      rules: ['API-35'],
      does: ['test /metadata/uid', 'test /metadata/finalizers/1', 'remove /metadata/finalizers/1'],
    };
    expect(findingsOf(objects).map(told)).toEqual([
      {
        ...common,
        id: 'unhandled-finalizer: v1 ConfigMap shop/b example.com/hold',
        object: 'b',
        severity: 'error',
        effect: 'It hangs in Terminating until somebody removes the finalizer.',
        risk: 'The object goes at once if this is the last finalizer: what its controller has yet to clean up stays behind.',
      },
      {
        ...common,
        id: 'unhandled-finalizer: v1 ConfigMap shop/a example.com/hold',
        object: 'a',
        severity: 'warning',
        effect: 'When it is deleted, it hangs in Terminating until somebody removes the finalizer.',
        risk: 'It gives up what the finalizer guards: what its controller has yet to clean up stays behind.',
      },
    ]);
  });
});
