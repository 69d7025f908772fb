import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { explained, linesOf, seenBy, summary } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';

const owner = objectOf('owner');
const child = objectOf('child', { ownerReferences: [ownedBy('gone')] });
const unserved: Partial<ClusterView> = { mapping: () => 'unserved' };

/** A server that holds the child with other references than the graph has seen. */
function liveWith(ownerReferences: readonly OwnerReference[]): Partial<ClusterView> {
  const { byName } = simulationView(seenBy('v1.36', owner));
  return {
    byName: (resource, namespace, name) => {
      if (name !== 'child') return byName(resource, namespace, name);
      const identity = { ...ownedBy('child'), namespace: 'shop' };
      return { uid: 'child-uid', identity, meta: { ...child.metadata, ownerReferences } };
    },
  };
}

describe('an object without owners', () => {
  it.each([
    ['v1.36', 'AD-11'],
    ['v1.4', 'PG-22'],
  ] as const)('%s: stays [%s]', (release, rule) => {
    const simulation = seenBy(release, owner);
    expect(linesOf(explained(simulation, 'owner'))).toEqual([
      'Stays, because it has no owner.',
      `${rule} It has no owner references: the collector never deletes it by itself. [owner]`,
    ]);
    expect(explained(simulation, 'owner')).toMatchObject({ release, unread: [] });
    expect(summary(simulation, 'owner')).toStrictEqual({ verdict: 'stays', rule });
  });
});

describe('an object that cannot be looked at', () => {
  it.each([
    ['v1.36', 'AD-04'],
    ['v1.4', 'PG-31'],
  ] as const)('%s: its kind is not served any more [%s]', (release, rule) => {
    const text =
      'The API server no longer serves ConfigMap in v1, so the collector cannot look up ConfigMap `shop/child`.';
    expect(linesOf(explained(seenBy(release, child), 'child', unserved))).toEqual([
      `Not verified: t${text.slice(1)}`,
      `${rule} ${text} [child]`,
    ]);
  });

  it.each([
    ['v1.36', 'AD-07'],
    ['v1.4', 'PG-21'],
  ] as const)('%s: a GET finds none, or another one, of its name [%s]', (release, rule) => {
    const identity = { ...ownedBy('child', { uid: 'new' }), namespace: 'shop' };
    for (const found of [undefined, { uid: 'new', identity, meta: undefined }]) {
      const changed = { byName: () => found };
      const simulation = seenBy(release, child);
      expect(linesOf(explained(simulation, 'child', changed))).toEqual([
        'Stays: the collector looks for it as ConfigMap `shop/child` and does not find it.',
        `${rule} The collector looks for ConfigMap \`shop/child\`, finds nothing, and forgets it. It then checks the dependents. The object itself stays. [child]`,
      ]);
      // What is wrong with its references is told all the same.
      expect(summary(simulation, 'child', changed)).toStrictEqual({
        verdict: 'stays',
        rule,
        wrong: [{ index: 0, finding: found ? 'stale-uid' : 'dangling' }],
      });
    }
  });

  it('[CL-06] when its own kind cannot be read, it may have found another owner', () => {
    const secret = objectOf('s', { ownerReferences: [ownedBy('gone')] }, { kind: 'Secret' });
    const simulation = seenBy('v1.36', secret);
    const { mapping } = simulationView(simulation);
    const unread: Partial<ClusterView> = { isRead: ({ kind }) => kind !== 'Secret' };
    const unknown: Partial<ClusterView> = {
      mapping: (version, kind) => (kind === 'Secret' ? 'unknown' : mapping(version, kind)),
    };
    for (const [changed, why] of [
      [unread, 'gcscope cannot read Secrets'],
      [unknown, 'the API group of Secret could not be discovered'],
    ] as const) {
      const said = explained(simulation, 's', changed);
      expect(said).toMatchObject({ verdict: 'not verified', unread: ['Secret'] });
      expect(said).not.toHaveProperty('when');
      expect(linesOf(said)).toEqual([
        `Not verified: ${why}.`,
        `AD-08 The data on Secret \`shop/s\` may be out of date. [s]`,
        'AD-17 No owner keeps it: the collector deletes it. [s]',
        'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
      ]);
    }
  });

  it('[AD-02] that says nothing of one that is being deleted', () => {
    const going = objectOf('x', { deletionTimestamp: '2026-01-01T00:00:30Z' });
    expect(explained(seenBy('v1.36', going), 'x', unserved).because[0]?.rule).toBe('AD-02');
    const waiting = { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] };
    const foreground = seenBy('v1.36', objectOf('x', waiting));
    expect(explained(foreground, 'x', unserved).because[0]?.rule).toBe('AD-04');
  });
});

describe('an object that has changed since it was seen', () => {
  it('[AD-12] its live references count, and faults are those of the references seen', () => {
    const simulation = seenBy('v1.36', owner, child);
    const changed = liveWith([ownedBy('owner')]);
    expect(explained(simulation, 'child', changed).sentence).toBe(
      'Stays, because its owner ConfigMap `shop/owner` exists.',
    );
    expect(summary(simulation, 'child', changed)).toStrictEqual({
      verdict: 'stays',
      rule: 'AD-14',
      wrong: [{ index: 0, finding: 'dangling' }],
    });
    expect(summary(simulation, 'child', liveWith([]))).toStrictEqual({
      verdict: 'stays',
      rule: 'AD-11',
      wrong: [{ index: 0, finding: 'dangling' }],
    });
  });
});

describe('until 1.19', () => {
  const node = clusterNode('m', [ownedBy('gone', { kind: 'Node' })]);
  const guessed = objectOf('child', { ownerReferences: [ownedBy('m', { kind: 'Node' })] });

  it.each([
    ['v1.4', 'stays', 'PG-21'],
    ['v1.17', 'goes', 'AD-17'],
  ] as const)(
    '%s: a cluster-scoped object whose namespace a reference guessed [PG-16] [AD-06]',
    (release, verdict, rule) => {
      const simulation = seenBy(release, guessed, node);
      expect(summary(simulation, 'm')).toMatchObject({ verdict, rule });
    },
  );

  it('[AC-02] a reference of a uid that was found absent is wrong too', () => {
    const references = [ownedBy('ownr', { uid: 'owner-uid' }), ownedBy('owner')];
    const twice = objectOf('child', { ownerReferences: references });
    expect(summary(seenBy('v1.17', owner, twice), 'child').wrong).toEqual([
      { index: 0, finding: 'wrong-name' },
      { index: 1, finding: 'dangling' },
    ]);
    const same = objectOf('child', { ownerReferences: [ownedBy('owner'), ownedBy('owner')] });
    expect(summary(seenBy('v1.17', owner, same), 'child')).not.toHaveProperty('wrong');
  });

  it('[CL-01] of an object that is not found, references are told one by one', () => {
    const lost: Partial<ClusterView> = {
      byName: (resource, namespace, name) =>
        name === 'child'
          ? undefined
          : simulationView(seenBy('v1.36', owner)).byName(resource, namespace, name),
    };
    for (const [uid, finding] of [
      ['owner-uid', 'dangling'],
      ['old', 'stale-uid'],
    ] as const) {
      const reference = ownedBy('owner', { uid });
      const simulation = seenBy(
        'v1.36',
        owner,
        objectOf('child', { ownerReferences: [reference] }),
      );
      simulation.process.collector.absentOwnerCache.add({ ...reference, namespace: '' });
      expect(summary(simulation, 'child', lost).wrong).toEqual([{ index: 0, finding }]);
    }
  });
});

describe('a short verdict', () => {
  it('says when it goes, and of a living object nothing that holds it', () => {
    const held = objectOf('x', { finalizers: ['example.com/hold'] });
    const simulation = seenBy('v1.36', child, held);
    expect(summary(simulation, 'child')).toStrictEqual({
      verdict: 'goes',
      rule: 'AD-17',
      when: 'restart',
      wrong: [{ index: 0, finding: 'dangling' }],
    });
    expect(summary(simulation, 'x')).toStrictEqual({ verdict: 'stays', rule: 'AD-11' });
  });

  it('[API-35] names what holds an object in deletion', () => {
    const more = { deletionTimestamp: 'x', finalizers: ['example.com/hold'] };
    expect(summary(seenBy('v1.36', objectOf('x', more)), 'x')).toStrictEqual({
      verdict: 'waits',
      rule: 'AD-02',
      blockedBy: 'finalizer example.com/hold',
    });
  });
});

describe('a Namespace whose owner is gone', () => {
  const owners = { namespace: '', ownerReferences: [ownedBy('gone', { kind: 'Node' })] };
  const namespace = (name: string): ApiObject => objectOf(name, owners, { kind: 'Namespace' });

  it.each([
    ['default', 'stays', 'NS-03'],
    ['kube-system', 'stays', 'NS-03'],
    ['kube-node-lease', 'goes', 'AD-17'],
  ])('[NS-03] %s %s, as the API server has it', (name, verdict, rule) => {
    const simulation = seenBy('v1.36', namespace(name));
    expect(summary(simulation, name)).toMatchObject({ verdict, rule });
    expect(explained(simulation, name).because.map((each) => each.rule)).toContain('AD-17');
  });

  it('[NS-03] stays also where Namespaces cannot be read', () => {
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Namespace';
    const said = explained(seenBy('v1.36', namespace('default')), 'default', { isRead });
    expect(said.sentence).toBe('Stays: the API server refuses to delete Namespace `default`.');
  });
});
