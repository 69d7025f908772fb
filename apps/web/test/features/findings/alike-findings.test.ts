import { AUDIT_RULES, type Finding, plainText, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import {
  type AlikeFindings,
  alikeFindings,
  ownText,
} from '../../../src/features/findings/alike-findings.ts';
import { record } from '../../support/record.ts';

let uids = 0;

/** The finding that a ConfigMap has an owner whose name is wrong. */
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
    expect(alike && ownText(b, alike)).toEqual([]);
  });

  it('keep what names have in common, and each says what the common sentence cannot', () => {
    const [a, b] = [finding('web-2', 'one'), finding('web-7d9f8c6b5', 'two')];
    const other = finding('__proto__', 'three');
    expect(cards([a, b])).toEqual([[[a, b], '2 ConfigMaps name an owner under a wrong name.']]);
    const [alike] = alikeFindings([a, b, other]);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.common.text)).toBe('Deployment `…` does not exist.');
    expect(plainText(alike.risk)).toBe('A Deployment owns it.');
    const own = [a, b, other].map((each) => plainText(ownText(each, alike)));
    expect(own).toEqual([
      'names Deployment `web-2`',
      'names Deployment `web-7d9f8c6b5`',
      'names Deployment `__proto__`',
    ]);
  });

  it('say of each where its owner is, unless that is in its own namespace', () => {
    const cross = (namespace: string, owner: string): Finding =>
      finding('web', namespace, {
        rule: 'cross-namespace',
        text: say`It is not in ${{ type: 'code', text: namespace }}, but ${{ kind: 'Job', namespace: owner, name: 'x' }}.`,
      });
    const findings = [cross('one', 'far'), cross('two', 'away'), cross('three', 'three')];
    const [alike] = alikeFindings(findings);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.text)).toBe(
      '3 ConfigMaps name an owner outside their namespace: Job `x`.',
    );
    const own = findings.map((each) => plainText(ownText(each, alike)));
    expect(own).toEqual(['names Job `far/x`', 'names Job `away/x`', '']);
  });

  it('say of each what its effect names, once', () => {
    const kept = (name: string, other: string): Finding => {
      const owner = { kind: 'Job', namespace: 'shop', name: other };
      return finding(name, 'shop', { effect: say`${owner} keeps it, and so ${owner} stays.` });
    };
    const findings = [kept('web', 'a'), kept('web', 'b')];
    const [alike] = alikeFindings(findings);
    if (!alike) throw new Error('There is no card.');
    expect(plainText(alike.effect)).toBe('A Job keeps it, and so a Job stays.');
    expect(findings.map((each) => plainText(ownText(each, alike)))).toEqual([
      'names Job `a`',
      'names Job `b`',
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
    expect(cards(hostile)).toEqual([[hostile, '2 ConfigMaps name an owner under a wrong name.']]);
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

describe('the texts of a card', () => {
  const wrong = (namespace: string, asked: string, owner: string): Finding => {
    const named = { kind: 'Deployment', namespace, name: asked };
    const bearer = { kind: 'Deployment', namespace, name: owner, uid: owner };
    return finding('flags', namespace, {
      text: say`${named} does not exist under this name: the object with this uid is ${bearer}.`,
      effect: say`The collector deletes the object at the next check.`,
      patch: {
        ...{ body: '[]', command: 'kubectl' },
        risk: say`From then on ${{ ...bearer, namespace: '' }} owns the object, and the collector deletes the object when this owner is gone.`,
      },
    });
  };
  const cardOf = (findings: readonly Finding[]): AlikeFindings => {
    const [alike] = alikeFindings(findings);
    if (!alike) throw new Error('There is no card.');
    return alike;
  };

  it('speak of several objects in sentences of their own, and of each with a verb', () => {
    const findings = [wrong('one', 'api-server', 'api'), wrong('two', 'web-server', 'web')];
    const alike = cardOf(findings);
    expect([alike.text, alike.effect, alike.risk].map(plainText)).toEqual([
      '2 ConfigMaps name an owner under a wrong name.',
      'The collector deletes each ConfigMap at the next check.',
      'From then on a Deployment owns each ConfigMap, and the collector deletes the ConfigMap when this owner is gone.',
    ]);
    expect(findings.map((each) => plainText(ownText(each, alike)))).toEqual([
      'names `api-server`, the uid is that of Deployment `api`',
      'names `web-server`, the uid is that of Deployment `web`',
    ]);
  });

  it('say of the object with the uid what the sentence on one says', () => {
    const findings = ['one', 'two'].map((namespace) => wrong(namespace, 'api-server', 'api'));
    expect(plainText(cardOf(findings).text)).toBe(
      'Deployment `api-server` does not exist under this name: the object with this uid is Deployment `api`.',
    );
  });

  it('speak of a removed owner in the past, whatever the words of the finding', () => {
    const findings = ['api', 'web'].map((name) => {
      const removedOwner = record({ uid: name, kind: 'Deployment', name, namespace: 'one' });
      return { ...wrong('one', `${name}-server`, name), removedOwner };
    });
    const alike = cardOf(findings);
    expect(findings.map((each) => plainText(ownText(each, alike)))).toEqual([
      'names `api-server`, the uid was that of Deployment `api`',
      'names `web-server`, the uid was that of Deployment `web`',
    ]);
  });

  it('stay those of the object where it is alone', () => {
    const one = wrong('one', 'api-server', 'api');
    const { text, effect, risk } = cardOf([one]);
    expect([text, effect, risk]).toEqual([one.text, one.effect, one.patch.risk]);
  });

  it('name what another reference of each names', () => {
    const kept = (name: string): Finding =>
      finding('flags', name, {
        text: say`ConfigMap does not exist.`,
        effect: say`Kept, for the collector cannot look up ${{ kind: 'CopyJob', namespace: name, name }}.`,
        keptBy: { apiVersion: 'no.such/v1', kind: 'CopyJob', name, uid: name },
      });
    const findings = [kept('a'), kept('b')];
    const alike = cardOf(findings);
    expect(plainText(alike.effect)).toBe('Kept, for the collector cannot look up a CopyJob.');
    expect(findings.map((each) => plainText(ownText(each, alike)))).toEqual([
      'another reference names CopyJob `a`',
      'another reference names CopyJob `b`',
    ]);
  });

  it('say once which finalizer it is, and nothing of each', () => {
    const held = (name: string): Finding => {
      const object = record({ uid: name, kind: 'Ingress', name, namespace: 'shop' });
      return finding(name, 'shop', {
        ...{ rule: 'unhandled-finalizer', finalizer: 'example.com/x', object },
        text: say`${object} has the finalizer ${{ type: 'code', text: 'example.com/x' }}: nobody removes it.`,
        effect: say`It is stuck in Terminating.`,
      });
    };
    const findings = [held('a'), held('b')];
    const alike = cardOf(findings);
    expect(plainText(alike.text)).toBe(
      '2 Ingresses have the finalizer `example.com/x`: nobody removes it.',
    );
    expect(plainText(alike.effect)).toBe('Each Ingress is stuck in Terminating.');
    expect(findings.flatMap((each) => ownText(each, alike))).toEqual([]);
  });

  it.each(AUDIT_RULES)('have no cut name for %s', (rule) => {
    const findings = [wrong('one', 'api-server', 'api'), wrong('two', 'api-server-2', 'api-2')];
    const alike = cardOf(findings.map((each) => ({ ...each, rule })));
    expect(JSON.stringify([alike.text, alike.effect, alike.risk])).not.toContain('…');
    expect(plainText(alike.text)).toMatch(/^(?:The owners of )?2 ConfigMaps /);
  });
});
