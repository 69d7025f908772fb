import { describe, expect, it } from 'vitest';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { type Finding, filterFindings } from '../../../src/wire/audit.ts';
import { auditOf, findingsOf } from '../../support/findings.ts';
import { ownedBy } from '../../support/nodes.ts';
import type { Plain } from '../../support/plain.ts';
import { child, objectOf } from '../../support/simulate.ts';

function only(...objects: readonly ApiObject[]): Plain<Finding> {
  const [finding, ...others] = findingsOf(objects);
  expect(others).toEqual([]);
  if (!finding) throw new Error('nothing was found');
  return finding;
}

/** What the patch does, without its tests. */
function changes({ patch }: Plain<Finding>): unknown[] {
  const operations = JSON.parse(patch.body) as { op: string }[];
  return operations.filter(({ op }) => op !== 'test');
}

const owner = objectOf('owner');
const remove = { op: 'remove', path: '/metadata/ownerReferences/0' };

function replaceBy(value: OwnerReference): unknown {
  return { op: 'replace', path: '/metadata/ownerReferences/0', value };
}

const EFFECTS = {
  restart: 'The collector deletes the object when it restarts.',
  'next check':
    'The collector deletes the object at the next check, or at the latest when it restarts.',
};

describe('references that do not hold', () => {
  const stale = ownedBy('owner', { uid: 'old' });
  const renamed = ownedBy('ownr', { uid: 'owner-uid' });
  const fixed = replaceBy(ownedBy('owner'));
  const far = objectOf('owner', { namespace: 'far' });

  it.each([
    ['dangling', ownedBy('gone'), owner, 'restart', 'CL-05', remove],
    ['stale-uid', stale, owner, 'restart', 'CL-07', fixed],
    ['stale-uid', { ...stale, kind: 'configmap' }, owner, 'restart', 'CL-07', fixed],
    ['wrong-name', renamed, owner, 'next check', 'CL-11', fixed],
    ['wrong-kind', ownedBy('owner', { kind: 'Secret' }), owner, 'next check', 'CL-05', fixed],
    ['cross-namespace', ownedBy('owner'), far, 'next check', 'CL-13', remove],
  ] as const)('[AD-17] %s: it is deleted', (rule, reference, other, when, cited, change) => {
    const finding = only(child(reference), other);
    expect(finding).toMatchObject({
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
    ['wrong-version', ownedBy('owner', { apiVersion: 'v9' }), fixed],
    ['unresolvable', ownedBy('x', { apiVersion: 'no.such/v1' }), remove],
    // Kind and version as people write them, which no server resolves; the uid tells which owner was meant.
    ['unresolvable', ownedBy('owner', { kind: 'configmaps' }), fixed],
  ] as const)('[CL-03] %s: not deleted while the kind is not served', (rule, reference, change) => {
    const finding = only(child(reference), owner);
    expect(finding).toMatchObject({ rule, severity: 'warning', rules: ['CL-03'] });
    expect(finding.when).toBeUndefined();
    expect(finding.effect).toContain('stays until the kind of its owner is served');
    expect(changes(finding)).toEqual([change]);
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
});

describe('references of an object that is being deleted', () => {
  const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['orphan'] };
  const far = objectOf('owner', { namespace: 'far' });
  const doomed = (...ownerReferences: OwnerReference[]): ApiObject =>
    objectOf('child', { ...going, ownerReferences });

  it.each([
    ['a cascade leaves its owner absent', ownedBy('gone')],
    ['its owner was created again', ownedBy('owner', { uid: 'old' })],
    ['the kind of its owner is not served', ownedBy('x', { apiVersion: 'no.such/v1' })],
  ])('[AD-02] none, where %s', (_, reference) => {
    expect(auditOf([doomed(reference), owner]).findings).toEqual([]);
  });

  it.each([
    ['wrong-name', ownedBy('ownr', { uid: 'owner-uid' }), owner, 'CL-11', 'corrects the reference'],
    ['wrong-kind', ownedBy('owner', { kind: 'Secret' }), owner, 'CL-05', 'corrects the reference'],
    ['cross-namespace', ownedBy('owner'), far, 'CL-13', 'removes the reference'],
  ])('[AD-02] %s: may be why', (rule, reference, other, cited, change) => {
    const { when, ...finding } = only(doomed(reference), other);
    expect(when).toBeUndefined();
    expect(finding).toMatchObject({ rule, severity: 'error', rules: [cited, 'AD-17', 'AD-02'] });
    expect(finding.effect).toContain('perhaps because of this reference');
    expect(finding.patch.risk).toContain(`The patch ${change} but does not stop the deletion`);
  });

  it('[AD-14] a warning, where another owner kept it', () => {
    const elsewhere = objectOf('elsewhere', { namespace: 'far' });
    const object = doomed(ownedBy('owner'), ownedBy('elsewhere'));
    const finding = only(object, owner, elsewhere);
    expect(finding).toMatchObject({ severity: 'warning', rules: ['CL-13', 'AD-02'] });
    expect(finding.effect).toContain('its references no longer matter');
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
    const { patch } = only(hostile);
    expect(patch.command).toMatch(
      /^kubectl patch 'configmaps\/it'\\''s; rm -rf \/' -n shop --type=json -p '\[/,
    );
  });
});
