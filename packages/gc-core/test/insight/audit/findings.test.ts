import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { described, findingsOf, REMOVAL } from '../../support/findings.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, clusterNode, objectOf } from '../../support/simulate.ts';

const owner = objectOf('owner');
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner-uid' };
const unserved = ownedBy('x', { apiVersion: 'no.such/v1' });
const NOT_SERVED =
  'The API server does not serve ConfigMap in no.such/v1, so the collector cannot look up ConfigMap `shop/x` and leaves the object alone.';

describe('a finding on a reference', () => {
  it('[CL-05] [AD-17] says what happens, when, and what the patch risks', () => {
    expect(findingsOf([child(ownedBy('gone'))]).map(described)).toEqual([
      {
        id: 'dangling: v1 ConfigMap shop/child -> v1 ConfigMap gone',
        rule: 'dangling',
        object: 'child',
        reference: 'gone',
        severity: 'error',
        when: 'restart',
        text: 'ConfigMap `shop/gone` does not exist.',
        effect: 'The collector deletes the object when it restarts.',
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
    expect(now).toMatchObject({ when: 'now', effect: 'The collector deletes the object now.' });
  });

  it('[CL-03] [CL-04] [CL-05] risks nothing from an owner that never deleted the object', () => {
    const risks = (...objects: readonly ApiObject[]): unknown[] =>
      findingsOf(objects).map(({ patch }) => patch.risk);
    expect(risks(clusterNode('n', [ownedBy('gone')]))).toEqual([REMOVAL]);
    expect(risks(child(unserved))).toEqual([REMOVAL]);
    expect(risks(child(ownedBy('gone'), ownedBy('owner')), owner)).toEqual([
      'Without the reference, the object depends on its other owners alone.',
    ]);
    const [first] = risks(child(ownedBy('gone'), unserved, ownedBy('owner')), owner);
    expect(first).toBe('Without the reference, the object depends on its other owners alone.');
    expect(risks(child(ownedBy('gone'), unserved))).toContain(
      'The patch removes 2 references. The object then has no owner and stays: delete it yourself if you do not want it.',
    );
  });

  it('[CL-13] of an owner that was elsewhere has it as it was; of one that is there, or is only absent, it has none', () => {
    const elsewhere = { ...CONFIG_MAP, namespace: 'far' };
    const named = child(ownedBy('owner', { uid: 'owner-uid' }));
    const [was] = findingsOf([named], { removed: () => elsewhere });
    expect(was?.text).toContain('the owner with this uid was ConfigMap `far/owner`');
    expect(was).toMatchObject({ rule: 'cross-namespace', removedOwner: elsewhere });
    const far = objectOf('owner', { namespace: 'far' });
    const [is] = findingsOf([named, far], { removed: () => elsewhere });
    expect(is?.text).toContain('the owner with this uid is ConfigMap `far/owner`');
    expect(is).not.toHaveProperty('removedOwner');
    expect(findingsOf([child(ownedBy('gone'))])[0]).not.toHaveProperty('removedOwner');
  });

  it('[CL-11] that is fixed says who owns the object from then on', () => {
    const [finding] = findingsOf([child(ownedBy('ownr', { uid: 'owner-uid' })), owner]);
    expect(finding?.text).toBe(
      'ConfigMap `shop/ownr` does not exist under this name: the object with this uid is ConfigMap `shop/owner`.',
    );
    expect(finding?.patch.risk).toBe(
      'From then on ConfigMap `owner` owns the object, and the collector deletes the object when this owner is gone.',
    );
  });

  it('[NS-03] of a Namespace that is protected: it stays, and what it owns', () => {
    const owners = { ownerReferences: [ownedBy('gone', { kind: 'Node' })] };
    const inDefault = ownedBy('default', { kind: 'Namespace' });
    const objects = (name: string): ApiObject[] => [
      objectOf(name, { namespace: '', uid: 'default-uid', ...owners }, { kind: 'Namespace' }),
      clusterNode('kept', [{ ...inDefault, name }]),
    ];
    expect(findingsOf(objects('default')).map(described)).toMatchObject([
      {
        object: 'default',
        severity: 'warning',
        effect:
          'The collector tries to delete the object at every check, and the API server refuses.',
        rules: ['CL-05', 'AD-17', 'NS-03'],
      },
    ]);
    expect(findingsOf(objects('other')).map(({ rule }) => rule)).toEqual([
      'dangling',
      'owner-vanishing',
    ]);
  });

  it('[NS-03] of what would take a protected Namespace along: it does not', () => {
    const namespace = objectOf(
      'kube-public',
      { namespace: '', ownerReferences: [ownedBy('n', { kind: 'Node' })] },
      { kind: 'Namespace' },
    );
    const node = clusterNode('n', [ownedBy('gone', { kind: 'Node' })]);
    expect(findingsOf([namespace, node]).map(described)).toMatchObject([{ object: 'n' }]);
  });

  it('[CL-03] of an object that is left alone while a kind is not served, and of one beside it', () => {
    const [beside, refused] = findingsOf([child(ownedBy('gone'), unserved)]).map(described);
    expect(beside).toMatchObject({
      severity: 'warning',
      effect: `Another reference keeps the object: t${NOT_SERVED.slice(1)}`,
      rules: ['CL-05', 'CL-03'],
    });
    expect(beside).toHaveProperty('keptBy', unserved);
    expect(refused).not.toHaveProperty('keptBy');
    expect(beside).not.toHaveProperty('when');
    expect(beside).toHaveProperty('does.2', 'remove /metadata/ownerReferences/0');
    expect(refused).toMatchObject({
      text: NOT_SERVED,
      effect:
        'The object stays until the kind of its owner is served; then the collector deletes it if that owner does not exist.',
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

  it('[CL-03] [AD-14] says what follows once the kind is served, by the other owners', () => {
    const effectWith = (...others: readonly OwnerReference[]): unknown =>
      findingsOf([child(unserved, ...others), owner]).find(({ rule }) => rule === 'unresolvable')
        ?.effect;
    expect(effectWith(ownedBy('owner'))).toBe(
      'Another owner keeps the object. Once the kind of this owner is served, the collector removes the reference if this owner does not exist.',
    );
    expect(effectWith(ownedBy('y', { apiVersion: 'no.such/v1' }))).toBe(
      'The object stays until the kinds of its owners are served; then the collector deletes it if none of them exists.',
    );
    expect(effectWith(ownedBy('gone'))).toBe(
      'The object stays until the kind of its owner is served; then the collector deletes it if that owner does not exist.',
    );
    const refused = ownedBy('owner');
    const findings = findingsOf([clusterNode('n', [unserved, refused]), owner]);
    expect(findings.map(({ effect }) => effect)).toContain(
      'The object stays, even after the kind of this owner is served: another reference keeps it.',
    );
  });

  it('[CL-04] [DM-10] of a cluster-scoped object: an error where it blocks an owner', () => {
    const blocks = { blockOwnerDeletion: true };
    const loose = { rule: 'cluster-child-of-namespaced', severity: 'warning', rules: ['CL-04'] };
    const on = (...references: OwnerReference[]): object[] =>
      findingsOf([clusterNode('n', references), owner]).map(described);
    expect(on(ownedBy('owner'))).toMatchObject([loose]);
    // An owner which nobody has seen is not blocked.
    expect(on(ownedBy('gone', blocks))).toMatchObject([loose]);
    expect(on(ownedBy('owner', blocks))).toMatchObject([
      {
        severity: 'error',
        effect:
          'The object stays even after its owner is gone. A foreground deletion of ConfigMap `shop/owner` never ends, because the object blocks it.',
        rules: ['CL-04', 'DM-10', 'FG-02'],
        does: [
          'test /metadata/uid',
          'test /metadata/ownerReferences/0',
          'remove /metadata/ownerReferences/0',
        ],
      },
    ]);
    // Another reference that does not hold says so as well.
    expect(on(ownedBy('lost', { kind: 'Node' }), ownedBy('owner'))).toMatchObject([
      loose,
      { rule: 'dangling', severity: 'warning', rules: ['CL-05', 'CL-04'] },
    ]);
  });

  it('[AD-14] [CL-06] beside an owner that lives, or that cannot be read', () => {
    for (const when of ['now', 'next check']) {
      const isQueued: ClusterView['isQueued'] = () => when === 'now';
      const kept = [child(ownedBy('owner'), ownedBy('gone')), owner];
      expect(findingsOf(kept, { isQueued }).map(described)).toMatchObject([
        {
          reference: 'gone',
          severity: 'warning',
          when,
          effect:
            'Another owner keeps the object; the collector removes the reference at the next check.',
          rules: ['CL-05', 'AD-14'],
          does: [
            'test /metadata/uid',
            'test /metadata/ownerReferences/1',
            'remove /metadata/ownerReferences/1',
          ],
        },
      ]);
    }
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const unknown = [child(ownedBy('gone'), ownedBy('s', { kind: 'Secret' }))];
    expect(findingsOf(unknown, { isRead }).map(described)).toMatchObject([
      {
        severity: 'warning',
        effect:
          'gcscope cannot read another owner, so it does not know what the collector decides.',
        rules: ['CL-05', 'CL-06'],
      },
    ]);
  });
});

describe('a fixed reference', () => {
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
    const finalizers = ['kubernetes.io/pvc-protection', 'orphan', 'example.com/hold'];
    const objects = [
      objectOf('a', { finalizers }),
      objectOf('b', { finalizers, deletionTimestamp: 't' }),
    ];
    const common = {
      rule: 'unhandled-finalizer',
      finalizer: 'example.com/hold',
      rules: ['API-35'],
      does: ['test /metadata/uid', 'test /metadata/finalizers/2', 'remove /metadata/finalizers/2'],
    };
    const text = (name: string): string =>
      `ConfigMap \`shop/${name}\` has the finalizer \`example.com/hold\`: only the controller of example.com removes it; the API server serves none of its API groups, so it does not seem to be installed.`;
    expect(findingsOf(objects).map(described)).toEqual([
      {
        ...common,
        text: text('b'),
        id: 'unhandled-finalizer: v1 ConfigMap shop/b example.com/hold',
        object: 'b',
        severity: 'error',
        effect: 'It is stuck in Terminating until you remove the finalizer.',
        risk: 'The object goes at once if this is the last finalizer: whatever its controller has not cleaned up stays behind.',
      },
      {
        ...common,
        text: text('a'),
        id: 'unhandled-finalizer: v1 ConfigMap shop/a example.com/hold',
        object: 'a',
        severity: 'warning',
        effect: 'After a deletion it is stuck in Terminating until you remove the finalizer.',
        risk: "The finalizer's work is then not done: whatever its controller has not cleaned up stays behind.",
      },
    ]);
  });
});
