import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import { explained, linesOf, seenBy } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';

const child = objectOf('child', { ownerReferences: [ownedBy('gone')] });

describe('an unobserved owner', () => {
  it.each([
    ['v1.36', 'AD-07', 'GB-25'],
    ['v1.4', 'PG-21', 'PG-11'],
  ] as const)('%s: does not exist [%s] [%s]', (release, rule, known) => {
    const said = explained(seenBy(release, child), 'gone');
    expect(said).toMatchObject({ verdict: 'goes', unread: [] });
    // It has been looked up, or is queued; no check of it is due in a saved file.
    expect(said).not.toHaveProperty('when');
    expect(linesOf(said)).toEqual([
      'Does not exist: it is known only from references of 1 object.',
      `${rule} ConfigMap \`shop/gone\` does not exist. [gone]`,
      `${known} It is known only from references of 1 object. [child]`,
    ]);
  });

  it('[GB-25] of its dependents the first are shown', () => {
    const many = Array.from({ length: 25 }, (_, at) =>
      objectOf(`c${at}`, { ownerReferences: [ownedBy('gone')] }),
    );
    const { because } = explained(seenBy('v1.36', ...many), 'gone');
    expect(because[1]?.text).toBe('It is known only from references of 25 objects.');
    expect(because[1]?.objects).toHaveLength(20);
  });

  it.each([
    ['v1.36', 'AD-04'],
    ['v1.4', 'PG-31'],
  ] as const)('%s: of a kind that is not served [%s]', (release, rule) => {
    const reference = ownedBy('x', { apiVersion: 'no.such/v1', kind: 'Thing' });
    const simulation = seenBy(release, objectOf('child', { ownerReferences: [reference] }));
    const text =
      'The API server does not serve Thing in no.such/v1, so the collector cannot look it up.';
    expect(linesOf(explained(simulation, 'x')).slice(0, 2)).toEqual([
      `Not verified: t${text.slice(1)}`,
      `${rule} ${text} []`,
    ]);
    expect(explained(simulation, 'x').because).toHaveLength(2);
  });

  it('[AD-05] of a namespaced kind, referred to by a cluster-scoped object', () => {
    const simulation = seenBy('v1.36', clusterNode('n', [ownedBy('gone')]));
    const text =
      'The collector cannot look up a namespaced owner of a cluster-scoped object, because it does not know the namespace.';
    expect(linesOf(explained(simulation, 'gone')).slice(0, 2)).toEqual([
      `Not verified: t${text.slice(1)}`,
      `AD-05 ${text} []`,
    ]);
    const old = seenBy('v1.17', clusterNode('n', [ownedBy('gone')]));
    expect(explained(old, 'gone').verdict).toBe('goes');
  });

  it.each([
    [
      'its group could not be discovered',
      { mapping: () => 'unknown' as const },
      'Widget.gc.example.com',
      'the API group of Widget.gc.example.com could not be discovered',
    ],
    [
      'its kind is not read',
      { isRead: () => false },
      'ConfigMap',
      'gcscope cannot read ConfigMaps',
    ],
  ])('[AD-07] is not verified while %s', (_words, changed, kind, why) => {
    const type = kind === 'ConfigMap' ? {} : { apiVersion: 'gc.example.com/v1', kind: 'Widget' };
    const simulation = seenBy(
      'v1.36',
      objectOf('child', { ownerReferences: [ownedBy('gone', type)] }),
    );
    const said = explained(simulation, 'gone', changed);
    expect(said).toMatchObject({ verdict: 'not verified', unread: [kind] });
    expect(linesOf(said)).toEqual([
      `Not verified: ${why}.`,
      'GB-25 It is known only from references of 1 object. [child]',
    ]);
  });

  it('[AD-07] is not verified while it may be on its way', () => {
    const simulation = seenBy('v1.36', child);
    const late = {
      verdict: 'not verified',
      sentence: "Not verified: gcscope's data on ConfigMaps is older than the reference.",
      because: [{ rule: 'GB-25' }],
      // The kind is read.
      unread: [],
      advice: [
        {
          text: 'Look whether ConfigMap `shop/gone` exists.',
          command: "kubectl get configmaps/gone -n shop -o jsonpath='{.metadata.uid}'",
        },
      ],
    };
    const provesAbsence: ClusterView['provesAbsence'] = () => false;
    expect(explained(simulation, 'gone', { provesAbsence })).toMatchObject(late);
    const identity = { ...ownedBy('gone'), namespace: 'shop' };
    const isThere: ClusterView['byName'] = (_resource, namespace) =>
      namespace === 'shop' ? { uid: 'gone-uid', identity, meta: undefined } : undefined;
    expect(explained(simulation, 'gone', { byName: isThere })).toMatchObject({
      verdict: 'not verified',
      sentence:
        'Not verified: ConfigMap `shop/gone` exists, but the collector has not observed it yet.',
    });
  });

  it('[AD-07] does not exist if one of its dependents is old enough to prove it', () => {
    const simulation = seenBy('v1.36', child, {
      ...child,
      metadata: { ...child.metadata, name: 'other', uid: 'other-uid' },
    });
    const provesAbsence: ClusterView['provesAbsence'] = (_resource, dependent) =>
      dependent === 'other-uid';
    expect(explained(simulation, 'gone', { provesAbsence }).verdict).toBe('goes');
  });
});
