import { describe, expect, it } from 'vitest';
import { type AuditFacts, audit } from '../../../src/insight/audit/audit.ts';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { type AuditReport, type Finding, filterFindings } from '../../../src/wire/audit.ts';
import { ownedBy } from '../../support/nodes.ts';
import { plain } from '../../support/plain.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { watched } from '../../support/watched.ts';

function auditOf(
  objects: readonly ApiObject[],
  changed: Partial<ClusterView> = {},
  facts: AuditFacts = { groups: new Set(['apps']) },
): AuditReport {
  const simulation = watched(objects);
  const view = { ...simulationView(simulation), isQueued: () => false, ...changed };
  return audit(simulation.process.collector.graph.nodes(), view, facts);
}

function only(report: AuditReport): Finding {
  expect(report.findings).toHaveLength(1);
  const [finding] = report.findings;
  if (!finding) throw new Error('nothing was found');
  return finding;
}

function child(...ownerReferences: OwnerReference[]): ApiObject {
  return objectOf('child', { ownerReferences });
}

/** What the patch does, without its tests. */
function changes({ patch }: Finding): unknown[] {
  const operations = JSON.parse(patch.body) as { op: string }[];
  return operations.filter(({ op }) => op !== 'test');
}

const owner = objectOf('owner');
const remove = { op: 'remove', path: '/metadata/ownerReferences/0' };

function replaceBy(value: OwnerReference): unknown {
  return { op: 'replace', path: '/metadata/ownerReferences/0', value };
}

const EFFECTS = {
  restart: 'The collector deletes it when it restarts.',
  'next check':
    'The collector deletes it when it next checks the object, at the latest when it restarts.',
};

describe('references that do not hold', () => {
  it.each([
    ['dangling', child(ownedBy('gone')), [], 'restart', 'CL-05', remove],
    [
      'stale-uid',
      child(ownedBy('owner', { uid: 'old' })),
      [owner],
      'restart',
      'CL-07',
      replaceBy(ownedBy('owner')),
    ],
    [
      'stale-uid',
      child(ownedBy('owner', { uid: 'old', kind: 'configmap' })),
      [owner],
      'restart',
      'CL-07',
      replaceBy(ownedBy('owner')),
    ],
    [
      'wrong-name',
      child(ownedBy('ownr', { uid: 'owner-uid' })),
      [owner],
      'next check',
      'CL-11',
      replaceBy(ownedBy('owner')),
    ],
    [
      'wrong-kind',
      child(ownedBy('owner', { kind: 'Secret' })),
      [owner],
      'next check',
      'CL-05',
      replaceBy(ownedBy('owner')),
    ],
    [
      'cross-namespace',
      child(ownedBy('owner')),
      [objectOf('owner', { namespace: 'far' })],
      'next check',
      'CL-13',
      remove,
    ],
  ] as const)('[AD-17] %s: it is deleted', (rule, object, others, when, cited, change) => {
    const finding = only(auditOf([object, ...others]));
    expect(plain(finding)).toMatchObject({
      rule,
      severity: 'error',
      when,
      effect: EFFECTS[when],
      rules: [cited, 'AD-17'],
      object: { name: 'child' },
    });
    expect(changes(finding)).toEqual([change]);
  });

  it.each([
    ['wrong-version', ownedBy('owner', { apiVersion: 'v9' }), replaceBy(ownedBy('owner'))],
    ['unresolvable', ownedBy('x', { apiVersion: 'no.such/v1' }), remove],
    // Kind and version as people write them, which no server resolves; the uid tells which owner was meant.
    ['unresolvable', ownedBy('owner', { kind: 'configmaps' }), replaceBy(ownedBy('owner'))],
  ] as const)('[CL-03] %s: never deleted', (rule, reference, change) => {
    const finding = only(auditOf([child(reference), owner]));
    expect(finding).toMatchObject({ rule, severity: 'warning', rules: ['CL-03'] });
    expect(finding.when).toBeUndefined();
    expect(plain(finding).effect).toContain('never deletes the object');
    expect(changes(finding)).toEqual([change]);
  });

  it('[CL-04] [DM-10] cluster-child-of-namespaced: an error where it blocks its owner', () => {
    const loose = only(auditOf([clusterNode('n', [ownedBy('owner')]), owner]));
    expect(loose).toMatchObject({ rule: 'cluster-child-of-namespaced', severity: 'warning' });
    const blocking = ownedBy('owner', { blockOwnerDeletion: true });
    const finding = only(auditOf([clusterNode('n', [blocking]), owner]));
    expect(finding).toMatchObject({ severity: 'error', rules: ['CL-04', 'DM-10', 'FG-02'] });
    expect(plain(finding).effect).toContain(
      'a foreground deletion of ConfigMap `shop/owner` never ends',
    );
    expect(changes(finding)).toEqual([remove]);
  });

  it('[AD-14] beside a living owner the reference is only removed', () => {
    const finding = only(auditOf([child(ownedBy('owner'), ownedBy('gone')), owner]));
    expect(finding).toMatchObject({
      rule: 'dangling',
      severity: 'warning',
      when: 'next check',
      reference: { name: 'gone' },
      rules: ['CL-05', 'AD-14'],
    });
    expect(changes(finding)).toEqual([{ op: 'remove', path: '/metadata/ownerReferences/1' }]);
  });

  it('[CL-03] a patch that lets the collector decide again takes what would decide for deletion along', () => {
    const references = [ownedBy('gone'), ownedBy('x', { apiVersion: 'no.such/v1' })];
    const found = auditOf([child(...references)]).findings;
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['dangling', 'warning'],
      ['unresolvable', 'warning'],
    ]);
    expect(found.map(changes)).toEqual([
      [remove],
      [{ op: 'remove', path: '/metadata/ownerReferences/1' }, remove],
    ]);
  });

  it('[CL-06] what cannot be read is no fault', () => {
    const unread = { isRead: () => false };
    const none = { findings: [], unverified: 1 };
    expect(auditOf([child(ownedBy('gone'))], unread)).toMatchObject(none);
    const isRead: ClusterView['isRead'] = ({ kind }) => kind !== 'Secret';
    const some = [child(ownedBy('owner'), ownedBy('s', { kind: 'Secret' })), owner];
    expect(auditOf(some, { isRead })).toMatchObject({ unverified: 1, objects: 2 });
    const unknown = { mapping: () => 'unknown' as const };
    expect(auditOf([child(ownedBy('gone'))], unknown)).toMatchObject(none);
  });

  it('[AD-02] an object that is being deleted has none', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['orphan'] };
    const object = objectOf('child', { ...going, ownerReferences: [ownedBy('gone')] });
    expect(auditOf([object]).findings).toEqual([]);
  });
});

describe('lists of references', () => {
  it('[VA-04] two-controllers: one of them is kept, and it is the one that lives', () => {
    const references = ['gone', 'owner'].map((name) => ownedBy(name, { controller: true }));
    const found = auditOf([child(...references), owner]).findings;
    expect(found.map(({ rule }) => rule)).toEqual(['dangling', 'two-controllers']);
    expect(found.map(changes)).toEqual([
      [remove],
      [replaceBy({ ...ownedBy('gone'), controller: false })],
    ]);
  });

  it('[DM-10] [AD-14] duplicate-uid: the reference that holds is kept', () => {
    const references = [ownedBy('owner', { kind: 'Secret' }), ownedBy('owner')];
    const found = auditOf([child(...references), owner]).findings;
    expect(found.map(({ rule }) => rule)).toEqual(['duplicate-uid', 'wrong-kind']);
    expect(found.map(changes)).toEqual([[remove], [remove]]);
  });

  it('[AD-16] cycle: each object of it, with the way round', () => {
    const ring = ['a', 'b', 'c'].map((name, index) =>
      objectOf(name, { ownerReferences: [ownedBy(['b', 'c', 'a'][index] ?? '')] }),
    );
    const found = auditOf([...ring, child(ownedBy('a'))]).findings;
    expect(found.map(({ rule, object }) => [rule, object.name])).toEqual([
      ['cycle', 'a'],
      ['cycle', 'b'],
      ['cycle', 'c'],
    ]);
    expect(plain(found[0])?.text).toBe(
      'It owns itself: ConfigMap `shop/a` is owned by ConfigMap `shop/b` is owned by ConfigMap `shop/c` is owned by ConfigMap `shop/a`.',
    );
    const self = only(auditOf([objectOf('owner', { ownerReferences: [ownedBy('owner')] })]));
    expect(self).toMatchObject({ rule: 'cycle', object: { name: 'owner' } });
  });

  it('[GB-43] owner-vanishing: what hangs on an object that goes, and on nothing else', () => {
    const objects = [
      objectOf('first', { ownerReferences: [ownedBy('gone')] }),
      objectOf('second', { ownerReferences: [ownedBy('first')] }),
      objectOf('third', { ownerReferences: [ownedBy('second'), ownedBy('first')] }),
      objectOf('kept', { ownerReferences: [ownedBy('second'), ownedBy('owner')] }),
      owner,
    ];
    const found = auditOf(objects).findings;
    expect(found.map(({ rule, object }) => [rule, object.name])).toEqual([
      ['dangling', 'first'],
      ['owner-vanishing', 'second'],
      ['owner-vanishing', 'third'],
    ]);
    expect(plain(found[2])?.text).toContain('ConfigMap `shop/first`: Goes');
    expect(found[2] && changes(found[2])).toHaveLength(2);
  });
});

describe('long lists', () => {
  it('[DM-10] a finding for each of a thousand references, and one for the uid they share', () => {
    const references = Array.from({ length: 1000 }, (_, index) => {
      return ownedBy(`gone${index}`, { uid: index < 500 ? 'same' : `uid${index}` });
    });
    const found = auditOf([child(...references)]).findings;
    expect(found.filter(({ rule }) => rule === 'dangling')).toHaveLength(1000);
    expect(found.filter(({ rule }) => rule === 'duplicate-uid')).toHaveLength(1);
  });
});

describe('finalizers', () => {
  it('[API-35] unhandled-finalizer: no group of its domain is served', () => {
    const finalizers = ['kubernetes.io/pvc-protection', 'example.com/hold'];
    const finding = only(auditOf([objectOf('a', { finalizers })]));
    expect(finding).toMatchObject({ rule: 'unhandled-finalizer', severity: 'warning' });
    expect(changes(finding)).toEqual([{ op: 'remove', path: '/metadata/finalizers/1' }]);
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers };
    expect(only(auditOf([objectOf('a', going)])).severity).toBe('error');
  });

  it.each([
    ['its group is served', { groups: new Set(['gc.example.com']) }],
    ['discovery is incomplete', {}],
  ])('[API-35] none when %s', (_, facts) => {
    const object = objectOf('a', { finalizers: ['example.com/hold'] });
    expect(auditOf([object], {}, facts).findings).toEqual([]);
  });
});

describe('a report', () => {
  const objects = [
    child(ownedBy('gone')),
    objectOf('b', { finalizers: ['example.com/hold'], namespace: 'far' }),
  ];

  it('has the worst first, and says what could not be read', () => {
    const report = auditOf(objects, { unreadKinds: () => ['Secret'] });
    expect(report).toMatchObject({ objects: 2, unread: ['Secret'] });
    expect(report.findings.map(({ severity }) => severity)).toEqual(['error', 'warning']);
  });

  it('can be narrowed down', () => {
    const { findings } = auditOf(objects);
    const left = (filter: Parameters<typeof filterFindings>[1]): string[] =>
      filterFindings(findings, filter).map(({ rule }) => rule);
    expect(left({ namespaces: ['far'] })).toEqual(['unhandled-finalizer']);
    expect(left({ severity: 'error' })).toEqual(['dangling']);
    expect(left({ rules: ['dangling', 'cycle'] })).toEqual(['dangling']);
    expect(left({ kinds: ['Pod', 'ConfigMap'] })).toHaveLength(2);
    expect(left({ kinds: ['ConfigMap.apps'] })).toEqual([]);
    expect(left({ baseline: new Set([findings[0]?.id ?? '']) })).toEqual(['unhandled-finalizer']);
  });

  it('aims its commands at the cluster that was read', () => {
    const view = { kubectl: ['-s', 'http://127.0.0.1:8001'] };
    for (const { patch } of auditOf(objects, view).findings) {
      expect(patch.command).toMatch(/^kubectl -s http:\/\/127\.0\.0\.1:8001 patch /);
    }
  });

  it('gives commands that a shell takes word by word', () => {
    const hostile = objectOf("it's; rm -rf /", { ownerReferences: [ownedBy('gone')] });
    const { patch } = only(auditOf([hostile]));
    expect(patch.command).toMatch(
      /^kubectl patch 'configmaps\/it'\\''s; rm -rf \/' -n shop --type=json -p '\[/,
    );
  });
});
