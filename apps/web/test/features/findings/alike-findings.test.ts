import { type Finding, plainText, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { alikeFindings, ownParts } from '../../../src/features/findings/alike-findings.ts';
import { record } from '../../support/record.ts';

let uids = 0;

/** That a ConfigMap has an owner whose name is wrong. */
function finding(name: string, namespace: string, more: Partial<Finding> = {}): Finding {
  const owner = { kind: 'Deployment', namespace, name };
  return {
    ...{ id: name, rule: 'wrong-name', severity: 'error', rules: ['CL-11'] },
    object: record({ uid: `${uids++}`, kind: 'ConfigMap', name, namespace }),
    text: say`${owner} does not exist.`,
    effect: say`It is deleted.`,
    patch: { body: '[]', command: 'kubectl', risk: say`${owner} owns it.` },
    ...more,
  };
}

/** The findings of each card, and its sentence. */
function cards(findings: readonly Finding[]): readonly unknown[] {
  return alikeFindings(findings).map((alike) => [alike.findings, plainText(alike.text)]);
}

describe('alike findings', () => {
  it('are one card at the place of the first, whose sentences leave out what differs', () => {
    const [a, b] = [finding('web', 'one'), finding('web', 'two')];
    const other = finding('web', 'one', { severity: 'warning' });
    expect(cards([a, other, b])).toEqual([
      [[a, b], 'Deployment `web` does not exist.'],
      [[other], 'Deployment `one/web` does not exist.'],
    ]);
    const [alike] = alikeFindings([a, b]);
    expect(plainText(alike?.risk ?? [])).toBe('Deployment `web` owns it.');
    expect(alike && ownParts(b, alike)).toEqual([]);
  });

  it('keep what names have in common, and each says what the common sentence cannot', () => {
    const [a, b] = [finding('web-2', 'one'), finding('web-7d9f8c6b5', 'two')];
    const other = finding('__proto__', 'three');
    expect(cards([a, b])).toEqual([[[a, b], 'Deployment `web…` does not exist.']]);
    const [alike] = alikeFindings([a, b, other]);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.text)).toBe('Deployment `…` does not exist.');
    const own = [a, b, other].map((each) => plainText(ownParts(each, alike)));
    expect(own).toEqual([
      'Deployment `web-2`',
      'Deployment `web-7d9f8c6b5`',
      'Deployment `__proto__`',
    ]);
  });

  it('say of each where its owner is, unless that is in its own namespace', () => {
    const cross = (namespace: string, owner: string): Finding =>
      finding('web', namespace, {
        text: say`It is not in ${{ type: 'code', text: namespace }}, but ${{ kind: 'Job', namespace: owner, name: 'x' }}.`,
      });
    const findings = [cross('one', 'far'), cross('two', 'away'), cross('three', 'three')];
    const [alike] = alikeFindings(findings);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.text)).toBe('It is not in `…`, but Job `x`.');
    const own = findings.map((each) => plainText(ownParts(each, alike)));
    expect(own).toEqual(['Job `far/x`', 'Job `away/x`', '']);
  });

  it('say of each what its effect names, once', () => {
    const kept = (name: string, other: string): Finding => {
      const owner = { kind: 'Job', namespace: 'shop', name: other };
      return finding(name, 'shop', { effect: say`${owner} keeps it, and so ${owner} stays.` });
    };
    const findings = [kept('web', 'a'), kept('web', 'b')];
    const [alike] = alikeFindings(findings);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.effect)).toBe('Job `shop/…` keeps it, and so Job `shop/…` stays.');
    expect(findings.map((each) => plainText(ownParts(each, alike)))).toEqual([
      'Job `a`',
      'Job `b`',
    ]);
  });

  it('lead to an owner that is the same for all, and to none otherwise', () => {
    const to = (uid: string): Finding =>
      finding('web', uid, {
        text: say`See ${{ kind: 'Job', namespace: '', name: 'x', uid }}.`,
      });
    const uidIn = (findings: readonly Finding[]): unknown =>
      alikeFindings(findings)[0]?.text.map((part) => part.type === 'object' && part.object.uid);
    expect(uidIn([to('a'), to('a')])).toEqual([false, 'a', false]);
    expect(uidIn([to('a'), to('b')])).toEqual([false, undefined, false]);
  });

  it('are found at once, also of hostile names with a number in 80 places', () => {
    const hostile = ['a', 'b'].map((end) => finding(`x${'-11'.repeat(80)}.${end}`, 'shop'));
    expect(cards(hostile)).toEqual([[hostile, 'Deployment `shop/…` does not exist.']]);
  });

  it.each<[string, Partial<Finding>]>([
    ['rule', { rule: 'dangling' }],
    ['effect', { effect: say`It stays.` }],
    ['words', { text: say`${{ kind: 'Deployment', namespace: '', name: 'web' }} is gone.` }],
    [
      'kind of owner',
      { text: say`${{ kind: '__proto__', namespace: '', name: 'web' }} does not exist.` },
    ],
    ['kind', { object: record({ uid: 's', kind: 'Secret', name: 'web', namespace: 'one' }) }],
    ['group', { object: record({ uid: 'g', kind: 'ConfigMap', apiVersion: 'x.example.com/v1' }) }],
    ['reference', { reference: { apiVersion: 'v1', kind: 'constructor', name: 'x', uid: 'x' } }],
    ['finalizer', { finalizer: 'example.com/hold' }],
    ['rules', { rules: ['CL-12'] }],
    ['fix', { patch: { body: '[]', command: 'kubectl', risk: say`None.` } }],
  ])('have the same %s', (_, more) => {
    expect(alikeFindings([finding('web', 'one'), finding('web', 'one', more)])).toHaveLength(2);
  });
});
